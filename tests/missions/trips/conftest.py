"""Trips planned from the shipped sample and the estimates, without a database."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache
from typing import Any

import pytest

from agency.catalogue.offers import offer_of
from agency.catalogue.shipped import read_sample
from agency.models.catalogue import CatalogueItem
from agency.reasoning.slots.places import locate
from agency.sources.base import Journey, Offer, SearchRequest
from agency.sources.estimates.flights import FlightEstimates
from agency.sources.estimates.trains import TrainEstimates
from missions.trips.frame import cities_by_day
from missions.trips.ground import Found
from missions.trips.wish import City, TripWish

KINDS = ("stay", "sight", "activity", "restaurant", "service")
type Wishes = Callable[..., TripWish]


@lru_cache(maxsize=1)
def sample() -> dict[tuple[str, str], list[Offer]]:
    """The shipped offers by kind and city."""
    offers: dict[tuple[str, str], list[Offer]] = {}
    for row in read_sample():
        if row.kind in KINDS:
            item = CatalogueItem(**row.columns(source="sample", sample=True))
            offer = offer_of(item, fetched_at=datetime(2026, 11, 1, tzinfo=UTC))
            offers.setdefault((row.kind, row.city), []).append(offer)
    return offers


@lru_cache(maxsize=64)
def city(name: str) -> City:
    place = locate(name)
    assert place is not None, name
    return City(place.name, place.country, place.lat, place.lon, place.zone)


def wish(cities: str = "Paris", first: date = date(2027, 5, 11), days: int = 5, **more: Any) -> TripWish:
    """A wish for cities ("Rome, Florence"); `origin` and `limit` as words and numbers."""
    fields: dict[str, Any] = {"people": 2, "currency": "USD", **more}
    fields["origin"] = city(fields["origin"]) if fields.get("origin") else None
    fields["limit"] = Decimal(fields["limit"]) if fields.get("limit") else None
    return TripWish(tuple(city(name) for name in cities.split(", ")), first, days, **fields)


def found(asked: TripWish) -> Found:
    """What the sources say to a wish."""
    by_city = {kind: {one.name: sample().get((kind, one.name), []) for one in asked.cities} for kind in KINDS}
    return Found(
        journeys=_journeys(asked),
        between=_between(asked),
        stays=by_city["stay"],
        sights=by_city["sight"],
        activities=by_city["activity"],
        restaurants=by_city["restaurant"],
    )


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), UTC)


def _ask(kind: str, to: City, journey: Journey, first: date, last: date | None) -> list[Offer]:
    source = FlightEstimates() if kind == "flight" else TrainEstimates()
    request = SearchRequest(
        kind=kind,
        city=to.name,
        near=to.at,
        journey=journey,
        begins=_noon(first),
        ends=_noon(last) if last else None,
    )
    return source.search(request)


def _journeys(asked: TripWish) -> list[Offer]:
    if asked.origin is None:
        return []
    last = asked.cities[-1] if len(asked.cities) > 1 else None
    journey = Journey(
        origin=asked.origin.name,
        origin_at=asked.origin.at,
        back_from=last.name if last else "",
        back_at=last.at if last else None,
    )
    kinds = ("flight", "train")
    return [
        offer for kind in kinds for offer in _ask(kind, asked.cities[0], journey, asked.first, asked.last)
    ]


def _between(asked: TripWish) -> dict[tuple[str, str], list[Offer]]:
    ways = {}
    nights = cities_by_day(asked)
    for here, there in zip(asked.cities, asked.cities[1:], strict=False):
        if there not in nights:
            continue
        day = asked.first + timedelta(days=nights.index(there))
        journey = Journey(origin=here.name, origin_at=here.at, one_way=True)
        ways[here.name, there.name] = _ask("train", there, journey, day, None) or _ask(
            "flight", there, journey, day, None
        )
    return ways


@pytest.fixture
def wishes() -> Wishes:
    return wish
