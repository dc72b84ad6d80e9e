"""The table of moves: every pair of statuses, allowed or refused as the design says."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from missions import lifecycle
from missions.lifecycle import MOVES, Line
from missions.models import Mission
from missions.services import cancel_mission, pause_mission, resume_mission, retry_mission
from ownyou.lib.errors import Conflict
from trust import decisions
from trust.decisions import Answer, Question
from trust.models import Activity, Decision

S = Mission.Status
TABLE = {
    "created": "queued planning executing interrupted failed abandoned",
    "queued": "planning executing failed abandoned",
    "planning": "executing interrupted paused failed abandoned",
    "executing": "planning interrupted reflecting completed paused failed abandoned",
    "interrupted": "planning executing reflecting completed paused failed abandoned",
    "reflecting": "replanning executing interrupted completed paused failed abandoned",
    "replanning": "executing interrupted paused failed abandoned",
    "paused": "abandoned",
    "failed": "queued planning abandoned",
    "completed": "",
    "abandoned": "",
}


def test_the_code_holds_the_table() -> None:
    assert {str(status): " ".join(sorted(to)) for status, to in MOVES.items()} == {
        status: " ".join(sorted(to.split())) for status, to in TABLE.items()
    }


def test_every_pair_moves_or_stays(db: None, owner: Any) -> None:
    mission = Mission.objects.create(user=owner, goal="x", mission_type="dining")
    for status in S:
        for to in S:
            Mission.objects.filter(pk=mission.pk).update(status=status, paused_from="")
            mission.status = status
            lines = Activity.objects.count()
            moved = lifecycle.move(mission, to, Line("moved"))
            assert moved == (to in TABLE[status].split()), f"{status} to {to}"
            stored = Mission.objects.get(pk=mission.pk).status
            assert stored == (to if moved else status)
            assert Activity.objects.count() == lines + moved


def test_a_move_judges_by_what_is_stored_not_by_what_was_read(db: None, owner: Any) -> None:
    mission = Mission.objects.create(user=owner, goal="x", mission_type="dining", status=S.EXECUTING)
    Mission.objects.filter(pk=mission.pk).update(status=S.ABANDONED)
    assert not lifecycle.move(mission, S.COMPLETED, Line("moved"))
    assert Activity.objects.count() == 0


@pytest.mark.parametrize("status", [status for status in S if status != S.PAUSED])
def test_a_paused_mission_returns_to_where_it_was(db: None, owner: Any, status: S) -> None:
    mission = Mission.objects.create(user=owner, goal="x", mission_type="dining", status=status)
    if "paused" not in TABLE[status].split():
        with pytest.raises(Conflict):
            pause_mission(user=owner, mission_id=mission.pk)
        return
    pause_mission(user=owner, mission_id=mission.pk)
    for other in S:
        paused = Mission.objects.get(pk=mission.pk)
        if other not in (status, S.ABANDONED):
            assert not lifecycle.move(paused, other)
    resume_mission(user=owner, mission_id=mission.pk)
    mission.refresh_from_db()
    assert (mission.status, mission.paused_from) == (status, "")


@pytest.mark.parametrize("status", list(S))
def test_what_a_person_may_do_in_each_status(db: None, owner: Any, status: S) -> None:
    acts = {"resume": resume_mission, "retry": retry_mission, "cancel": cancel_mission}
    allowed = {
        "resume": status == S.PAUSED,
        "retry": status == S.FAILED,
        "cancel": "abandoned" in TABLE[status].split(),
    }
    for name, act in acts.items():
        mission = Mission.objects.create(
            user=owner, goal="x", mission_type="dining", status=status, paused_from="executing"
        )
        with transaction.atomic():
            if allowed[name]:
                assert act(user=owner, mission_id=mission.pk).status != status
            else:
                with pytest.raises(Conflict) as refused:
                    act(user=owner, mission_id=mission.pk)
                assert refused.value.detail == {"status": status}


@pytest.mark.parametrize("to", ["executing", "reflecting", "interrupted", "completed"])
def test_a_retried_mission_gets_to_wherever_its_run_stands(db: None, owner: Any, to: str) -> None:
    mission = Mission.objects.create(user=owner, goal="x", mission_type="dining", status=S.FAILED)
    retry_mission(user=owner, mission_id=mission.pk)
    mission.refresh_from_db()
    assert lifecycle.reach(mission, S(to), Line("there"))
    mission.refresh_from_db()
    assert mission.status == to


def test_there_is_no_way_round_for_a_mission_that_was_stopped(db: None, owner: Any) -> None:
    for status in (S.PAUSED, S.ABANDONED, S.COMPLETED):
        mission = Mission.objects.create(user=owner, goal="x", mission_type="dining", status=status)
        assert not lifecycle.reach(mission, S.REFLECTING)


@pytest.mark.parametrize("status", list(Decision.Status))
@pytest.mark.parametrize("kind", list(Decision.Kind))
def test_only_an_open_question_takes_an_answer(db: None, owner: Any, status: str, kind: str) -> None:
    question = Question(Decision.Kind(kind), "test", "Which?", {"options": [{"id": "a", "title": "A"}]})
    decision = decisions.ask(question, user_id=owner.pk, key=f"{kind}:{status}")
    Decision.objects.filter(pk=decision.pk).update(status=status, verdict="reject")
    given = Answer(Decision.Verdict.REJECT)
    if status == Decision.Status.OPEN:
        assert decisions.answer(user=owner, decision_id=decision.pk, given=given).status == "answered"
        return
    with pytest.raises(Conflict) as refused:
        decisions.answer(user=owner, decision_id=decision.pk, given=given)
    assert refused.value.detail["status"] == status
    assert not Activity.objects.filter(kind="decided").exists()
