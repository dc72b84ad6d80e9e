"""Flights as a source: ways to fly that are likely to exist, at the fares of the model in `fares`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import JsonValue

from agency.sources.base import Offer, Place, SearchRequest
from agency.sources.distance import distance_km
from agency.sources.estimates.airports import Airport, airport_of
from agency.sources.estimates.fares import LABEL, flight_fare, flight_minutes
from agency.sources.estimates.reckoning import in_own_money

LEAST_KM = 150.0
"""Below this nobody flies."""

FURTHEST_DIRECT_KM = 15_300.0
DIRECT_FROM_SMALL_KM = 1_800.0
LONG_KM = 3_500.0
ZONES_EAST = 3
"""Hours of difference from which a flight east leaves in the evening and arrives the next day."""


@dataclass(frozen=True, slots=True)
class Way:
    """A kind of connection: when it leaves going out and coming back (local), over how many stops."""

    name: str
    out: time
    back: time
    stops: int
    unsocial: bool = False


SHORT = (
    Way(gettext_noop("good hours"), time(9, 40), time(17, 30), 0),
    Way(gettext_noop("early out, late back"), time(6, 30), time(20, 40), 0, unsocial=True),
    Way(gettext_noop("one stop"), time(8, 15), time(14, 10), 1),
)
WEST = (
    Way(gettext_noop("good hours"), time(10, 30), time(18, 30), 0),
    Way(gettext_noop("early"), time(7, 45), time(22, 15), 0, unsocial=True),
    Way(gettext_noop("one stop"), time(9, 20), time(15, 30), 1),
)
EAST = (
    Way(gettext_noop("good hours"), time(18, 40), time(11, 20), 0),
    Way(gettext_noop("late"), time(23, 0), time(8, 20), 0, unsocial=True),
    Way(gettext_noop("one stop"), time(16, 30), time(9, 50), 1),
)


class FlightEstimates:
    """Estimates for every pair of airports. Needs no key and no network."""

    name = "flights_estimate"
    title = gettext_noop("Flight estimates")
    kinds = frozenset({"flight"})

    def search(self, request: SearchRequest) -> list[Offer]:
        """See `agency.sources.base.Source.search`; nothing where the way is too short to fly."""
        return list(_offers(request))[: request.limit]


def _offers(request: SearchRequest) -> Iterator[Offer]:
    journey = request.journey
    if journey is None or request.near is None or request.begins is None:
        return
    home, there = airport_of(journey.origin_at), airport_of(request.near)
    away = airport_of(journey.back_at) if journey.back_at else there
    if home is None or there is None or away is None or home == there:
        return
    if min(distance_km(home.at, there.at), distance_km(away.at, home.at)) < LEAST_KM:
        return
    zone, today = ZoneInfo(request.zone), datetime.now(UTC).date()
    out_day = request.begins.astimezone(zone).date()
    last = request.ends.astimezone(zone).date() if request.ends and not journey.one_way else None
    for way in _ways(home, there, out_day):
        out = _flight(home, there, way, way.out, out_day, arrive_on=out_day)
        back = _flight(away, home, way, way.back, last, arrive_on=None) if last else None
        days = [(distance_km(home.at, there.at), out_day)]
        days += [(distance_km(away.at, home.at), last)] if last else []
        price = sum((_fare(km, day, today, way) for km, day in days), Decimal(0))
        yield _offer(request, way, price, out, back)


def _fare(km: float, day: date, today: date, way: Way) -> Decimal:
    return flight_fare(km, day, today, stops=way.stops, unsocial=way.unsocial)


def _ways(home: Airport, there: Airport, day: date) -> tuple[Way, ...]:
    """The connections that are likely: direct ones between hubs, or from a small airport when it is near."""
    km = distance_km(home.at, there.at)
    east = (_offset(there, day) - _offset(home, day) + 12) % 24 - 12  # the shorter way around the globe
    ways = SHORT if km < LONG_KM else EAST if east >= ZONES_EAST else WEST
    direct = km <= (FURTHEST_DIRECT_KM if home.hub and there.hub else DIRECT_FROM_SMALL_KM)
    return ways if direct else tuple(way for way in ways if way.stops)


def _offset(airport: Airport, day: date) -> float:
    """Hours ahead of UTC."""
    shift = datetime.combine(day, time(12), ZoneInfo(airport.zone)).utcoffset() or timedelta()
    return shift.total_seconds() / 3600


def _flight(
    origin: Airport, to: Airport, way: Way, leaves: time, day: date, *, arrive_on: date | None
) -> dict[str, JsonValue]:
    """One direction. With `arrive_on` it arrives on that day, so it may leave on the one before."""
    minutes = flight_minutes(distance_km(origin.at, to.at), way.stops)
    starts = datetime.combine(day, leaves, ZoneInfo(origin.zone))
    ends = _landing(starts, minutes, to)
    if arrive_on is not None and ends.date() > arrive_on:
        starts -= timedelta(days=(ends.date() - arrive_on).days)
        ends = _landing(starts, minutes, to)
    return {
        "from": origin.code,
        "to": to.code,
        "leaves": f"{starts:%Y-%m-%dT%H:%M}",
        "arrives": f"{ends:%Y-%m-%dT%H:%M}",
        "minutes": minutes,
        "stops": way.stops,
    }


def _landing(starts: datetime, minutes: int, to: Airport) -> datetime:
    """Local time there, counted over UTC: the clocks of both places may change that night."""
    return (starts.astimezone(UTC) + timedelta(minutes=minutes)).astimezone(ZoneInfo(to.zone))


def _offer(
    request: SearchRequest,
    way: Way,
    price: Decimal,
    out: dict[str, JsonValue],
    back: dict[str, JsonValue] | None,
) -> Offer:
    stops = "one stop" if way.stops else gettext_noop("direct")
    name = _(stops) if way.stops else f"{_(stops)}, {_(way.name)}"
    attributes: dict[str, JsonValue] = {"price_unit": "person", "stops": way.stops, "estimate": True}
    attributes |= {"label": LABEL, "out": out}
    attributes |= {"back": back} if back else {}
    amount, currency = in_own_money(price, request.currency)
    return Offer(
        source=FlightEstimates.name,
        source_id="-".join(str(part) for part in (out["from"], out["to"], out["leaves"], way.name)),
        kind="flight",
        title=f"{out['from']} – {out['to']}, {name}",
        price=amount,
        currency=currency,
        place=Place(city=request.city, lat=request.near[0], lon=request.near[1]) if request.near else None,
        category=stops,
        attributes=attributes,
    )
