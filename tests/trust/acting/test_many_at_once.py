"""Several workers, several clicks: an act happens once, a card is answered once, nobody waits for ever."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from ownyou.lib.errors import Conflict
from trust import approvals, ledger
from trust.ledger import taking_back
from trust.models import Action, Activity

S = Action.Status


@pytest.fixture
def at_once(world: None) -> Callable[..., list[Any]]:
    """Runs calls in threads with connections of their own; errors come back as results."""

    def run(*calls: Callable[[], Any]) -> list[Any]:
        def alone(call: Callable[[], Any]) -> Any:
            try:
                return call()
            except Conflict as error:
                return error
            finally:
                connection.close()

        with ThreadPoolExecutor(len(calls)) as pool:
            return list(pool.map(alone, calls))

    return run


def test_eight_workers_do_an_act_once(owner, post, proposal, say, at_once) -> None:
    acts = ledger.propose([proposal()], user=owner)
    say(approvals.ask_for(acts, user=owner, key="k"), "approve")
    at_once(*[lambda: ledger.perform(acts[0].pk)] * 8)
    assert post.sent == [("Ada", "hello")]
    assert ledger.perform(acts[0].pk).status == S.SUCCEEDED


def test_eight_runs_of_a_step_propose_one_act(owner, post, proposal, at_once) -> None:
    step = proposal(key="step")
    found = at_once(*[lambda: ledger.propose([step], user=owner)[0].pk] * 8)
    assert len(set(found)) == 1
    assert Action.objects.count() == 1


def test_of_eight_answers_one_counts(owner, post, proposal, say, at_once) -> None:
    acts = ledger.propose([proposal()], user=owner)
    decision = approvals.ask_for(acts, user=owner, key="k")
    verdicts = ["approve", "reject"] * 4
    answers = at_once(*[lambda verdict=verdict: say(decision, verdict) for verdict in verdicts])
    assert sum(isinstance(answer, Conflict) for answer in answers) == 7
    decision.refresh_from_db()
    expected = {"approve": S.APPROVED, "reject": S.REJECTED}[decision.verdict]
    assert Action.objects.get().status == expected


def test_an_act_is_stopped_or_done_never_both(owner, post, proposal, say, at_once) -> None:
    acts = ledger.propose([proposal(f"P{n}") for n in range(6)], user=owner)
    say(approvals.ask_for(acts, user=owner, key="k"), "approve")
    calls: list[Callable[[], Any]] = []
    for act in acts:
        calls += [
            lambda act=act: ledger.perform(act.pk),
            lambda act=act: ledger.stop(user=owner, action_id=act.pk),
        ]
    at_once(*calls)
    done = {act.title.split()[-1] for act in Action.objects.filter(status=S.SUCCEEDED)}
    assert {to for to, _text in post.sent} == done
    assert len(post.sent) == len(done)
    assert Action.objects.filter(status=S.CANCELLED).count() == 6 - len(done)


def test_of_many_clicks_that_stop_an_act_none_is_told_that_it_is_too_late(
    owner, post, proposal, say, at_once
) -> None:
    [act] = ledger.propose([proposal()], user=owner)
    say(approvals.ask_for([act], user=owner, key="k"), "approve")
    told = at_once(*[lambda: ledger.stop(user=owner, action_id=act.pk)] * 6)
    assert [getattr(one, "status", one) for one in told] == [S.CANCELLED] * 6
    lines = [line.detail or {} for line in Activity.objects.filter(user=owner)]
    assert [line["status"] for line in lines if line.get("act") == str(act.pk)].count(S.CANCELLED) == 1


def test_eight_undos_take_back_once(owner, post, proposal, say, at_once) -> None:
    post.tool(undo=post.undo)
    acts = ledger.propose([proposal()], user=owner)
    say(approvals.ask_for(acts, user=owner, key="k"), "approve")
    ledger.perform(acts[0].pk)

    def take_back() -> None:
        ledger.undo(user=owner, action_id=acts[0].pk)
        taking_back.take_back(acts[0].pk)

    at_once(*[take_back] * 8)
    assert len(post.taken_back) == 1
    assert Action.objects.get().status == S.UNDONE


def test_many_cards_and_acts_of_one_person_do_not_lock_each_other_out(
    owner, post, proposal, say, at_once
) -> None:
    """Answers, ends, scores and the feed lock rows of the same person: always in the same order."""
    cards = []
    for n in range(8):
        acts = ledger.propose([proposal(f"P{n}"), proposal(f"Q{n}")], user=owner)
        cards.append((approvals.ask_for(acts, user=owner, key=f"k{n}"), acts))

    def whole(card: Any, acts: list[Action]) -> None:
        say(card, "approve", {"id": str(acts[1].pk), "verdict": "reject"})
        ledger.perform(acts[0].pk)

    at_once(*[lambda one=one: whole(*one) for one in cards])
    assert sorted(to for to, _text in post.sent) == [f"P{n}" for n in range(8)]
    assert Action.objects.filter(status=S.REJECTED).count() == 8
    numbers = list(Activity.objects.filter(user=owner).order_by("seq").values_list("seq", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
