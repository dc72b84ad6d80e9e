"""Words about places to eat that name an option, or one of the people who come."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from agency.reasoning.skills.refinement import Refinement, WordsToRefine, extract_refinement
from agency.reasoning.slots import SlotContext
from missions.plugins.discovery import type_named

TITLES = ["Osteria dei Tre Gatti", "Da Vito", "Sushi Ya"]
SLOTS = {"cuisine": ["italian"], "place": "Paris", "people": 4}


def read(words: str) -> Refinement:
    question = WordsToRefine(
        text=words,
        goal="Italian in Paris for 4",
        slots=SLOTS,
        titles=TITLES,
        specs=list(type_named("dining").config.all_slots),
        context=SlotContext(ref=datetime(2026, 11, 25, 10, 30, tzinfo=UTC), zone="Europe/Paris"),
    )
    return extract_refinement.rules(question)


@pytest.mark.parametrize("lead", ["anywhere but", "not", "anything except", "nicht", "ohne", "sauf"])
def test_an_option_that_is_refused_by_its_name_rules_out_no_kitchen(lead: str) -> None:
    said = read(f"{lead} Osteria dei Tre Gatti")
    assert (said.exclude_titles, said.exclude, said.drop) == (["Osteria dei Tre Gatti"], [], [])
    assert (said.slots, said.distance, said.left_out) == ({}, None, [])


def test_anywhere_alone_still_looks_further_away() -> None:
    assert read("anywhere is fine").distance == "further"


def test_a_kitchen_that_is_refused_is_one_though_an_option_is_called_so() -> None:
    said = read("no sushi please")
    assert (said.exclude, said.exclude_titles) == (["sushi"], [])


@pytest.mark.parametrize(
    ("words", "diet"), [("gluten free for one of us", "gluten_free"), ("ohne Fleisch", "vegetarian")]
)
def test_a_need_of_one_does_not_leave_the_others_out(words: str, diet: str) -> None:
    assert read(words).slots == {"diet": [diet]}
