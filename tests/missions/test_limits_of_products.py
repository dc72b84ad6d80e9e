"""Limits of what a thing measures: hard where it is told, "not known" where not, taken back in words."""

from __future__ import annotations

from datetime import datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils.translation import override

from agency.reasoning.skills.refinement import Refinement
from agency.reasoning.slots import SlotContext, extract_slots
from agency.reasoning.slots.measures import find_measures
from agency.sources.base import Offer
from missions.brief import Adjustments, Brief
from missions.measuring import to_lift
from missions.plugins.discovery import type_named
from missions.refining import refined

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 29, 18, 0, tzinfo=BERLIN)
CONTEXT = SlotContext(ref=NOW.replace(tzinfo=None), zone="Europe/Berlin", language="en", currency="EUR")
RAM, STORAGE, WEIGHT = (
    {"what": "ram", "min": 16},
    {"what": "storage", "min": 512},
    {"what": "weight", "max": 1.5},
)


def read(text: str) -> dict[str, Any]:
    found = extract_slots(text, list(type_named("shopping").config.all_slots), CONTEXT)
    return {name: slot.value for name, slot in found.items()}


def brief(**slots: Any) -> Brief:
    return Brief(
        goal="a laptop",
        mission_type="shopping",
        level=2,
        slots={"product": "laptop", **slots},
        now=NOW,
        zone="Europe/Berlin",
        language="en",
        currency="EUR",
    )


def laptop(title: str = "Zen 14", **specs: Any) -> Offer:
    return Offer(source="x", source_id="1", kind="product", title=title, attributes={"specs": specs})


@pytest.mark.parametrize(
    ("text", "limits"),
    [
        ("laptop with at least 16 GB RAM and min. 512 GB SSD under 1.5 kg", [RAM, STORAGE, WEIGHT]),
        ("Notebook mit mindestens 16 GB unter 1000 Euro", [RAM]),
        ("a phone with at least 256 GB", [{"what": "storage", "min": 256}]),
        ("a laptop with 16GB RAM or more", [RAM]),
        ("a TV, 55 inch or bigger", [{"what": "screen", "min": 55}]),
        ("headphones with battery life of at least 30 hours", [{"what": "battery", "min": 30}]),
        ("Laptop, höchstens 14 Zoll, leichter als 1,5 kg", [{"what": "screen", "max": 14}, WEIGHT]),
        ("SSD of at least 1 TB", [{"what": "storage", "min": 1000}]),
    ],
)
def test_limits_are_read_and_the_thing_stays(text: str, limits: list[dict[str, Any]]) -> None:
    assert read(text)["measures"] == limits


@pytest.mark.parametrize(
    ("text", "thing"), [("an SSD over 1 TB", "SSD"), ("buy a camera over 20 MP", "camera")]
)
def test_a_thing_that_is_called_as_its_measure_stays_the_thing(text: str, thing: str) -> None:
    assert read(text)["product"] == thing
    assert len(read(text)["measures"]) == 1


@pytest.mark.parametrize(
    "text",
    ["a chair for people over 120 kg", "a child seat for kids up to 18 kg", "Hundebett für Hunde über 30 kg"],
)
def test_the_weight_of_who_uses_a_thing_is_not_the_things(text: str) -> None:
    assert "measures" not in read(text)


@pytest.mark.parametrize(
    ("text", "product"),
    [
        ("at least 15 inches laptop", "laptop"),
        ("laptop with at least 16 GB RAM under 900 euros", "laptop"),
        ("iPhone 15 128GB", "iPhone 15 128GB"),
        ("buy a 65 inch tv", "65 inch tv"),
    ],
)
def test_the_name_of_a_thing_is_none_of_its_limits(text: str, product: str) -> None:
    assert read(text)["product"] == product


def test_what_is_told_and_does_not_keep_to_a_limit_is_left_out() -> None:
    shopping = type_named("shopping")
    wanted = brief(measures=[RAM, WEIGHT])
    scene = shopping.scene(wanted)
    assert shopping.check(laptop(ram_gb=8, weight_kg=1.2), scene).drop == "less than 16 GB RAM"
    assert shopping.check(laptop(ram_gb=16, weight_kg=1.8), scene).drop == "more than 1.5 kg weight"
    assert shopping.check(laptop("Zen 14, 8GB RAM", weight_kg=1.2), scene).drop == "less than 16 GB RAM"
    assert shopping.check(laptop(ram_gb=16, weight_g=1290), scene).drop == ""


def test_what_nobody_tells_is_said_to_be_not_known() -> None:
    shopping = type_named("shopping")
    check = shopping.check(laptop(ram_gb=16), shopping.scene(brief(measures=[RAM, WEIGHT])))
    assert check.drop == ""
    assert "weight not known" in check.misses
    assert "RAM not known" not in check.misses


@pytest.mark.parametrize("language", ["en", "de"])
def test_each_limit_is_offered_to_be_taken_back_in_words_that_are_understood(language: str) -> None:
    wanted = brief(measures=[RAM, WEIGHT])
    with override(language):
        offered = to_lift(wanted)
    for words, left in zip(offered, ([WEIGHT], [RAM]), strict=True):
        (lifted,) = [one.value for one in find_measures(words)]
        _adjusted, slots, _said = refined(
            Adjustments(), wanted.slots, Refinement(slots={"measures": [lifted]}), shown=[], words=words
        )
        assert slots["measures"] == left


def test_a_new_limit_replaces_the_one_on_the_same_thing() -> None:
    wanted = brief(measures=[RAM, WEIGHT])
    more = Refinement(slots={"measures": [{"what": "ram", "min": 32}]})
    _adjusted, slots, _said = refined(Adjustments(), wanted.slots, more, shown=[], words="at least 32 GB RAM")
    assert slots["measures"] == [{"what": "ram", "min": 32}, WEIGHT]


@pytest.mark.parametrize(
    ("text", "product", "make"),
    [
        ("headphones under 100 not from Sony", "headphones", "Sony"),
        ("Kopfhörer nicht von Bose", "Kopfhörer", "Bose"),
        ("a laptop, not from HP", "laptop", "HP"),
    ],
)
def test_a_make_that_is_refused_needs_no_comma(text: str, product: str, make: str) -> None:
    found = read(text)
    assert (found["product"], found["exclude_product"]) == (product, [make])


@pytest.mark.parametrize("wish", ["lighter", "leichter", "light"])
def test_who_wants_it_lighter_sees_the_lightest_first(wish: str) -> None:
    kind = type_named("shopping")
    wished = brief().model_copy(update={"adjustments": Adjustments(prefer=[wish])})
    heavy, middle, slim, silent = (
        laptop(title, **specs).model_copy(update={"source_id": title, "price": Decimal(900)})
        for title, specs in (
            ("Heavy", {"weight_kg": 2.4}),
            ("Middle", {"weight_kg": 1.6}),
            ("Slim", {"weight_g": 990}),
            ("Silent", {}),
        )
    )
    ranked = kind.rank([heavy, silent, middle, slim], kind.scene(wished))
    assert [one.offer.title for one in ranked[:3]] == ["Slim", "Middle", "Heavy"]
    assert [bool(one.misses) for one in ranked[:3]] == [False, False, False]
    assert any("not known" in miss for one in ranked if one.offer.title == "Silent" for miss in one.misses)
