"""`manage.py act_in_chaos`: does what each line on its input says, as JSON, and answers with a line.

One process for a whole round: starting one for each question took longer than the round.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand

from agency.acting.errands import start_errand
from agency.models import CalendarEntry, Note
from ownyou.lib.ids import new_id
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


def begin(user: User, batches: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Propose the acts of batches: `{run, expires, acts: [{tool, arguments, key}]}`, each by an errand or by
    nobody's run. Returns the id of each act by its key."""
    return {act.key: str(act.pk) for batch in batches for act in _begin(user, **batch)}


def _begin(user: User, *, run: bool, expires: float, acts: Sequence[dict[str, Any]]) -> list[Action]:
    subject = Subject("test", new_id())
    proposals = [Proposal(position=n, **act) for n, act in enumerate(acts)]
    if run:
        return start_errand(user=user, subject=subject, proposals=proposals)[1]
    proposed = ledger.propose(proposals, user=user, subject=subject)
    waiting = [act for act in proposed if act.status == Action.Status.WAITING]
    if waiting:
        over = timedelta(seconds=expires) if expires else None
        approvals.ask_for(waiting, user=user, subject=subject, key=f"alone:{subject.id}", expires=over)
    return proposed


def tell(user: User) -> dict[str, Any]:
    """Return how each act stands by its key, what stands for it now, and what is in calendar and notes."""
    acts = {act.pk: act for act in Action.objects.filter(user=user)}
    told = {}
    for act in acts.values():
        now = act
        while now.successor_id is not None:
            now = acts[now.successor_id]
        told[act.key] = {"id": str(now.pk), "status": now.status, "ruling": now.ruling}
    return {
        "acts": told,
        "calendar": [entry.title for entry in CalendarEntry.objects.of(user)],
        "notes": [note.text for note in Note.objects.of(user)],
    }


def token(user: User) -> str:
    """Return a token for the API."""
    return make_token(user=user, name="chaos")


DOES: dict[str, Callable[..., Any]] = {"begin": begin, "tell": tell, "token": token}
