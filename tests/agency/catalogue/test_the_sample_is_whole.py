"""The shipped catalogue is wide enough to try everything with, valid throughout, and says what it is."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date
from urllib.parse import urlsplit

import pytest

from agency.catalogue.rows import CatalogueRow
from agency.catalogue.shipped import FOLDER, read_sample
from agency.catalogue.tables import free_tables
from agency.sources.distance import distance_km

CENTRES = {
    "Paris": (48.8566, 2.3522), "London": (51.5074, -0.1278), "Berlin": (52.52, 13.405),
    "Rome": (41.9028, 12.4964), "New York": (40.7128, -74.006), "San Francisco": (37.7749, -122.4194),
    "Tokyo": (35.6762, 139.6503), "Amsterdam": (52.3676, 4.9041), "Barcelona": (41.3874, 2.1686),
    "Vienna": (48.2082, 16.3738),
}  # fmt: skip


@pytest.fixture(scope="module")
def sample() -> list[CatalogueRow]:
    return read_sample()


def _in(sample: list[CatalogueRow], kind: str, city: str) -> list[CatalogueRow]:
    return [row for row in sample if row.kind == kind and row.city == city]


@pytest.mark.parametrize("city", CENTRES)
def test_a_city_has_varied_restaurants(sample: list[CatalogueRow], city: str) -> None:
    restaurants = _in(sample, "restaurant", city)
    assert len(restaurants) >= 28
    assert sum("italian" in row.cuisines for row in restaurants) >= 4
    assert len({cuisine for row in restaurants for cuisine in row.cuisines}) >= 18
    assert {row.price_level for row in restaurants} == {1, 2, 3, 4}
    assert {diet for row in restaurants for diet in row.diets} >= {
        "vegetarian",
        "vegan",
        "gluten_free",
        "halal",
    }
    assert all(row.opening_hours and row.tables and row.address and row.rating for row in restaurants)


@pytest.mark.parametrize("city", CENTRES)
def test_a_city_has_events_of_many_kinds_that_recur(sample: list[CatalogueRow], city: str) -> None:
    events = _in(sample, "event", city)
    assert len(events) >= 12
    assert len({row.category for row in events}) >= 10
    assert all(row.rrule and row.start_time and row.duration_minutes and row.venue for row in events)


@pytest.mark.parametrize("city", CENTRES)
def test_everything_in_a_city_is_near_its_centre(sample: list[CatalogueRow], city: str) -> None:
    for row in [*_in(sample, "restaurant", city), *_in(sample, "event", city)]:
        assert row.lat is not None
        assert row.lon is not None
        assert distance_km(CENTRES[city], (row.lat, row.lon)) < 20, row.title


def test_free_tables_lie_within_opening_days(sample: list[CatalogueRow]) -> None:
    for row in sample:
        for day, times in row.tables.items():
            assert day[:2].capitalize() in row.opening_hours or "-" in row.opening_hours, row.title
            assert times == sorted(set(times))


def test_friday_night_in_paris_has_italian_tables_to_choose_from(sample: list[CatalogueRow]) -> None:
    italian = [row for row in _in(sample, "restaurant", "Paris") if "italian" in row.cuisines]
    free = [
        row.title
        for row in italian
        if any(clock >= "18:30" for clock in free_tables(row.tables, date(2026, 12, 4)))
    ]
    assert len(free) >= 3


def test_products_are_sold_by_several_retailers(sample: list[CatalogueRow]) -> None:
    offers = Counter(row.product_key for row in sample if row.kind == "product")
    assert len(offers) >= 60
    assert all(3 <= count <= 6 for count in offers.values())
    assert {row.currency for row in sample if row.kind == "product"} >= {"USD", "EUR", "GBP", "JPY"}


def test_tariffs_cover_the_kinds_and_countries(sample: list[CatalogueRow]) -> None:
    kinds = Counter(row.category for row in sample if row.kind == "tariff")
    assert min(kinds["electricity"], kinds["internet"], kinds["phone"]) >= 16
    assert kinds["gas"] >= 8
    places = Counter((row.country, row.category) for row in sample if row.kind == "tariff")
    assert {country for country, _ in places} == {"US", "GB", "DE", "FR"}
    assert min(places.values()) >= 4


def test_links_lead_nowhere_real(sample: list[CatalogueRow]) -> None:
    links = [link for row in sample for link in (row.link, row.booking_link, row.menu_link) if link]
    assert links
    assert all((urlsplit(link).hostname or "").endswith(".example") for link in links)


def test_ids_are_unique(sample: list[CatalogueRow]) -> None:
    assert len({row.source_id for row in sample}) == len(sample)


def test_every_file_says_that_it_is_sample_data_and_all_are_small() -> None:
    files = sorted(FOLDER.rglob("*.json"))
    assert all(json.loads(path.read_text("utf-8"))["note"].startswith("Sample data") for path in files)
    assert sum(path.stat().st_size for path in files) < 1_500_000
