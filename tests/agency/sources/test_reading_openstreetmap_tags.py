"""What the tags of a place say, and what is not made up from them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from agency.sources.base import Offer, SearchRequest
from agency.sources.opening import parse_hours
from agency.sources.openstreetmap.elements import is_gone, read_element
from tests.fakes.openstreetmap import overpass_node, overpass_way, with_colons

HERE = (41.9, 12.5)
REQUEST = SearchRequest(kind="restaurant", city="Rome", zone="Europe/Rome")
CASES = Path(os.environ.get("CASES", "../shared/cases"))


def offer_of(request: SearchRequest = REQUEST, /, tags: Mapping[str, str] = {}, **more: str) -> Offer:
    offer = read_element(overpass_node(7, {"name": "Da Enzo", **tags, **more}), request, HERE)
    assert offer is not None
    return offer


def test_a_full_set_of_tags_becomes_an_offer() -> None:
    offer = offer_of(
        amenity="restaurant",
        cuisine="italian;Steak_House ; pizza",
        opening_hours="Mo-Su 12:00-15:00,19:00-23:00",
        website="www.daenzo.example",
        website__menu="https://daenzo.example/menu",
        contact__phone="+39 06 123; +39 06 456",
        addr__street="Via dei Vascellari",
        addr__housenumber="29",
        addr__postcode="00153",
        addr__city="Roma",
        addr__country="IT",
        outdoor_seating="yes",
        wheelchair="limited",
    )
    assert (offer.source, offer.source_id, offer.kind) == ("openstreetmap", "node/7", "restaurant")
    assert offer.cuisines == ["italian", "steak house", "pizza"]
    assert offer.link == "https://www.daenzo.example"
    assert offer.menu_link == "https://daenzo.example/menu"
    assert offer.opening_hours == "Mo-Su 12:00-15:00,19:00-23:00"
    assert offer.place is not None
    assert (offer.place.address, offer.place.city) == ("Via dei Vascellari 29, 00153", "Roma")
    assert offer.attributes["phone"] == "+39 06 123"
    assert offer.attributes["wheelchair"] == "limited"
    assert offer.attributes["outdoor_seating"] == "yes"
    assert offer.attributes["attribution"] == "© OpenStreetMap contributors"
    assert Offer.model_validate(offer.model_dump(mode="json")) == offer


def test_stars_and_prices_are_not_made_up() -> None:
    offer = offer_of(amenity="restaurant", stars="5", price="cheap")
    assert (offer.rating, offer.rating_count, offer.price, offer.price_level) == (None, None, None, None)
    assert offer.sample is False


def test_a_place_without_a_website_links_to_its_page_on_the_map() -> None:
    assert offer_of().link == "https://www.openstreetmap.org/node/7"
    assert offer_of(website="javascript:alert(1)").link == "https://www.openstreetmap.org/node/7"
    assert offer_of(website="none").link == "https://www.openstreetmap.org/node/7"


def test_a_way_lies_at_its_centre() -> None:
    offer = read_element(overpass_way(8, lat=41.91, name="Hall"), REQUEST, HERE)
    assert offer is not None
    assert offer.place is not None
    assert (offer.source_id, offer.place.lat) == ("way/8", 41.91)
    assert offer.attributes["distance_km"] == pytest.approx(1.11, abs=0.01)


@pytest.mark.parametrize(
    ("tags", "served", "refused"),
    [
        ({"diet__vegan": "only"}, ["pescatarian", "vegan", "vegetarian"], []),
        ({"diet__vegetarian": "yes", "diet__halal": "no"}, ["pescatarian", "vegetarian"], ["halal"]),
        ({"cuisine": "vegetarian;indian"}, ["pescatarian", "vegetarian"], []),
        ({"diet__gluten_free": "limited"}, [], []),
        ({"diet__vegetarian": "no"}, [], ["vegetarian"]),
        ({}, [], []),
    ],
)
def test_diets_are_what_the_tags_say_and_what_that_implies(
    tags: dict[str, str], served: list[str], refused: list[str]
) -> None:
    offer = offer_of(tags=tags)
    assert offer.diets == served
    assert offer.attributes.get("diets_not_served", []) == refused


@pytest.mark.parametrize(
    "tags",
    [
        {"disused": "yes"},
        {"abandoned": "yes"},
        {"disused__amenity": "restaurant"},
        {"opening_hours": "off"},
        {"opening_hours": "closed"},
        {"operational_status": "closed"},
        {"end_date": "2020-05-01"},
    ],
    ids=str,
)
def test_places_that_are_gone_are_left_out(tags: dict[str, str]) -> None:
    assert is_gone(with_colons(tags), date(2026, 12, 1))
    assert read_element(overpass_node(9, {"name": "Gone", **tags}), REQUEST, HERE) is None


@pytest.mark.parametrize(
    "tags", [{}, {"end_date": "2099-01-01"}, {"end_date": "spring"}, {"disused": "no"}], ids=str
)
def test_places_that_go_on_are_kept(tags: dict[str, str]) -> None:
    assert not is_gone(tags, date(2026, 12, 1))


def test_hours_that_cannot_be_read_are_unknown_and_not_shown() -> None:
    request = REQUEST.model_copy(update={"begins": datetime(2026, 12, 4, 19, tzinfo=UTC)})
    offer = offer_of(request, opening_hours="ask the landlord")
    assert (offer.opening_hours, offer.attributes["open_then"]) == ("", "unknown")
    assert "opening" not in offer.attributes


def test_an_evening_counts_as_open_when_any_of_it_is() -> None:
    evening = {
        "begins": datetime(2026, 12, 4, 17, tzinfo=UTC),
        "ends": datetime(2026, 12, 4, 22, tzinfo=UTC),
    }
    request = REQUEST.model_copy(update=evening)
    assert offer_of(request, opening_hours="20:00-23:00").attributes["open_then"] is True
    assert offer_of(request, opening_hours="09:00-18:00").attributes["open_then"] is False


@pytest.mark.skipif(not (CASES / "catalogue").is_dir(), reason="not run: no cases")
def test_restaurants_of_rome_as_mapped_are_read() -> None:
    rows = json.loads((CASES / "catalogue/rome_osm_restaurants.json").read_text())["restaurants"]
    tags = ("name", "cuisine", "phone", "website", "opening_hours")
    elements = [
        {
            "type": "node",
            "id": number,
            "lat": row["lat"],
            "lon": row["lon"],
            "tags": {"amenity": "restaurant", "addr:street": row["address"]}
            | {key: row[key] for key in tags if row[key]},
        }
        for number, row in enumerate(rows, 1)
    ]
    offers = [read_element(element, REQUEST, HERE) for element in elements]
    assert all(offers)
    hours = [row["opening_hours"] for row in rows if row["opening_hours"]]
    read = sum(parse_hours(text, "Europe/Rome") is not None for text in hours)
    print(f"opening_hours read: {read} of {len(hours)}")
    assert read / len(hours) >= 0.9
