"""The shipped sights, stays and activities: real places, enough of them, with hours to plan by."""

from __future__ import annotations

import pytest

from agency.catalogue.rows import CatalogueRow
from agency.catalogue.shipped import read_sample
from agency.reasoning.slots.places import locate
from agency.sources.distance import distance_km

CITIES = (
    "Paris", "London", "Berlin", "Rome", "New York", "San Francisco", "Tokyo", "Amsterdam", "Barcelona",
    "Vienna", "Florence", "Venice",
)  # fmt: skip


@pytest.fixture(scope="module")
def sample() -> list[CatalogueRow]:
    return read_sample()


def rows(sample: list[CatalogueRow], kind: str, city: str) -> list[CatalogueRow]:
    return [row for row in sample if row.kind == kind and row.city == city]


@pytest.mark.parametrize("city", CITIES)
def test_a_city_has_sights_of_many_kinds_with_hours_and_length(sample: list[CatalogueRow], city: str) -> None:
    sights = rows(sample, "sight", city)
    assert len(sights) >= (30 if city == "Paris" else 18)
    assert len({row.category for row in sights}) >= 6
    assert sum(row.category == "day trip" for row in sights) >= 3
    assert all(row.opening_hours and row.duration_minutes and row.price is not None for row in sights)


@pytest.mark.parametrize("city", CITIES)
def test_a_city_has_beds_for_every_purse_and_party(sample: list[CatalogueRow], city: str) -> None:
    stays = rows(sample, "stay", city)
    prices = sorted(row.price for row in stays if row.price)
    assert len(stays) >= 8
    assert prices[-1] > 3 * prices[0]
    assert max(int(str(row.attributes["room_for"])) for row in stays) >= 4
    assert all(row.link.endswith(".example/") for row in stays)


@pytest.mark.parametrize("city", CITIES)
def test_a_city_has_things_to_do_and_places_to_eat(sample: list[CatalogueRow], city: str) -> None:
    assert len(rows(sample, "activity", city)) >= 5
    assert len(rows(sample, "restaurant", city)) >= 14


@pytest.mark.parametrize("city", CITIES)
def test_places_are_in_their_city_and_day_trips_say_how_far(sample: list[CatalogueRow], city: str) -> None:
    centre = locate(city)
    assert centre is not None
    for row in [one for kind in ("sight", "stay", "activity") for one in rows(sample, kind, city)]:
        assert row.lat is not None
        assert row.lon is not None
        km = distance_km((centre.lat, centre.lon), (row.lat, row.lon))
        if row.category == "day trip":
            assert km < 1.15 * float(str(row.attributes["travel_km"])) + 5, row.title
            assert row.attributes["travel_minutes"]
        else:
            assert km < 25, row.title


@pytest.mark.parametrize("city", ["Berlin", "Paris", "London", "New York"])
def test_a_gathering_finds_all_that_it_needs(sample: list[CatalogueRow], city: str) -> None:
    kinds = {row.category for row in rows(sample, "service", city)}
    assert kinds == {"venue", "menu", "helpers", "transport"}
