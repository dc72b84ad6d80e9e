"""What words on a card of options mean: places in an order, days ruled out, distances, qualities, makes."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from agency.reasoning.skills.refinement import Refinement, WordsToRefine, by_rules
from agency.reasoning.slots import SlotContext
from missions.plugins.discovery import type_named
from missions.understanding import by_rules as understood

AROUND = SlotContext(ref=datetime(2026, 11, 29, 18), zone="Europe/Berlin", language="en", currency="EUR")
FRIDAY, SATURDAY, SUNDAY = "2026-12-04", "2026-12-05", "2026-12-06"
TITLES = ["Da Vito", "Osteria dei Gatti", "Trattoria Due Ponti"]


def read(text: str, kind: str = "dining", **slots: Any) -> Refinement:
    question = WordsToRefine(
        text=text,
        goal="x",
        slots=slots,
        titles=TITLES,
        specs=list(type_named(kind).config.all_slots),
        context=AROUND,
        extremes={"price": 2, "price 2": 3, "rating 3": 1},
    )
    return by_rules(question)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("the second cheapest", 3),
        ("I'll take the second cheapest one", 3),
        ("das zweitgünstigste", 3),
        ("the third best rated one", 1),
        ("the cheapest", 2),
    ],
)
def test_a_place_in_the_order_of_prices_takes_the_option(text: str, number: int) -> None:
    assert read(text).chosen_number == number


def test_a_place_that_no_option_has_alone_changes_nothing() -> None:
    assert read("the third cheapest").empty


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("not on Friday", {"start": SATURDAY, "end": SUNDAY}),
        ("nicht am Freitag", {"start": SATURDAY, "end": SUNDAY}),
        ("any day but Friday", {"start": SATURDAY, "end": SUNDAY}),
        ("not on Saturday", {"start": FRIDAY, "end": SUNDAY, "days": [FRIDAY, SUNDAY]}),
        ("nicht Freitag oder Samstag", SUNDAY),
        ("Friday, not Saturday", FRIDAY),
    ],
)
def test_a_day_that_is_ruled_out_leaves_the_others(text: str, left: Any) -> None:
    found = read(text, date={"start": FRIDAY, "end": SUNDAY})
    assert (found.slots, found.exclude) == ({"date": left}, [])


def test_the_one_day_that_was_meant_is_open_again_once_it_is_ruled_out() -> None:
    found = read("not on Friday", date=FRIDAY)
    assert (found.drop, found.exclude, found.slots) == (["date"], [], {})


@pytest.mark.parametrize(
    ("text", "of", "km"),
    [
        ("within 500 m of the station", "station", 0.5),
        ("höchstens 500 m vom Bahnhof", "Bahnhof", 0.5),
        ("näher am Bahnhof", "Bahnhof", None),
        ("näher an der Oper", "Oper", None),
    ],
)
def test_metres_and_nearer_are_no_money(text: str, of: str, km: float | None) -> None:
    assert read(text).slots == {"near": {"of": of, "km": km}}


def test_what_comes_behind_within_may_still_be_money() -> None:
    assert read("within 500 euros").slots["budget"]["amount"] == 500


@pytest.mark.parametrize("text", ["bluetooth 5", "with Bluetooth 5.2", "wifi 6", "USB-C"])
def test_what_a_thing_keeps_to_is_no_other_thing(text: str) -> None:
    found = read(text, "shopping", product="headphones")
    assert (found.slots, found.prefer) == ({}, [text.removeprefix("with ")])


@pytest.mark.parametrize(
    ("goal", "made"),
    [
        ("headphones not sony", ["sony"]),
        ("headphones not Sony under 100", ["Sony"]),
        ("a phone not from Apple under 150", ["Apple"]),
        ("Kopfhörer keine Sony", ["Sony"]),
        ("laptop not heavy", None),
    ],
)
def test_a_make_is_ruled_out_without_a_comma(goal: str, made: list[str] | None) -> None:
    assert understood(goal, AROUND, "shopping").slots.get("exclude_product") == made
