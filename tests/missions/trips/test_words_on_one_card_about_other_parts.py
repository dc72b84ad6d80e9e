"""Words at the question of one part that are about another one reach that part, and no more than it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agency.reasoning.skills.refinement import WordsToRefine, by_rules
from missions.plugins import discovery
from missions.plugins.complex import Part
from missions.trips.mission import TripMission
from tests.missions.trips.driving import context, drafted, understood

GOAL = "Plan a 5-day Paris trip for May with one day trip, budget $3000, 2 travelers"


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


def said_on(travel: TripMission, key: str, words: str) -> tuple[dict[str, Any], list[str], set[str]]:
    """What words on a part's card change of the trip, how that is said, and which parts look again."""
    brief = understood(travel, GOAL)
    parts = travel.decompose(brief)
    part: Part = next(one for one in parts if one.key == key)
    question = WordsToRefine(
        text=words, goal=GOAL, slots=brief.slots, specs=list(travel.config.all_slots), context=context()
    )
    found = travel.refine_whole(part, words, by_rules(question), brief)
    if found is None:
        return {}, [], set()
    after, said = found
    names = {name for name in after.slots if after.slots[name] != brief.slots.get(name)}
    return {name: after.slots[name] for name in names}, said, travel.affected(brief, after, parts)


@pytest.mark.parametrize("key", ["day_trips", "stay", "flights"])
def test_food_and_shows_are_heard_on_every_card(travel: TripMission, key: str) -> None:
    new, said, touched = said_on(travel, key, "only vegetarian restaurants, no comedy")
    assert new["diet"] == ["vegetarian"]
    assert new["avoided"] == ["theatre"]
    assert {"restaurants", "activities"} <= touched
    assert not {"flights", "stay"} & touched
    assert "Vegetarian food" in said


@pytest.mark.parametrize(
    ("key", "words", "slot", "value"),
    [
        ("stay", "Italian food please", "kitchens", ["italian"]),
        ("stay", "fewer museums", "fewer", ["museum"]),
        ("stay", "more gardens", "liked", ["garden"]),
        ("stay", "direct flights only", "direct", True),
        ("flights", "a cheaper hotel", "stay_price", "lower"),
        ("flights", "an apartment please", "stay_kinds", ["apartment"]),
        ("flights", "add one day trip", "day_trips", 2),
        ("day_trips", "keine Konzerte", "avoided", ["concert"]),
        ("day_trips", "slower pace", "pace", "slow"),
    ],
)
def test_sights_ways_and_beds_too(travel: TripMission, key: str, words: str, slot: str, value: Any) -> None:
    new, said, _touched = said_on(travel, key, words)
    assert new.get(slot) == value
    assert said


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("stay", "closer to the museums"),
        ("stay", "quiet, with a view"),
        ("stay", "not a hostel"),
        ("stay", "cheaper"),
        ("stay", "not Hôtel Rive Gauche Odéon"),
        ("flights", "leave later"),
        ("flights", "not so early"),
        ("flights", "direct only"),
        ("day_trips", "more gardens"),
        ("day_trips", "no palaces"),
        ("day_trips", "not Versailles"),
    ],
)
def test_what_the_part_itself_is_asked_for_stays_its_own(travel: TripMission, key: str, words: str) -> None:
    assert said_on(travel, key, words) == ({}, [], set())


def test_the_checks_of_the_draft_name_the_diet(travel: TripMission) -> None:
    draft, brief, done = drafted(travel, GOAL)
    new, _said, _touched = said_on(travel, "day_trips", "only vegetarian restaurants, no comedy")
    after = brief.model_copy(update={"slots": {**brief.slots, **new}})
    plan = travel.plan_in(travel.draft(after, done, 2).data)
    assert "vegetarian" in next(one.detail for one in plan.checks if one.name == "Diets kept")
    assert draft.markdown
