"""From a sentence to a choice, through the real graph, with real PostgreSQL and Redis."""

from __future__ import annotations

from typing import Any

import pytest

from agency.runtime import driving
from missions.cards import card_for
from missions.models import Mission
from missions.runs import thread_of
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, refresh
from trust.models import Activity, Decision, User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"


@pytest.fixture
def mission(world: None, owner: User) -> Mission:
    made = create_mission(user=owner, goal=GOAL)
    drive(made)
    return refresh(made)


def test_the_goal_is_understood(mission: Mission) -> None:
    assert (mission.mission_type, mission.level) == ("dining", 2)
    assert mission.slots["cuisine"] == ["italian"]
    assert mission.slots["place"] == "Paris"
    assert mission.slots["people"] == 4


def test_it_waits_with_ranked_options_that_say_why(mission: Mission) -> None:
    card = card_for(mission)
    assert card.status == "interrupted"
    [decision] = card.decisions
    assert decision.kind == "choice"
    scores = [option.score for option in decision.options]
    assert scores == sorted(scores, reverse=True)
    best = decision.options[0]
    assert best.sample
    assert best.reasons
    assert {part.name for part in best.score_parts} == {"Rating", "Availability", "Price"}


def test_choosing_completes_it_and_keeps_the_result(mission: Mission) -> None:
    decision = answer_first(mission, "choose")
    drive(mission)
    done = refresh(mission)
    assert done.status == Mission.Status.COMPLETED
    assert done.result is not None
    assert done.result["title"] == decision.payload["options"][0]["title"]
    assert done.completed_at is not None


def test_a_refinement_in_words_searches_again(mission: Mission) -> None:
    before = card_for(mission).decisions[0]
    answer_first(mission, "refine", text="cheaper, and not Italian after all")
    drive(mission)
    after = card_for(refresh(mission)).decisions[0]
    assert after.id != before.id
    assert after.attempt == 2
    assert not any("Italian" in fact for option in after.options for fact in option.facts)


def test_none_of_these_asks_once_and_then_stops(mission: Mission) -> None:
    answer_first(mission, "reject")
    drive(mission)
    asked = card_for(refresh(mission)).decisions[0]
    assert asked.kind == "clarification"
    answer_first(mission, "answer", text="stop")
    drive(mission)
    assert refresh(mission).status == Mission.Status.ABANDONED


def test_every_step_stands_in_the_feed_once(mission: Mission, owner: User) -> None:
    answer_first(mission, "choose")
    drive(mission)
    rows: list[Any] = list(Activity.objects.filter(user=owner).order_by("seq"))
    assert [row.seq for row in rows] == list(range(1, len(rows) + 1))
    assert len({row.text for row in rows}) == len(rows)
    assert rows[-1].kind == Activity.Kind.AGENT_COMPLETED


def test_the_thread_is_done_and_the_answer_consumed(mission: Mission) -> None:
    answer_first(mission, "choose")
    drive(mission)
    thread = thread_of(mission)
    assert thread is not None
    assert thread.status == "done"
    assert not Decision.objects.filter(consumed_at=None).exists()


def test_none_of_these_with_words_looks_again_by_the_words(mission: Mission) -> None:
    answer_first(mission, "reject", text="too expensive")
    drive(mission)
    again = refresh(mission)
    assert again.adjustments["words"] == ["too expensive"]
    assert card_for(again).decisions[0].kind == "choice"


def test_a_wish_that_comes_before_the_run_lets_go_is_taken_up(
    world: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    mission = create_mission(user=owner, goal=GOAL)
    release = driving._release
    asked: list[Decision] = []

    def answered_first(*given: Any) -> bool:
        if not asked:
            asked.append(answer_first(mission, "refine", text="cheaper"))
        return release(*given)

    monkeypatch.setattr(driving, "_release", answered_first)
    drive(mission)
    [after] = card_for(refresh(mission)).decisions
    assert after.id != asked[0].pk
    assert after.attempt == 2
