"""Steps that tests of missions take: drive a mission as a worker would, answer as a person would."""

from __future__ import annotations

from agency.models import Thread
from agency.runtime import driving
from missions.models import Mission
from missions.runs import thread_of
from trust.decisions import Answer, answer
from trust.models import Decision


def drive(mission: Mission) -> Thread:
    """Drive the mission's thread in this process until it waits or ends."""
    thread = thread_of(mission)
    assert thread is not None
    driving.drive(thread.pk)
    thread.refresh_from_db()
    return thread


def refresh(mission: Mission) -> Mission:
    """Return the mission as it is stored now."""
    return Mission.objects.select_related("user").get(pk=mission.pk)


def open_decision(mission: Mission) -> Decision:
    """Return the mission's open decision."""
    return Decision.objects.get(subject_id=mission.pk, status=Decision.Status.OPEN)


def answer_first(mission: Mission, verdict: str, *, text: str = "", option: int = 0) -> Decision:
    """Answer the open decision; "choose" takes the option at the index."""
    decision = open_decision(mission)
    options = decision.payload.get("options", [])
    chosen = (options[option]["id"],) if verdict == "choose" else ()
    given = Answer(Decision.Verdict(verdict), options=chosen, text=text)
    return answer(user=decision.user, decision_id=decision.pk, given=given)
