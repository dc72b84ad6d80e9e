"""Where a person's home is on the map, and on which clock it lives."""

from __future__ import annotations

from typing import Any

from agency.reasoning.slots.places import Located, all_located, locate
from agency.sources.distance import distance_km
from missions.brief import Brief

CITY_KM = 25.0
"""As far as a city reaches from its middle: what is further is not in it."""


def home_of(brief: Brief) -> Located | None:
    """The person's home on the map, on its own clock; on theirs where no table knows the place."""
    home = brief.home or {}
    if not home.get("name"):
        return None
    if home.get("lat") is None:
        return locate(str(home["name"]))
    zone = zone_at(home) or brief.zone
    return Located(home["name"], home.get("country", ""), home["lat"], home["lon"], zone)


def zone_at(home: dict[str, Any] | None) -> str:
    """The IANA zone of a home; empty where it is on no map, or no table knows what is there."""
    if not home or home.get("lat") is None:
        return ""
    known = nearest(home["name"], (home["lat"], home["lon"]))
    return known.zone if known else ""


def nearest(name: str, middle: tuple[float, float]) -> Located | None:
    """The place of that name in the city about `middle`, by the table that needs no network."""
    named = [*all_located(name), *filter(None, [locate(name)])]
    inside = [one for one in named if distance_km((one.lat, one.lon), middle) <= CITY_KM]
    return min(inside, key=lambda one: distance_km((one.lat, one.lon), middle), default=None)
