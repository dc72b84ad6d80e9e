"""Steps with a mission of parts (the tests' type "outing"): work as workers do, answer as a person does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from agency.models import Thread
from agency.runtime import driving
from missions.models import Mission, Subgoal
from missions.runs import thread_of
from missions.services import create_mission
from missions.subgoals import children_of
from tests.missions.steps import refresh
from trust import decisions
from trust.decisions import Answer
from trust.models import Decision, User

TYPES = Path(__file__).parent / "types"
GOAL = "an evening out in Paris"
V = Decision.Verdict


def evening_of(user: User) -> Mission:
    """A mission of the tests' type that has gone as far as it gets without its person."""
    return work(create_mission(user=user, goal=GOAL, mission_type="outing"))


def work(mission: Mission) -> Mission:
    """Drive all runs of a mission that are ready, as workers would, until none is."""
    while ready := [thread for thread in runs(mission) if thread.status == Thread.Status.READY]:
        for thread in ready:
            driving.drive(thread.pk)
    return refresh(mission)


def runs(mission: Mission) -> list[Thread]:
    own = thread_of(mission)
    assert own is not None
    own.refresh_from_db()
    return [own, *children_of(mission)]


def part(mission: Mission, key: str) -> Subgoal:
    return Subgoal.objects.get(mission=mission, key=key)


def asked(mission: Mission, key: str) -> Decision:
    """The open question of a part ("review" for the draft's)."""
    rows = Decision.objects.open().filter(subject_id=mission.pk)
    return next(row for row in rows if row.payload.get("part", "review") == key)


def say(
    mission: Mission,
    key: str,
    verdict: Decision.Verdict,
    text: str = "",
    option: int = 0,
    work: Callable[[Mission], Mission] = work,
) -> Mission:
    """Answer the open question of a part (or "review"), and let the workers work."""
    decision = asked(mission, key)
    chosen = (decision.payload["options"][option]["id"],) if verdict == V.CHOOSE else ()
    decisions.answer(
        user=mission.user, decision_id=decision.pk, given=Answer(verdict, options=chosen, text=text)
    )
    return work(mission)


def leave_the_rest(mission: Mission) -> Mission:
    """Go on without each part of which nothing was found."""
    rows = Decision.objects.open().filter(subject_id=mission.pk, kind=Decision.Kind.CLARIFICATION)
    while (row := rows.first()) is not None:
        mission = say(mission, row.payload["part"], V.ANSWER, text="Go on without it")
    return mission


def status_of(mission: Mission) -> dict[str, str]:
    return dict(Subgoal.objects.of(mission).values_list("key", "status"))


def to_the_draft(mission: Mission) -> Mission:
    say(mission, "dinner", V.CHOOSE)
    return say(mission, "show", V.CHOOSE, option=1)
