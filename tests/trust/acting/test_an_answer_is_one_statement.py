"""An answer, all that follows from it in the rows, and its line: by one statement, or not at all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from agency.models import Thread
from ownyou.lib.errors import Conflict
from ownyou.lib.ids import new_id
from trust import answered, approvals, ledger
from trust.models import Action, Activity, AuditEntry, Decision, Notification

S = Action.Status
Card = Callable[..., tuple[Decision, Thread]]


@pytest.fixture
def card(owner: Any, post: Any, proposal: Any) -> Card:
    """Makes the card of a run that waits for it."""

    def make(*tools: str) -> tuple[Decision, Thread]:
        run = Thread.objects.create(
            user=owner, graph="test", subject_kind="test", subject_id=new_id(), status=Thread.Status.WAITING
        )
        proposals = [proposal(tool=tool) for tool in tools or ("post.send",)]
        acts = ledger.propose(proposals, user=owner, thread_id=run.pk)
        asked = approvals.ask_for(acts, user=owner, thread_id=run.pk, key=f"ask:{run.pk}")
        asked.user = owner
        return asked, run

    return make


def written(card: Decision, run: Thread) -> dict[str, object]:
    """How everything stands that an answer touches."""
    run.refresh_from_db()
    return {
        "acts": sorted(card.actions.values_list("status", flat=True)),
        "run": (run.status, run.wake_seq),
        "unread": Notification.objects.filter(decision_id=card.pk, read_at=None).count(),
        "audited": AuditEntry.objects.filter(event="decision_answered", subject_id=card.pk).count(),
        "told": Activity.objects.filter(key=f"answer:{card.pk}").count(),
    }


BEFORE = {"acts": [S.WAITING], "run": ("waiting", 0), "unread": 1, "audited": 0, "told": 0}
AFTER = {"acts": [S.APPROVED], "run": ("ready", 1), "unread": 0, "audited": 1, "told": 1}


def test_a_plain_yes_is_one_look_and_one_statement(card: Card, say: Any) -> None:
    asked, run = card()
    assert written(asked, run) == BEFORE
    with CaptureQueriesContext(connection) as made:
        say(asked, "approve")
    assert len(made) == 2
    assert written(asked, run) == AFTER
    [act] = asked.actions.all()
    assert (act.not_before, act.approved_at is not None) == (None, True)


def test_a_second_yes_writes_nothing(card: Card, say: Any) -> None:
    asked, run = card()
    say(asked, "approve")
    with pytest.raises(Conflict):
        say(asked, "approve")
    with pytest.raises(Conflict):
        say(asked, "reject")
    assert written(asked, run) == AFTER


def test_a_yes_that_comes_too_late_wakes_and_approves_nothing(
    card: Card, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, run = card()
    entry = answered._entry

    def meanwhile(decision: Decision) -> AuditEntry:
        Decision.objects.filter(pk=decision.pk).update(status=Decision.Status.CANCELLED)
        return entry(decision)

    monkeypatch.setattr(answered, "_entry", meanwhile)
    with pytest.raises(Conflict):
        say(asked, "approve")
    assert written(asked, run) == BEFORE


def test_an_act_that_was_stopped_meanwhile_stays_stopped(card: Card, say: Any) -> None:
    asked, run = card("post.send", "post.send")
    stopped = asked.actions.first()
    assert stopped is not None
    Action.objects.filter(pk=stopped.pk).update(status=S.CANCELLED)
    say(asked, "approve")
    assert written(asked, run) == AFTER | {"acts": [S.APPROVED, S.CANCELLED]}


def test_an_act_that_no_run_does_is_due_at_once(card: Card, say: Any) -> None:
    asked, _run = card()
    asked.actions.update(thread_id=None)
    say(asked, "approve")
    [act] = Action.objects.due(timezone.now()).filter(decision=asked)
    assert act.status == S.APPROVED


def test_a_yes_with_a_no_to_one_looks_at_each(card: Card, say: Any) -> None:
    asked, run = card("post.send", "post.send")
    one = asked.actions.first()
    say(asked, "approve", {"id": str(one.pk), "verdict": "reject"})
    assert written(asked, run) == AFTER | {"acts": [S.APPROVED, S.REJECTED]}


def test_the_answer_to_a_run_that_is_gone_stands(card: Card, say: Any) -> None:
    asked, run = card()
    Thread.objects.filter(pk=run.pk).delete()
    say(asked, "approve")
    assert list(asked.actions.values_list("status", flat=True)) == [S.APPROVED]
