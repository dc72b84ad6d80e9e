"""One row that cannot be worked on keeps no other waiting, and nothing counts as done that was not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from trust import approvals, decisions, ledger, notices
from trust.ledger import settling
from trust.models import Action, Decision, Notification
from trust.sweeping import sweep
from trust.tools import OutcomeUnknown, unregister_tool

S = Action.Status


@pytest.fixture
def left_alone(owner: Any, post: Any, proposal: Any) -> Any:
    """An act that waits, and that no run asks for."""

    def make(tool: str) -> Action:
        post.tool(tool)
        [act] = ledger.propose([proposal(tool=tool)], user=owner)
        Action.objects.filter(pk=act.pk).update(created_at=timezone.now() - timedelta(minutes=1))
        return act

    return make


def test_an_act_whose_tool_is_gone_is_stopped_with_a_reason_and_the_others_are_asked_for(left_alone) -> None:
    gone, there = left_alone("post.gone"), left_alone("post.there")
    unregister_tool("post.gone")
    sweep()
    gone.refresh_from_db()
    there.refresh_from_db()
    assert gone.status == S.CANCELLED
    assert "post.gone" in gone.error
    assert (there.status, there.decision.status) == (S.WAITING, Decision.Status.OPEN)


def test_a_decision_that_cannot_be_ended_keeps_no_other_open(owner, post, proposal, monkeypatch) -> None:
    acts = ledger.propose([proposal("Ada"), proposal("Bob")], user=owner)
    cards = [approvals.ask_for([act], user=owner, key=act.key, expires=timedelta(minutes=5)) for act in acts]
    Decision.objects.update(expires_at=timezone.now() - timedelta(seconds=2))
    Decision.objects.filter(pk=cards[0].pk).update(expires_at=timezone.now() - timedelta(seconds=3))

    def stumble(decision: Decision) -> None:
        if decision.pk == cards[0].pk:
            raise RuntimeError("a fault")

    monkeypatch.setattr(decisions, "_closed_handlers", [*decisions._closed_handlers, stumble])
    sweep()
    states = [Decision.objects.get(pk=card.pk).status for card in cards]
    assert states == [Decision.Status.OPEN, Decision.Status.EXPIRED]
    assert [Action.objects.get(pk=act.pk).status for act in acts] == [S.WAITING, S.EXPIRED]


def test_a_reminder_that_was_not_made_is_made_in_the_next_round(owner, post, proposal, monkeypatch) -> None:
    acts = ledger.propose([proposal()], user=owner)
    card = approvals.ask_for(acts, user=owner, key="k")
    now = timezone.now()
    Decision.objects.update(remind_at=now)

    def dies(*args: object, **more: object) -> None:
        raise RuntimeError("the worker is gone")

    with monkeypatch.context() as broken:
        broken.setattr(notices, "about", dies)
        assert notices.remind(now) == 0
    card.refresh_from_db()
    assert (card.remind_at, card.reminded_at) == (now, None)
    assert notices.remind(now) == 1
    assert Notification.objects.filter(decision_id=card.pk, kind="reminder").count() == 1


@pytest.mark.parametrize("gone", [True, False])
def test_where_the_tool_is_gone_or_stumbles_the_person_is_asked_whether_it_happened(
    owner, post, proposal, say, gone
) -> None:
    def stumble(errand: Any, letter: Any) -> Any:
        raise RuntimeError("a fault")

    post.tool("post.lost", settle=stumble)
    post.trouble = OutcomeUnknown("The relay went silent.")
    acts = ledger.propose([proposal(tool="post.lost")], user=owner)
    say(approvals.ask_for(acts, user=owner, key="k"), "approve")
    act = ledger.perform(acts[0].pk)
    assert act.status == S.UNKNOWN
    if gone:
        unregister_tool("post.lost")
    settling.look(act.pk)
    [question] = Decision.objects.open()
    assert question.title == "Did this happen?"
