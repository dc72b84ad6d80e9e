"""What of a wish nothing was made of is named, and nothing else is."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from agency.reasoning.skills.refinement import WordsToRefine, extract_refinement
from agency.reasoning.slots import SlotContext
from agency.reasoning.unread import preferred, unread_demands
from missions.plugins.discovery import type_named

BERLIN = ZoneInfo("Europe/Berlin")
CONTEXT = SlotContext(
    ref=datetime(2026, 11, 29, 11, tzinfo=BERLIN), zone="Europe/Berlin", language="en", currency="EUR"
)


def left_out(text: str) -> list[str]:
    specs = list(type_named("dining").config.all_slots)
    question = WordsToRefine(text=text, goal="Dinner in Lyon", specs=specs, context=CONTEXT)
    return extract_refinement.rules(question).left_out


def demands(goal: str) -> list[str]:
    return unread_demands(goal, list(type_named("dining").config.all_slots), CONTEXT)


@pytest.mark.parametrize(
    ("text", "phrases"),
    [
        ("nearer and with a garden under palm trees", ["under palm trees"]),
        ("quieter, with a view of the castle", ["view of the castle"]),
        ("on Friday and with a cloakroom", ["cloakroom"]),
        ("ruhiger und mit Kamin", ["Kamin"]),
        ("moins cher et avec un piano", ["piano"]),
    ],
)
def test_the_half_that_was_not_understood_is_named(text: str, phrases: list[str]) -> None:
    assert left_out(text) == phrases


@pytest.mark.parametrize(
    "text",
    [
        "a little cheaper please",
        "something quieter, not Thai after all",
        "for 6 people instead of 5",
        "under 40 euros a person, vegan",
        "bitte etwas näher und billiger",
        "plus près s'il vous plaît",
        "show me all again",
        "I changed my mind, vegan",
        "ich habe es mir anders überlegt, vegan bitte",
    ],
)
def test_of_what_was_understood_nothing_is_left(text: str) -> None:
    assert left_out(text) == []


@pytest.mark.parametrize(
    ("goal", "phrases"),
    [
        ("Thai restaurant in Lyon with a terrace under palm trees for 3", ["under palm trees"]),
        ("Dinner in Lyon with my sister and a changing table", ["changing table"]),
        ("Lunch in Lyon on Friday that allows parrots", ["parrots"]),
        ("Restaurant in Köln mit Kamin", ["Kamin"]),
    ],
)
def test_what_a_goal_demands_and_nothing_tells_of_is_named(goal: str, phrases: list[str]) -> None:
    assert demands(goal) == phrases


@pytest.mark.parametrize(
    "goal",
    [
        "Thai in Lyon on Friday night with friends, 4 people",
        "Dinner with Clara in Lyon",
        "A place with vegan options in Lyon",
        "Dinner in Lyon with a budget of 40 euros",
    ],
)
def test_company_and_what_was_read_are_no_such_demands(goal: str) -> None:
    assert demands(goal) == []


def test_a_quality_in_the_goal_is_a_wish_unless_it_is_denied() -> None:
    assert preferred("A quiet place with a garden") == ["quiet", "outdoor"]
    assert preferred("nothing romantic, no live music") == []


@pytest.mark.parametrize(
    ("goal", "named"),
    [
        ("Abendessen mit Lena in Lyon", []),
        ("Abendessen mit Lena und Jonas am Freitag", []),
        ("Abendessen mit Kamin in Lyon", ["Kamin"]),
        ("dinner with Lena in Lyon", []),
    ],
)
def test_whom_one_goes_with_is_nothing_that_a_source_could_tell(goal: str, named: list[str]) -> None:
    assert demands(goal) == named
