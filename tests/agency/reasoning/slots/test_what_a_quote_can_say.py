"""A model's slot that no grammar reads is kept where the words that it quotes can say it."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from agency.reasoning.skills.slots import GoalToRead, Slots, extract
from agency.reasoning.slots import SlotContext, SlotSpec
from agency.reasoning.slots.quoted import can_say, tells_of_more
from agency.reasoning.slots.specs import SlotType

SPECS: list[SlotSpec] = [
    SlotSpec(name=name, type=kind)
    for name, kind in (("place", "place"), ("people", "people"), ("budget", "money"), ("product", "product"))
]
CONTEXT = SlotContext(ref=datetime(2026, 11, 27, 12, 0), zone="Europe/Berlin", currency="EUR")


def read(text: str, **given: Any) -> Slots:
    question = GoalToRead(text=text, specs=SPECS, context=CONTEXT)
    return extract.shape_for(question).model_validate_json(json.dumps(given))


@pytest.mark.parametrize(
    ("kind", "value", "quote", "text"),
    [
        ("place", "Kleinkleckersdorf", "in Kleinkleckersdorf", "etwas in Kleinkleckersdorf"),
        ("product", "quiet kettle", "that does not scream", "my kettle died, one that does not scream"),
        ("money", {"amount": 50, "currency": "EUR"}, "cincuenta euros", "unos cincuenta euros"),
        ("money", {"amount": 4000, "currency": "EUR"}, "4k all in", "4k all in"),
        ("money", {"amount": 1250.5, "currency": "EUR"}, "1.250,50", "für 1.250,50"),
        ("number", 3000, "3 000 kWh", "3 000 kWh"),
    ],
)
def test_words_say_a_name_and_an_amount_that_is_in_them(
    kind: SlotType, value: Any, quote: str, text: str
) -> None:
    assert can_say(kind, value, quote, text)


@pytest.mark.parametrize(
    ("kind", "value", "quote", "text"),
    [
        ("place", "Paris", "my mother is 80", "a table, my mother is 80"),
        ("product", "Bose QC45", "something for my ears", "something for my ears"),
        ("money", {"amount": 30, "currency": "EUR"}, "nothing fancy", "nothing fancy at all"),
        ("money", {"amount": 30, "currency": "EUR"}, "my mother is 80", "my mother is 80"),
        ("number", 4000, "3 000 kWh", "3 000 kWh"),
    ],
)
def test_words_do_not_say_what_is_not_in_them(kind: SlotType, value: Any, quote: str, text: str) -> None:
    assert not can_say(kind, value, quote, text)


def test_an_invented_city_is_left_out_and_the_rest_is_kept() -> None:
    text = "A table for two, my mother is 80"
    found = read(text, place="Paris", people=2, said={"place": "my mother", "people": "for two"})
    assert found.values == {"people": 2}


def test_people_who_are_told_of_one_by_one_are_counted_by_the_model() -> None:
    text = "Dinner for four colleagues plus the intern"
    said = {"people": "four colleagues plus the intern"}
    assert read(text, people=5, said=said).values == {"people": 5}
    assert read(text, people=9, said=said).values["people"] != 9
    assert not tells_of_more(7, "for four people tonight")


def test_wishes_are_kept_where_they_stand_in_the_words_and_qualities_where_they_are_known() -> None:
    wishes = [
        {"words": "hear each other talk", "quality": "quiet"},
        {"words": "a show in the kitchen", "quality": "theatrical"},
        {"words": "a view of the tower", "quality": "outdoor"},
        "quiet",
        {"quality": "quiet"},
    ]
    text = "For two, where we can hear each other talk, with a show in the kitchen"
    found = read(text, people=2, wishes=wishes, said={"people": "For two"})
    assert [(wish.words, wish.quality) for wish in found.wishes] == [
        ("hear each other talk", "quiet"),
        ("a show in the kitchen", ""),
    ]
    assert found.values == {"people": 2}
    question = GoalToRead(text=text, specs=SPECS, context=CONTEXT)
    again = extract.shape_for(question).model_validate_json(found.model_dump_json())
    assert again.wishes == found.wishes, "as it comes from the cache"
