"""Words reach the things of a plan by kitchen, meal, kind, day, not by their names alone."""

from __future__ import annotations

from datetime import date, time

import pytest

from missions.trips.items_said import said_of
from missions.trips.plan import Day, Item

TUESDAY, WEDNESDAY = date(2027, 5, 11), date(2027, 5, 12)


def thing(name: str, kind: str, category: str, hour: int) -> Item:
    return Item.model_validate(
        {"kind": kind, "name": name, "category": category, "start": time(hour), "end": time(hour + 1)}
    )


FIRST = [
    thing("Louvre", "sight", "museum", 10),
    thing("Chez Paul", "restaurant", "french", 12),
    thing("La Taqueria", "restaurant", "mexican, tacos", 19),
]
SECOND = [
    thing("Orsay", "sight", "museum", 10),
    thing("Bistro Un", "restaurant", "french", 12),
    thing("Roma", "restaurant", "italian, pizza", 20),
]
ITEMS = [
    (Day(date=day, city="Paris", items=items), item)
    for day, items in ((TUESDAY, FIRST), (WEDNESDAY, SECOND))
    for item in items
]


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Mexican dinner", ["La Taqueria"]),
        ("mexikanische Abendessen", ["La Taqueria"]),
        ("lunch on Wednesday", ["Bistro Un"]),
        ("Abendessen am Mittwoch", ["Roma"]),
        ("dinner on day 2", ["Roma"]),
        ("museum on Wednesday", ["Orsay"]),
        ("Italian place", ["Roma"]),
        ("Thai dinner", []),
        ("opera", []),
    ],
)
def test_what_words_say_of_a_thing_finds_it(words: str, names: list[str]) -> None:
    assert [item.name for _day, item in said_of(ITEMS, words)] == names
