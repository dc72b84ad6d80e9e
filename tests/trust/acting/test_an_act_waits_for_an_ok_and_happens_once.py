"""Propose, ask, answer, perform: what was approved happens once, and nothing else does."""

from __future__ import annotations

from typing import Any

import pytest

from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from ownyou.lib.fields import seal
from trust import approvals, ledger
from trust.models import Action, Activity, Decision, Notification

S = Action.Status


def ask(owner: Any, *proposals: Any, **options: Any) -> tuple[Decision, list[Action]]:
    acts = ledger.propose(proposals, user=owner)
    return approvals.ask_for(acts, user=owner, key=f"ask:{acts[0].pk}", **options), acts


def test_an_approved_act_happens_once_however_often_it_is_performed(owner, post, proposal, say) -> None:
    decision, [act] = ask(owner, proposal())
    assert act.status == S.WAITING
    assert ledger.perform(act.pk).status == S.WAITING
    say(decision, "approve")
    ended = [ledger.perform(act.pk) for _ in range(3)]
    assert [one.status for one in ended] == [S.SUCCEEDED] * 3
    assert post.sent == [("Ada", "hello")]
    assert ended[0].receipt == "Sent to Ada"
    assert ended[0].result == {"number": 1}


def test_a_step_that_runs_again_finds_its_act_and_its_card(owner, post, proposal) -> None:
    first, [act] = ask(owner, proposal(key="step"))
    again = ledger.propose([proposal(to="Bob", key="step")], user=owner)
    assert [one.pk for one in again] == [act.pk]
    assert approvals.ask_for(again, user=owner, key="other").pk == first.pk
    assert Notification.objects.filter(user=owner).count() == 1
    assert Activity.objects.filter(user=owner, kind="approval_required").count() == 1


def test_a_rejected_act_never_happens_and_its_neighbour_does(owner, post, proposal, say) -> None:
    decision, [ada, bob] = ask(owner, proposal("Ada"), proposal("Bob"))
    say(decision, "approve", {"id": str(ada.pk), "verdict": "reject", "reason": "not to her"})
    done = [ledger.perform(act.pk) for act in (ada, bob)]
    assert [one.status for one in done] == [S.REJECTED, S.SUCCEEDED]
    assert done[0].error == "not to her"
    assert post.sent == [("Bob", "hello")]


def test_rejecting_all_rejects_all(owner, post, proposal, say) -> None:
    decision, acts = ask(owner, proposal("Ada"), proposal("Bob"))
    say(decision, "reject", text="none of it")
    assert {ledger.perform(act.pk).status for act in acts} == {S.REJECTED}
    assert post.sent == []


def test_what_was_edited_is_what_happens(owner, post, proposal, say) -> None:
    decision, [act] = ask(owner, proposal())
    say(decision, "approve", {"id": str(act.pk), "arguments": {"to": "Eve", "text": "dear"}})
    done = ledger.perform(act.pk)
    assert post.sent == [("Eve", "dear")]
    assert done.args_hash != act.args_hash
    assert done.title == "Send a letter to Eve"
    decision.refresh_from_db()
    assert decision.edited_arguments == {str(act.pk): {"to": "Eve", "text": "dear", "amount": 0.0}}


@pytest.mark.parametrize(
    ("act", "field"),
    [
        ({"arguments": {"to": ""}}, "acts.{id}.to"),
        ({"arguments": {"amount": "much"}}, "acts.{id}.amount"),
        ({"arguments": "to Eve"}, "acts.{id}"),
        ({"verdict": "refine"}, "acts.{id}.verdict"),
        ({"id": "another"}, "acts"),
    ],
)
def test_an_answer_that_does_not_fit_leaves_the_card_open(owner, post, proposal, say, act, field) -> None:
    decision, [waiting] = ask(owner, proposal())
    with pytest.raises(InvalidInput) as error:
        say(decision, "approve", {"id": str(waiting.pk)} | act)
    assert error.value.detail["field"] == field.format(id=waiting.pk)
    decision.refresh_from_db()
    assert decision.status == Decision.Status.OPEN
    assert ledger.perform(waiting.pk).status == S.WAITING


def test_a_no_to_the_card_does_none_of_its_acts(owner, post, proposal, say) -> None:
    acts = ledger.propose([proposal("Ada"), proposal("Bob")], user=owner)
    card = approvals.ask_for(acts, user=owner, key="k")
    with pytest.raises(InvalidInput):
        say(card, "reject", {"id": str(acts[0].pk), "verdict": "approve"})
    card.refresh_from_db()
    assert card.status == "open"
    say(card, "reject", {"id": str(acts[0].pk), "verdict": "reject", "reason": "no"})
    assert [ledger.perform(act.pk).status for act in acts] == ["rejected", "rejected"]
    assert post.sent == []


def test_the_second_answer_is_refused(owner, post, proposal, say) -> None:
    decision, [act] = ask(owner, proposal())
    say(decision, "approve")
    with pytest.raises(Conflict):
        say(decision, "reject")
    assert ledger.perform(act.pk).status == S.SUCCEEDED


def test_arguments_that_were_changed_behind_the_approval_do_not_run(owner, post, proposal, say) -> None:
    decision, [act] = ask(owner, proposal())
    say(decision, "approve")
    Action.objects.filter(pk=act.pk).update(
        arguments=seal(owner.pk, {"to": "Mallory", "text": "hello", "amount": 0})
    )
    assert ledger.perform(act.pk).status == S.FAILED
    assert post.sent == []


def test_a_stranger_cannot_answer_or_ask_again(owner, stranger, post, proposal) -> None:
    decision, _acts = ask(owner, proposal())
    with pytest.raises(NotFound):
        approvals.ask_again(user=stranger, decision_id=decision.pk)
    with pytest.raises(NotFound):
        approvals.seen(user=stranger, decision_id=decision.pk)


def test_an_unknown_tool_or_wrong_arguments_write_nothing(owner, post, proposal) -> None:
    with pytest.raises(NotFound):
        ledger.propose([proposal(), proposal(tool="no.such")], user=owner)
    with pytest.raises(InvalidInput):
        ledger.propose([proposal(), proposal("")], user=owner)
    assert not Action.objects.exists()


def test_words_of_an_act_are_not_readable_in_the_database(owner, post, proposal) -> None:
    from django.db import connection

    ask(owner, proposal("Marguerite", title="A letter to Marguerite", shaped_by=["Marguerite wrote"]))
    with connection.cursor() as cursor:
        for table in ("trust_action", "trust_decision", "trust_notification", "trust_activity"):
            cursor.execute(f"SELECT t::text FROM {table} t")
            for (row,) in cursor.fetchall():
                assert "Marguerite" not in row
                assert b"Marguerite".hex() not in row
