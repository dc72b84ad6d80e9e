"""How large a goal is."""

from __future__ import annotations

import pytest

from agency.reasoning.routing import classify_level
from agency.reasoning.routing.said_plainly import said_plainly


@pytest.mark.parametrize(
    ("text", "mission_type", "level"),
    [
        ("pizza open now", "dining", 1),
        ("Italian for Friday, four people", "dining", 2),
        ("Find best price for Sony WH-1000XM5", "shopping", 1),
        ("best laptop under $1500", "shopping", 2),
        ("laptop then accessories that fit", "shopping", 3),
        ("compare electricity providers", "bill_switching", 1),
        ("jazz concerts this weekend", "events", 2),
        ("Plan 5-day Paris trip for May 2025", "travel", 3),
        ("plan a barbecue for the neighbours", "gathering", 3),
        ("buy a Leica", "shopping", 1),
        ("get me the new iPad", "shopping", 1),
        ("a Samsung phone", "shopping", 2),
        ("a Turkish tea glass", "shopping", 2),
        ("an appointment with Dr. Rossi", "health_checkups", 1),
        ("my dentist, as soon as possible", "health_checkups", 1),
        ("a dentist for new patients", "health_checkups", 2),
        ("a gym with a pool", "fitness_coach", 2),
        ("muscles without a gym", "fitness_coach", 3),
        ("the drain is dripping", "home_services", 1),
    ],
)
def test_the_level_comes_from_the_goal(text: str, mission_type: str, level: int) -> None:
    assert classify_level(text, mission_type=mission_type, slots={}).level == level


@pytest.mark.parametrize(("text", "fewest", "most"), [("pizza open now", 1, 2), ("Italian for Friday", 3, 5)])
def test_the_steps_stay_within_the_level(text: str, fewest: int, most: int) -> None:
    slots = dict.fromkeys(("place", "people", "date", "cuisine", "budget"), "x")
    assert fewest <= classify_level(text, mission_type="dining", slots=slots).steps <= most


def test_a_plan_takes_more_than_five_steps() -> None:
    assert classify_level("plan our trip to Japan", mission_type="travel", slots={}).steps > 5


def test_a_level_without_a_cue_is_less_sure() -> None:
    by_type = classify_level("Italian for Friday", mission_type="dining", slots={})
    by_cue = classify_level("pizza open now", mission_type="dining", slots={})
    assert by_type.confidence < by_cue.confidence


@pytest.mark.parametrize("text", ["", "\x00", "a" * 20_000, "then " * 4_000])
def test_strange_goals_get_a_level_without_an_error(text: str) -> None:
    assert classify_level(text, mission_type="unheard_of", slots={}).level in (1, 2, 3)


@pytest.mark.parametrize(
    ("text", "mission_type"),
    [
        ("I want to understand how bonds work", "open_goal"),
        ("find out whether we need a permit for the shed", "open_goal"),
        ("Ich möchte endlich tauchen lernen", "open_goal"),
        ("quiero aprender a cocinar", "open_goal"),
        ("where is the Leica Q3 cheapest", "shopping"),
        ("how do I learn to whistle", None),
        ("stop playing", None),
        ("where is petrol cheapest", None),
        ("find out who sings this", None),
    ],
)
def test_what_is_wanted_may_be_said_plainly(text: str, mission_type: str | None) -> None:
    assert said_plainly(text) == mission_type
