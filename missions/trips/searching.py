"""What the sources of each part of a trip are asked."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from agency.sources.base import Journey, Offer, SearchRequest, Source
from agency.sources.estimates.flights import FlightEstimates
from agency.sources.estimates.trains import TrainEstimates
from missions.brief import Brief
from missions.plugins.complex import Done, Part
from missions.trips import parts as p
from missions.trips.first_days import other_first_days
from missions.trips.frame import cities_by_day, first_day
from missions.trips.ground import day_of, direction
from missions.trips.reading import dates_of
from missions.trips.wish import City, TripWish

NOON = time(12)
KINDS = {
    p.STAY: "stay", p.SIGHTS: "sight", p.ACTIVITIES: "activity",
    p.RESTAURANTS: "restaurant", p.DAY_TRIPS: "sight",
}  # fmt: skip
DAY_TRIP = "day trip"
MOST = 60
AROUND_KM = {p.RESTAURANTS: 8.0}
WIDER_KM = {p.STAY: 12.0, p.ACTIVITIES: 12.0}
"""Kilometres around the middle of a city, times how much wider is looked."""

ESTIMATES: tuple[tuple[str, Source], ...] = (("flight", FlightEstimates()), ("train", TrainEstimates()))
OTHER_DAYS = 1
"""How many other first days are looked at beside the one that fits best."""


def requests_of(part: Part, wish: TripWish, brief: Brief, done: Done) -> list[SearchRequest]:
    """What is asked for a part: one request, or one for each day that the trip could begin on."""
    if part.coordinator in {p.FLIGHTS, p.TRAINS}:
        if brief.slots.get("days_around"):
            asked = [(wish.with_(first=day), day) for day in _days_around(wish, brief)]
        else:
            asked = [(wish, first) for first in _first_days(wish, brief)]
        return [_journey(kind, *one) for kind in kinds_of(part, wish) for one in asked]
    city = p.city_of(part, wish)
    if part.coordinator == p.BETWEEN:
        ways = _between(p.city_before(city, wish), city, settled(wish, done))
        return [one for one in ways if one.kind in kinds_of(part, wish)]
    local = _local(part, city, settled(wish, done), brief.adjustments.radius_factor)
    if part.coordinator == p.ACTIVITIES:
        return [local, *_events(local, settled(wish, done), brief)]
    return [local]


def kinds_of(part: Part, wish: TripWish) -> list[str]:
    """The kinds of ways that a part looks for: trains as well as flights where they are quick, and between
    two cities; no flight for who does not fly."""
    if part.coordinator not in {p.FLIGHTS, p.TRAINS, p.BETWEEN}:
        return []
    flights = ["flight"] if "flight" in wish.ways else []
    if part.coordinator == p.BETWEEN:
        return ["train", *flights]
    near = wish.origin is not None and p.near_by_train(wish.origin, wish.cities[0])
    return [
        *flights,
        *(["train"] if "train" in wish.ways and (near or wish.trains_first or not flights) else []),
    ]


def ways_estimated(wish: TripWish) -> list[Offer]:
    """Estimated ways there and back for the days of a wish, of the kinds that may be taken.

    For plans of other cities than those that offers were looked for: these come back from the last of them.
    """
    if wish.origin is None or wish.home:
        return []
    firsts = [wish.first, wish.first + timedelta(days=1)] if wish.exact else [wish.first]
    found = [
        offer
        for kind, source in ESTIMATES
        if kind in wish.ways
        for first in firsts
        for offer in source.search(_journey(kind, wish, first))
    ]
    return [one for one in found if not wish.exact or day_of(direction(one, "out"), "leaves") == wish.first]


def _events(local: SearchRequest, wish: TripWish, brief: Brief) -> list[SearchRequest]:
    """What is on in the city, for each time that the trip may be: the way there is not chosen yet."""
    zone = ZoneInfo(local.zone)
    asked = []
    for first in _first_days(wish, brief):
        begins = datetime.combine(first, time(0), zone)
        ends = begins + timedelta(days=wish.days + 1)
        asked.append(local.model_copy(update={"kind": "event", "begins": begins, "ends": ends}))
    return asked


def settled(wish: TripWish, done: Done) -> TripWish:
    """The wish with the days of the journey that was chosen."""
    journey = next(
        (found.chosen[0] for key in (p.FLIGHTS, p.TRAINS) if (found := done.get(key)) and found.chosen), None
    )
    return wish.with_(first=first_day(wish, journey)) if journey is not None else wish


def _first_days(wish: TripWish, brief: Brief) -> list[date]:
    """The day that was named, and the next for those who fly over night; else good ones of the window."""
    if wish.exact:
        return [wish.first, wish.first + timedelta(days=1)]
    start, end = dates_of(brief)
    if start is None or end is None:
        return [wish.first]
    today = brief.now.astimezone(brief.tz).date()
    return [wish.first, *other_first_days(max(start, today), end, wish.days, wish.first)[:OTHER_DAYS]]


def _days_around(wish: TripWish, brief: Brief) -> list[date]:
    """Days just before and after, where nothing was found on the right ones (`widening.days_near_by`); not
    before today."""
    around = brief.slots.get("days_around") or 0
    shifts = [sign * n for n in range(1, around + 1) for sign in (1, -1)]
    days = [wish.first + timedelta(days=shift) for shift in (0, *shifts)]
    return [day for day in days if day > brief.now.astimezone(brief.tz).date()]


def _noon(day: date, city: City) -> datetime:
    return datetime.combine(day, NOON, ZoneInfo(city.zone))


def _journey(kind: str, wish: TripWish, first: date) -> SearchRequest:
    to, last, origin = wish.cities[0], wish.cities[-1], wish.origin
    assert origin is not None
    back = {"back_from": last.name, "back_at": last.at} if last != to else {}
    end = wish.last if wish.exact else first + timedelta(days=wish.days - 1)
    return SearchRequest(
        kind=kind,
        city=to.name,
        near=to.at,
        zone=to.zone,
        begins=_noon(first, to),
        ends=_noon(max(end, first), to),
        people=wish.people,
        currency=wish.currency,
        journey=Journey.model_validate({"origin": origin.name, "origin_at": origin.at, **back}),
    )


def _between(here: City, there: City, wish: TripWish) -> list[SearchRequest]:
    """Trains and flights on the morning of the change."""
    nights = cities_by_day(wish)
    if there not in nights:
        return []
    day = wish.first + timedelta(days=nights.index(there))
    asked = SearchRequest(
        kind="train",
        city=there.name,
        near=there.at,
        zone=there.zone,
        begins=_noon(day, there),
        people=wish.people,
        currency=wish.currency,
        journey=Journey(origin=here.name, origin_at=here.at, one_way=True),
    )
    return [asked, asked.model_copy(update={"kind": "flight"})]


def _local(part: Part, city: City, wish: TripWish, wider: float) -> SearchRequest:
    """What is in the city; restaurants and what is looked for more widely, around its middle."""
    radius = AROUND_KM.get(part.coordinator, None if wider <= 1 else WIDER_KM.get(part.coordinator))
    nights = _nights(city, wish) if part.coordinator == p.STAY else {}
    return SearchRequest(
        kind=KINDS[part.coordinator],
        city=city.name,
        near=city.at if radius else None,
        radius_km=radius * max(1.0, wider) if radius else None,
        categories=[DAY_TRIP] if part.coordinator == p.DAY_TRIPS else [],
        zone=city.zone,
        people=wish.people,
        currency=wish.currency,
        limit=MOST,
        **nights,
    )


def _nights(city: City, wish: TripWish) -> dict[str, datetime]:
    """When one arrives and leaves again, for sources whose prices are those of a night; nothing for a day."""
    there = [number for number, one in enumerate(cities_by_day(wish)) if one == city]
    last = min(there[-1] + 1, wish.days - 1) if there else 0
    if not there or last <= there[0]:
        return {}
    begins, ends = (_noon(wish.first + timedelta(days=n), city) for n in (there[0], last))
    return {"begins": begins, "ends": ends}
