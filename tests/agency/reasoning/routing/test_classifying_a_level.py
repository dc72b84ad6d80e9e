"""How large a goal is."""

from __future__ import annotations

import pytest

from agency.reasoning.routing import classify_level


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
