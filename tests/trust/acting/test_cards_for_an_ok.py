"""The card: refined in words, expired, asked again, seen, closed with its mission."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from ownyou.lib.errors import BadRequest, Conflict, InvalidInput
from ownyou.lib.fields import seal
from ownyou.lib.ids import new_id
from trust import approvals, decisions, ledger
from trust.cards import card_of
from trust.decisions import Answer
from trust.ledger import sweeping
from trust.models import Action, Activity, Decision, Notification
from trust.sweeping import sweep

S = Action.Status
FIVE = timedelta(minutes=5)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


def card(owner: Any, *proposals: Any, **options: Any) -> tuple[Decision, list[Action]]:
    acts = ledger.propose(proposals, user=owner)
    return approvals.ask_for(acts, user=owner, key=f"ask:{acts[0].pk}", **options), acts


def test_the_card_holds_all_that_will_run_and_why_it_asks(owner, post, proposal) -> None:
    decision, [_act] = card(owner, proposal("Ada"))
    [shown] = decision.payload["acts"]
    assert shown["arguments"] == {"to": "Ada", "text": "hello", "amount": 0.0}
    assert shown["schema"]["properties"]["to"]["type"] == "string"
    assert shown["reason"]
    assert shown["grant"] == {"scope": {"recipient": "Ada"}}
    assert (decision.title, decision.risk) == ("Send a letter to Ada", "none")
    assert decision.payload["unanswered"]
    assert decision.args_hash


def test_one_card_for_a_batch_takes_its_highest_risk(owner, post, proposal) -> None:
    from trust.tools import Risk

    post.tool("post.rare", risk=Risk.HIGH)
    decision, _acts = card(owner, proposal(), proposal(tool="post.rare"))
    assert decision.risk == "high"
    assert decision.title == "2 acts need your OK"


def test_words_close_two_previews_and_the_third_takes_none(owner, post, proposal, say) -> None:
    history: list[object] = []
    thread = new_id()
    for attempt in (1, 2):
        decision, [act] = card(owner, proposal(), thread_id=None, attempt=attempt, history=history)
        Decision.objects.filter(pk=decision.pk).update(refine_allowed=True)
        say(decision, "refine", text="shorter")
        act.refresh_from_db()
        assert act.status == S.SUPERSEDED
        decision.refresh_from_db()
        history = approvals.history_of(decision)
    assert [entry["said"] for entry in history] == ["shorter", "shorter"]  # type: ignore[index]
    decision, [act] = card(owner, proposal(), thread_id=thread, attempt=3, history=history)
    assert not decision.refine_allowed
    with pytest.raises(BadRequest):
        say(decision, "refine", text="shorter still")
    decision.refresh_from_db()
    assert (decision.status, len(decision.history)) == (Decision.Status.OPEN, 2)


def test_an_approval_that_nobody_answers_expires_with_its_acts_and_can_be_asked_again(
    owner, post, proposal, say, clock
) -> None:
    decision, [act] = card(owner, proposal(), expires=FIVE)
    clock.shift(FIVE)
    sweep()
    act.refresh_from_db()
    decision.refresh_from_db()
    assert (act.status, decision.status) == (S.EXPIRED, Decision.Status.EXPIRED)
    assert Notification.objects.filter(user=owner, kind="expired").count() == 1
    again = approvals.ask_again(user=owner, decision_id=decision.pk)
    assert approvals.ask_again(user=owner, decision_id=decision.pk).pk == again.pk
    assert again.expires_at == timezone.now() + FIVE
    say(again, "approve")
    [copy] = again.actions.all()
    assert ledger.perform(copy.pk).status == S.SUCCEEDED
    assert post.sent == [("Ada", "hello")]


def test_an_answer_that_comes_after_its_time_counts_no_more(owner, post, proposal, say, clock) -> None:
    decision, [act] = card(owner, proposal(), expires=FIVE)
    clock.shift(FIVE)
    with pytest.raises(Conflict):
        say(decision, "approve")
    assert ledger.perform(act.pk).status == S.EXPIRED


def test_only_what_has_expired_is_asked_again(owner, post, proposal) -> None:
    decision, _acts = card(owner, proposal())
    with pytest.raises(Conflict):
        approvals.ask_again(user=owner, decision_id=decision.pk)


def test_asked_again_a_card_shows_what_has_moved_since(owner, post, proposal, clock) -> None:
    post.tool(precondition=post.prices)
    decision, _acts = card(owner, proposal(), expires=FIVE)
    clock.shift(FIVE)
    sweep()
    post.price = 20
    again = approvals.ask_again(user=owner, decision_id=decision.pk)
    assert again.payload["acts"][0]["difference"] == [{"name": "price", "before": 10, "after": 20}]


def test_a_card_in_view_waits_longer(owner, post, proposal, clock) -> None:
    decision, [act] = card(owner, proposal(), expires=FIVE)
    clock.shift(timedelta(minutes=4))
    assert approvals.seen(user=owner, decision_id=decision.pk) == timezone.now() + FIVE
    clock.shift(timedelta(minutes=4))
    sweep()
    act.refresh_from_db()
    assert act.status == S.WAITING
    clock.shift(FIVE)
    approvals.seen(user=owner, decision_id=decision.pk)
    sweep()
    act.refresh_from_db()
    assert act.status == S.EXPIRED


def test_a_card_without_an_end_is_not_given_one_by_being_seen(owner, post, proposal) -> None:
    decision, _acts = card(owner, proposal())
    assert approvals.seen(user=owner, decision_id=decision.pk) is None
    decision.refresh_from_db()
    assert decision.seen_at is not None
    assert decision.expires_at is None


@pytest.mark.parametrize("status", [Decision.Status.CANCELLED, Decision.Status.SUPERSEDED])
def test_acts_end_with_their_card(owner, post, proposal, status) -> None:
    from trust.activity import Subject

    subject = Subject("mission", new_id())
    _decision, acts = card(owner, proposal(), proposal(), subject=subject)
    decisions.close(subject_id=subject.id, status=status)
    assert {ledger.perform(act.pk).status for act in acts} == {status.value}


def test_acts_that_wait_already_are_left_to_their_card(owner, post, proposal) -> None:
    first, [act] = card(owner, proposal())
    [other] = ledger.propose([proposal("Bob")], user=owner)
    second = approvals.ask_for([act, other], user=owner, key="k")
    assert [shown["id"] for shown in second.payload["acts"]] == [str(other.pk)]
    act.refresh_from_db()
    assert act.decision_id == first.pk


def test_the_policy_rules_on_edits_too(owner, post, proposal, say) -> None:
    from trust.models import HardRule

    HardRule.objects.create(user=owner, words="Nothing to Eve", mentions="Eve")
    decision, [act] = card(owner, proposal())
    with pytest.raises(InvalidInput, match="Nothing to Eve"):
        say(decision, "approve", {"id": str(act.pk), "arguments": {"to": "Eve"}})
    act.refresh_from_db()
    assert act.status == S.WAITING


def test_an_edit_cannot_change_the_tool(owner, post, proposal, say) -> None:
    post.tool("post.burn")
    decision, [act] = card(owner, proposal())
    say(decision, "approve", {"id": str(act.pk), "tool": "post.burn", "arguments": {"tool": "post.burn"}})
    assert ledger.perform(act.pk).tool == "post.send"


def test_a_threadless_act_is_asked_for_by_the_sweep_if_nobody_else_did(owner, post, proposal, clock) -> None:
    [act] = ledger.propose([proposal()], user=owner)
    sweep()
    assert not Decision.objects.exists()
    clock.shift(timedelta(seconds=10))
    sweep()
    sweep()
    [decision] = Decision.objects.open()
    act.refresh_from_db()
    assert act.decision_id == decision.pk


def test_lines_of_the_feed_come_after_everything_else_of_their_transaction(
    owner, post, proposal, say
) -> None:
    decision, [_act] = card(owner, proposal())
    say(decision, "reject", text="no")
    lines = list(Activity.objects.filter(user=owner).order_by("seq").values_list("kind", flat=True))
    assert lines == ["approval_required", "decided"]


def test_what_is_asked_again_says_that_it_takes_no_words_and_what_to_do_instead(
    owner, post, proposal, clock
) -> None:
    decision, _acts = card(owner, proposal(), expires=FIVE)
    Decision.objects.filter(pk=decision.pk).update(history=seal(owner.pk, [{"attempt": 1, "said": "warmer"}]))
    clock.shift(FIVE)
    sweep()
    again = approvals.ask_again(user=owner, decision_id=decision.pk)
    shown = card_of(again)
    assert (shown.refine_allowed, [version.said for version in shown.history]) == (False, ["warmer"])
    assert "Change its details by hand" in shown.why
    with pytest.raises(BadRequest, match="Change its details by hand"):
        decisions.answer(
            user=owner, decision_id=again.pk, given=Answer(Decision.Verdict.REFINE, text="colder")
        )
    edits = ({"id": str(again.actions.get().pk), "verdict": "approve", "arguments": {"text": "colder"}},)
    decisions.answer(user=owner, decision_id=again.pk, given=Answer(Decision.Verdict.APPROVE, acts=edits))
    ledger.perform(again.actions.get().pk)
    assert post.sent == [("Ada", "colder")]
    assert again.history == [{"attempt": 1, "said": "warmer"}]


def test_an_act_that_asks_anew_alone_keeps_what_was_said_before(owner, post, proposal, say) -> None:
    post.tool(precondition=post.prices)
    decision, [act] = card(owner, proposal())
    Decision.objects.filter(pk=decision.pk).update(history=seal(owner.pk, [{"attempt": 1, "said": "warmer"}]))
    decision.refresh_from_db()
    say(decision, "approve")
    post.price = 20
    sweeping.perform_alone(act.pk)
    anew = Decision.objects.open().get(user=owner)
    assert [version.said for version in card_of(anew).history] == ["warmer"]
