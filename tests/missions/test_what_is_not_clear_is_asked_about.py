"""What nobody can do or understand is asked about, and each thing that is offered leads somewhere."""

from __future__ import annotations

import pytest

from missions.levels import unbuilt
from missions.models import Mission
from trust.models import User


def question(owner: User, goal: str, mission_type: str, **slots: object) -> list[str]:
    mission = Mission(user=owner, goal=goal, mission_type=mission_type, slots=slots)
    return [str(words) for words in unbuilt.question_for(mission).payload["suggestions"]]


@pytest.mark.parametrize("mission_type", ["other", "fitness_coach", "birthday_planning", "dining"])
def test_each_suggestion_becomes_a_goal_of_its_type(owner: User, mission_type: str) -> None:
    offered = question(owner, "something nice for Lena", mission_type)
    mission = Mission(user=owner, goal="something nice for Lena", mission_type=mission_type, slots={})
    for words in offered[:-1]:
        goal, kind = unbuilt.restated(mission, words)
        assert kind is not None, words
        assert goal.startswith("something nice for Lena – "), words
    assert unbuilt.is_no(offered[-1])


def test_what_is_offered_for_anything_is_what_is_asked_most(owner: User) -> None:
    assert question(owner, "x", "other", place="Rome")[:2] == [
        "Find a restaurant in Rome",
        "Compare offers for something to buy",
    ]


def test_of_an_unclear_goal_the_likeliest_comes_first(owner: User) -> None:
    assert question(owner, "flights and a hotel in Lisbon", "travel")[0] == "Plan a trip"
    assert question(owner, "two seats for the opera", "events")[0] == "Find events"
