"""`manage.py act_in_chaos`: does what each line on its input says, as JSON, and answers with a line.

One process for a whole round: starting one for each question took longer than the round.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand

from agency.acting.errands import start_errand
from agency.models import CalendarEntry, Note
from agency.plans.essence import PlanLite
from agency.plans.storing import store
from missions import open_goals
from missions.models import Mission
from missions.services import create_mission
from ownyou.lib.ids import new_id
from tests.crashes.chaos.plans import plan_of
from tests.crashes.chaos.script import Way
from trust import approvals, ledger
from trust.activity import Subject
from trust.ledger import Proposal
from trust.models import Action, User
from trust.tokens import make_token


class Command(BaseCommand):
    help = "Lines of {do: begin, tell or token, email, ...}; see the functions of these names."

    def handle(self, *args: Any, **options: Any) -> None:
        for line in sys.stdin:
            asked = json.loads(line)
            email = asked.pop("email")
            user = User.objects.filter(email=email).first() or User.objects.create_user(email)
            self.stdout.write(json.dumps(DOES[asked.pop("do")](user, **asked)))
            self.stdout.flush()


def begin(user: User, batches: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Propose the acts of batches: `{way, expires, acts: [{tool, arguments, key}]}`, by an errand, by no run,
    or by a mission whose plan has them. Returns for each batch the id of each act by its key, or that of its
    mission, whose run is yet to propose them."""
    return [_begin(user, **batch) for batch in batches]


def _begin(user: User, *, way: Way, expires: float, acts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    if way == Way.PLAN:
        return {"acts": {}, "mission": str(_start_mission(user, acts))}
    subject = Subject("test", new_id())
    proposals = [Proposal(position=n, **act) for n, act in enumerate(acts)]
    proposed = _propose(user, subject, proposals, run=way == Way.ERRAND, expires=expires)
    return {"acts": {act.key: str(act.pk) for act in proposed}, "mission": ""}


def _propose(
    user: User, subject: Subject, proposals: Sequence[Proposal], *, run: bool, expires: float
) -> list[Action]:
    if run:
        return start_errand(user=user, subject=subject, proposals=proposals)[1]
    proposed = ledger.propose(proposals, user=user, subject=subject)
    waiting = [act for act in proposed if act.status == Action.Status.WAITING]
    if waiting:
        over = timedelta(seconds=expires) if expires else None
        approvals.ask_for(waiting, user=user, subject=subject, key=f"alone:{subject.id}", expires=over)
    return proposed


def _start_mission(user: User, acts: Sequence[dict[str, Any]]) -> UUID:
    """A mission with a plan of one step, which does all the acts with one tool."""
    plan = PlanLite.model_validate(plan_of([act["arguments"] for act in acts], acts[0]["tool"]))

    def keep_plan(mission: Mission) -> None:
        store(plan, user=user, subject=Subject("mission", mission.pk))

    goal = f"Do {acts[0]['key']} and what belongs to it"
    return create_mission(
        user=user, goal=goal, mission_type=open_goals.TYPE, prepare=keep_plan, hears=False
    ).pk


def tell(user: User) -> dict[str, Any]:
    """Return by each act's id how stands what is in its place now, and what is in calendar and notes."""
    acts = {act.pk: act for act in Action.objects.filter(user=user)}
    told = {}
    for act in acts.values():
        now = act
        while now.successor_id is not None:
            now = acts[now.successor_id]
        told[str(act.pk)] = {"status": now.status, "ruling": now.ruling}
    return {
        "acts": told,
        "calendar": [entry.title for entry in CalendarEntry.objects.of(user)],
        "notes": [note.text for note in Note.objects.of(user)],
    }


def token(user: User) -> str:
    """Return a token for the API."""
    return make_token(user=user, name="chaos")


DOES: dict[str, Callable[..., Any]] = {"begin": begin, "tell": tell, "token": token}
