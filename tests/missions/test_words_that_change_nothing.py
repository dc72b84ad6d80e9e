"""Words that are not understood change nothing: the mission says so and asks again, without searching."""

from __future__ import annotations

from typing import Any

import pytest

from agency.sources.base import SourceUnavailable
from missions.levels.choosing import NOT_UNDERSTOOD
from missions.models import Mission, SourceReport
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import Activity, Decision, User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"
NONSENSE = "qqxzv wrrtl"


@pytest.fixture
def mission(world: None, owner: User) -> Mission:
    made = create_mission(user=owner, goal=GOAL)
    drive(made)
    return refresh(made)


def rounds(mission: Mission) -> set[int]:
    return set(SourceReport.objects.filter(mission=mission).values_list("round", flat=True))


def test_the_same_options_are_shown_again_with_what_was_not_understood(mission: Mission) -> None:
    first = open_decision(mission)
    for attempt in range(2):
        answer_first(mission, "refine", text=NONSENSE)
        drive(mission)
        again = open_decision(mission)
        assert again.payload["options"] == first.payload["options"]
        assert (again.payload["why"], again.attempt) == (NOT_UNDERSTOOD, 1)
        assert Decision.objects.filter(subject_id=mission.pk).count() == attempt + 2
    after = refresh(mission)
    assert (after.round, after.adjustments, rounds(mission)) == (0, {}, {0})
    assert any(NONSENSE in line.text for line in Activity.objects.filter(subject_id=mission.pk))


def test_words_that_are_understood_next_search_again(mission: Mission) -> None:
    answer_first(mission, "refine", text=NONSENSE)
    drive(mission)
    answer_first(mission, "refine", text="cheaper")
    drive(mission)
    after = open_decision(mission)
    assert after.attempt == 2
    assert after.payload["why"] != NOT_UNDERSTOOD
    assert rounds(mission) == {0, 1}


def test_of_words_half_understood_the_other_half_is_said_to_be_kept_as_words(mission: Mission) -> None:
    answer_first(mission, "refine", text="cheaper and with a fireplace")
    drive(mission)
    after = open_decision(mission)
    assert "No source tells of “fireplace”" in after.payload["why"]
    said = [line.text for line in Activity.objects.filter(subject_id=mission.pk)]
    assert "Looking again: cheaper, “fireplace” kept in words only" in said
    assert refresh(mission).adjustments["unread"] == ["fireplace"]


def test_what_was_kept_as_words_is_no_longer_once_something_was_made_of_it(mission: Mission) -> None:
    mission.adjustments = {"unread": ["pizza", "fireplace"], "words": ["pizza, fireplace"]}
    mission.save(update_fields=["adjustments"])
    answer_first(mission, "refine", text="no pizza, with a fireplace")
    drive(mission)
    assert refresh(mission).adjustments["unread"] == ["fireplace"]


def test_what_a_goal_demands_and_nobody_can_judge_is_said_on_its_first_card(world: None, owner: User) -> None:
    made = create_mission(user=owner, goal=f"{GOAL}, with a fireplace")
    drive(made)
    assert "No source tells of “fireplace”" in open_decision(made).payload["why"]


def test_a_no_with_words_that_say_nothing_asks_what_should_be_different(mission: Mission) -> None:
    answer_first(mission, "reject", text=NONSENSE)
    drive(mission)
    asked = open_decision(mission)
    assert asked.title == "None of these. What should be different?"
    assert asked.payload["why"] == NOT_UNDERSTOOD
    answer_first(mission, "answer", text=NONSENSE)
    drive(mission)
    assert open_decision(mission).title == asked.title
    answer_first(mission, "answer", text="cheaper")
    drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CHOICE
    assert rounds(mission) == {0, 1}


def test_ignoring_preferences_is_understood_though_it_changes_no_slot(mission: Mission) -> None:
    answer_first(mission, "refine", text="ignore my preferences")
    drive(mission)
    assert refresh(mission).adjustments["ignore_tastes"] is True
    assert rounds(mission) == {0, 1}


# Sources that cannot be reached ---------------------------------------------------------------------------


@pytest.fixture
def unreachable(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No source answers, until the fixture is undone."""
    from missions.levels import sourcing

    known = sourcing.source_named

    class Away:
        def __init__(self, name: str) -> None:
            self.name, self.title = name, known(name).title

        def search(self, request: Any) -> list[Any]:
            raise SourceUnavailable("It does not answer.")

    monkeypatch.setattr(sourcing, "source_named", Away)
    return monkeypatch


def test_nothing_is_widened_when_no_source_answered_and_trying_again_is_offered(
    world: None, owner: User, unreachable: pytest.MonkeyPatch
) -> None:
    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    after = refresh(mission)
    assert (after.round, after.replans, after.adjustments, rounds(mission)) == (0, 0, {}, {0})
    asked = open_decision(mission)
    assert asked.payload["why"].startswith("Could not be reached: ")
    assert asked.payload["suggestions"][0] == "Try again"
    unreachable.undo()
    answer_first(mission, "answer", text="Try again")
    drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CHOICE
    assert refresh(mission).adjustments == {}


def test_a_source_that_fails_again_in_a_wider_search_is_told_of_once(
    world: None, owner: User, unreachable: pytest.MonkeyPatch
) -> None:
    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    told = Activity.objects.filter(user=owner, kind=Activity.Kind.AGENT_ERROR).count()
    answer_first(mission, "answer", text="further away is fine")
    drive(mission)
    assert len(rounds(mission)) == 2
    assert Activity.objects.filter(user=owner, kind=Activity.Kind.AGENT_ERROR).count() == told > 0
