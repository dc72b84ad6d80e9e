"""When nobody answers in time, a mission does nothing of what it asked, says so, and offers to ask again."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from missions.models import Mission, SourceReport
from missions.runs import thread_of
from missions.services import cancel_mission, create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust import decisions
from trust.models import Activity, Decision, User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"
S = Mission.Status


@pytest.fixture
def mission(world: None, owner: User) -> Mission:
    made = create_mission(user=owner, goal=GOAL)
    drive(made)
    return refresh(made)


def let_time_pass(mission: Mission, **changes: Any) -> Decision:
    """Let the open question expire, as the sweep does, and drive the mission on."""
    decision = open_decision(mission)
    Decision.objects.filter(pk=decision.pk).update(expires_at=timezone.now(), **changes)
    decision.refresh_from_db()
    assert decisions.expire(decision)
    drive(mission)
    return decision


def test_it_says_so_and_asks_the_same_again_when_wished(mission: Mission) -> None:
    first = let_time_pass(mission)
    late = open_decision(mission)
    assert (late.kind, late.expires_at) == (Decision.Kind.CLARIFICATION, None)
    assert late.title == "No answer came in time. Shall I ask again?"
    assert refresh(mission).status == S.INTERRUPTED
    answer_first(mission, "answer", text="Ask again")
    drive(mission)
    again = open_decision(mission)
    assert again.pk != first.pk
    assert again.payload["options"] == first.payload["options"]
    assert SourceReport.objects.filter(mission=mission).values("round").distinct().count() == 1
    answer_first(mission, "choose")
    drive(mission)
    assert refresh(mission).status == S.COMPLETED


def test_it_can_expire_again_and_again(mission: Mission) -> None:
    for _ in range(2):
        let_time_pass(mission)
        answer_first(mission, "answer", text="Ask again")
        drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CHOICE
    assert Decision.objects.filter(subject_id=mission.pk, status="expired").count() == 2


def test_it_stops_when_it_is_not_to_ask_again(mission: Mission) -> None:
    let_time_pass(mission)
    answer_first(mission, "answer", text="Leave it")
    drive(mission)
    assert refresh(mission).status == S.ABANDONED


def test_the_default_of_a_choice_is_to_choose_nothing(mission: Mission) -> None:
    let_time_pass(mission, on_expiry=Decision.OnExpiry.DEFAULT)
    left = refresh(mission)
    assert (left.status, left.result) == (S.ABANDONED, None)
    lines = [line.text for line in Activity.objects.filter(subject_id=mission.pk)]
    assert "No answer came in time, so nothing was chosen" in lines


def test_a_question_about_the_goal_is_asked_again_as_well(world: None, owner: User) -> None:
    User.objects.filter(pk=owner.pk).update(home=None)
    mission = create_mission(user=User.objects.get(pk=owner.pk), goal="Find a restaurant for tonight")
    drive(mission)
    asked = let_time_pass(mission)
    answer_first(mission, "answer", text="Ask again")
    drive(mission)
    assert open_decision(mission).title == asked.title
    answer_first(mission, "answer", text="Berlin")
    drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CHOICE


def test_a_question_that_is_replaced_is_asked_anew(mission: Mission) -> None:
    first = open_decision(mission)
    decisions.close(subject_id=mission.pk, status=Decision.Status.SUPERSEDED)
    drive(mission)
    again = open_decision(mission)
    assert again.pk != first.pk
    assert again.kind == Decision.Kind.CHOICE


def test_a_mission_that_is_given_up_asks_nothing_more(mission: Mission, owner: User) -> None:
    cancel_mission(user=owner, mission_id=mission.pk)
    drive(mission)
    thread = thread_of(mission)
    assert thread is not None
    assert (thread.status, refresh(mission).status) == ("cancelled", S.ABANDONED)
    assert not Decision.objects.filter(subject_id=mission.pk, status="open").exists()
