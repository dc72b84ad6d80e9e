"""`manage.py begin_acts EMAIL JSON`: propose the acts of batches, each by an errand or by nobody's run."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from agency.acting.errands import start_errand
from ownyou.lib.ids import new_id
from trust import approvals, ledger
from trust.activity import Subject
from trust.ledger import Proposal
from trust.models import Action, User


class Command(BaseCommand):
    help = (
        "JSON: batches of {run: bool, acts: [{tool, arguments, key}]}. Prints the id of each act by its key."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("email")
        parser.add_argument("batches", type=json.loads)

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.get(email=options["email"])
        begun = [act for batch in options["batches"] for act in begin(user, batch)]
        self.stdout.write(json.dumps({act.key: str(act.pk) for act in begun}))


def begin(user: User, batch: dict[str, Any]) -> list[Action]:
    subject = Subject("test", new_id())
    proposals = [Proposal(position=n, **act) for n, act in enumerate(batch["acts"])]
    if batch["run"]:
        _thread, acts = start_errand(user=user, subject=subject, proposals=proposals)
        return acts
    acts = ledger.propose(proposals, user=user, subject=subject)
    waiting = [act for act in acts if act.status == Action.Status.WAITING]
    if waiting:
        approvals.ask_for(waiting, user=user, subject=subject, key=f"alone:{subject.id}")
    return acts
