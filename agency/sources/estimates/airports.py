"""The airport that a city flies from, out of the package airportsdata."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import airportsdata

from agency.sources.distance import distance_km

_HUBS = """
AMS ATH ATL AUH AKL ARN AUS BCN BER BGO BHX BIO BKK BLQ BLR BNE BNA BOG BOM BOS BRI BRU BUD BWI CAI
CAN CDG CGK CGN CLE CLT CMB CMN CPH CPT CTA CTS CTU CUN DCA DEL DEN DFW DOH DTW DUB DUS DXB EDI EZE
FAO FCO FLR FRA FUK GIG GLA GOT GRU GVA HAJ HAM HAN HEL HKG HND HNL IAH ICN IND IST JFK JNB KEF KIX
KRK KUL LAS LAX LEJ LHR LIM LIS LPA LUX LYS MAA MAD MAN MCI MCO MEL MEX MIA MLA MNL MRS MSP MSY MUC
MXP NAP NBO NCE NUE OPO ORD OSL OTP PDX PEK PHL PHX PIT PMI PMO PRG PSA PVG RDU RIX SAN SCL SEA SFO
SGN SIN SJU SLC SOF STL STR SVQ SYD SZG TFS TLL TLS TLV TPA TPE TRN VCE VIE VLC VNO WAW WLG YUL YVR
YYC YYZ ZAG ZRH
"""
HUBS = frozenset(_HUBS.split())
"""Airports with many direct flights, one for most cities (the package does not tell how busy they are)."""

HUB_KM, ANY_KM = 90.0, 250.0
ANY_DEGREES = ANY_KM / 110
"""Of latitude, rather more than the way comes to: what lies further north or south need not be measured."""
_NO_AIRLINE = ("air base", "naval", "army", "heliport", "seaplane", "airfield", "raf ")


@dataclass(frozen=True, slots=True)
class Airport:
    """Coordinates in degrees (WGS 84); `zone` is its IANA time zone; `hub`: many direct flights."""

    code: str
    name: str
    lat: float
    lon: float
    zone: str
    hub: bool

    @property
    def at(self) -> tuple[float, float]:
        return self.lat, self.lon


_WORDS_TOO = frozenset({"CAN", "DEL", "DEN", "MAN", "PIT", "SAN", "IND"})
_SECOND = frozenset({"EWR", "LGA", "LGW", "MDW", "NRT", "ORY", "STN"})
_CITY_OF = {
    "CTS": "Sapporo", "DCA": "Washington", "DFW": "Dallas", "EWR": "New York", "EZE": "Buenos Aires",
    "IST": "Istanbul", "LPA": "Las Palmas", "MLA": "Valletta", "PMI": "Palma", "RDU": "Raleigh",
    "TLS": "Toulouse",
    "YUL": "Montreal", "YVR": "Vancouver", "YYZ": "Toronto",
}  # fmt: skip
"""Where the town beside the airport is not the city that one flies to."""


def city_of_code(code: str) -> str | None:
    """The city of an airport's IATA code as travellers write it, in capitals: "SFO". None for other words."""
    if code in _WORDS_TOO or code not in HUBS | _SECOND:
        return None
    return _CITY_OF.get(code) or str(airportsdata.load("IATA")[code]["city"])


def airport_of(here: tuple[float, float]) -> Airport | None:
    """The airport of people near `here` (degrees): a hub within 90 km, else the nearest up to 250 km."""
    measured = [
        (distance_km(here, airport.at), airport)
        for airport in _airports()
        if abs(airport.lat - here[0]) <= ANY_DEGREES
    ]
    hubs = [(km, airport) for km, airport in measured if airport.hub and km <= HUB_KM]
    near = hubs or [(km, airport) for km, airport in measured if km <= ANY_KM]
    return min(near, key=lambda one: one[0])[1] if near else None


@functools.lru_cache(maxsize=1)
def _airports() -> tuple[Airport, ...]:
    rows: dict[str, Any] = airportsdata.load("IATA")
    return tuple(
        Airport(code, row["name"], row["lat"], row["lon"], row["tz"], code in HUBS)
        for code, row in rows.items()
        if code in HUBS or _has_airlines(row["name"])
    )


def _has_airlines(name: str) -> bool:
    lower = name.casefold()
    return "international" in lower and not any(word in lower for word in _NO_AIRLINE)
