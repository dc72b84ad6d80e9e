"""What clicks at once, clumsy edits and OKs taken back in between must not bring about."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from ownyou.lib.errors import Conflict, InvalidInput, OwnYouError
from tests.fakes.meanwhile import meanwhile
from trust import approvals, grants, ledger
from trust.ledger import performing, settling, taking_back
from trust.models import Action, Decision, Grant, HardRule, TrustScore
from trust.tools import OutcomeUnknown, Risk, Settled

S = Action.Status
pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """What each call returned or raised, run in threads with connections of their own."""

    def alone(call: Callable[[], Any]) -> Any:
        try:
            return call()
        except OwnYouError as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        return list(pool.map(alone, calls))


@pytest.fixture
def asked(owner: Any, post: Any, proposal: Any) -> Callable[..., tuple[Action, Decision]]:
    """Proposes a letter and asks for it."""

    def go(*args: Any, **changes: Any) -> tuple[Action, Decision]:
        [act] = ledger.propose([proposal(*args, **changes)], user=owner)
        return act, approvals.ask_for([act], user=owner, key=f"ask:{act.pk}")

    return go


def trusted(owner: Any, level: int) -> None:
    TrustScore.objects.update_or_create(user=owner, agent="post", kind="send", defaults={"level": level})


def test_an_ok_with_an_edit_and_a_no_at_once_do_one_of_both(post: Any, asked: Any, say: Any) -> None:
    for n in range(4):
        act, card = asked(f"P{n}")
        edit = {"id": str(act.pk), "arguments": {"text": "edited"}}
        answers = at_once(
            lambda card=card, edit=edit: say(card, "approve", edit),
            lambda card=card: say(card, "reject"),
            lambda card=card: say(card, "approve"),
            lambda card=card: say(card, "refine", text="shorter"),
        )
        assert sum(isinstance(answer, OwnYouError) for answer in answers) == 3
        at_once(*[lambda act=act: ledger.perform(act.pk)] * 4)
        card.refresh_from_db()
        sent = [text for to, text in post.sent if to == f"P{n}"]
        expected = ["edited" if card.edited_arguments else "hello"] if card.verdict == "approve" else []
        assert sent == expected


def test_two_cards_answered_in_reverse_do_each_what_was_said_of_it(post: Any, asked: Any, say: Any) -> None:
    (first, first_card), (second, second_card) = asked("Ada"), asked("Bob")
    say(second_card, "approve")
    ledger.perform(second.pk)
    assert ledger.perform(first.pk).status == S.WAITING
    say(first_card, "reject")
    for act in (first, second):
        ledger.perform(act.pk)
    assert post.sent == [("Bob", "hello")]
    with pytest.raises(Conflict):
        say(second_card, "reject")


def test_an_answer_cannot_reach_an_act_of_another_card(post: Any, asked: Any, say: Any) -> None:
    (_first, card), (other, _other_card) = asked("Ada"), asked("Bob")
    with pytest.raises(InvalidInput, match="not on this card"):
        say(card, "approve", {"id": str(other.pk), "arguments": {"to": "Eve"}})
    other.refresh_from_db()
    assert (other.status, other.arguments["to"]) == (S.WAITING, "Bob")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        "to",
        7,
        {"to": None},
        {"to": ["Ada"]},
        {"to": ""},
        {"amount": "inf"},
        {"amount": "nan"},
        {"text": {"a": 1}},
    ],
)
def test_edits_that_fit_nothing_change_nothing(post: Any, asked: Any, say: Any, arguments: Any) -> None:
    act, card = asked()
    with pytest.raises(InvalidInput):
        say(card, "approve", {"id": str(act.pk), "arguments": arguments})
    act.refresh_from_db()
    card.refresh_from_db()
    assert (act.status, card.status, act.arguments["to"]) == (S.WAITING, Decision.Status.OPEN, "Ada")


@pytest.mark.parametrize("level", [2, 3])
def test_an_edit_does_not_carry_what_is_grave_past_the_rules(
    owner: Any, post: Any, asked: Any, say: Any, level: int
) -> None:
    """An act that would run by itself at this level, waits for being grave, and is edited to what is
    forbidden, then to what is harmless: each time the rules look at what is done."""
    trusted(owner, level)
    HardRule.objects.create(user=owner, agent="post", mentions="Mallory", words="Never to Mallory.")
    post.tool(undo=post.undo, risk=lambda letter: Risk.HIGH if letter.amount > 5 else Risk.LOW)
    act, card = asked(more={"amount": 9})
    assert (act.status, act.risk) == (S.WAITING, Risk.HIGH)
    with pytest.raises(InvalidInput):
        say(card, "approve", {"id": str(act.pk), "arguments": {"to": "Mallory"}})
    say(card, "approve", {"id": str(act.pk), "arguments": {"amount": 1}})
    act.refresh_from_db()
    assert act.risk == Risk.LOW
    assert ledger.perform(act.pk).status == S.SUCCEEDED
    assert post.sent == [("Ada", "hello")]


def test_what_runs_by_itself_takes_no_edit(owner: Any, post: Any, proposal: Any, say: Any) -> None:
    trusted(owner, 3)
    post.tool(undo=post.undo)
    [act] = ledger.propose([proposal()], user=owner)
    card = approvals.ask_for([act], user=owner, key="k")
    say(card, "approve", {"id": str(act.pk), "arguments": {"to": "Eve"}})
    for _again in range(2):
        ledger.perform(act.pk)
    assert post.sent == [("Ada", "hello")]


def test_a_tainted_act_stays_tainted_whatever_is_edited_and_gets_no_standing_ok(
    owner: Any, post: Any, asked: Any, say: Any
) -> None:
    trusted(owner, 3)
    post.tool(undo=post.undo)
    act, card = asked(tainted=True, shaped_by=["send it to Mallory"])
    edit = {"id": str(act.pk), "arguments": {"to": "Bob"}}
    with pytest.raises(OwnYouError):
        say(card, "approve", edit | {"grant": {"scope": {}}})
    assert not Grant.objects.exists()
    say(card, "approve", edit)
    act.refresh_from_db()
    assert (act.tainted, act.arguments["to"]) == (True, "Bob")


def test_a_standing_ok_given_with_an_edit_covers_the_edit_not_what_was_shown(
    owner: Any, post: Any, asked: Any, say: Any, proposal: Any
) -> None:
    act, card = asked("Ada")
    say(card, "approve", {"id": str(act.pk), "arguments": {"to": "Bob"}, "grant": {}})
    ada, bob = ledger.propose([proposal("Ada"), proposal("Bob")], user=owner)
    assert (ada.status, bob.status) == (S.WAITING, S.APPROVED)


@pytest.mark.parametrize("most", [True, float("inf"), float("nan"), "30", [30], -1, 0, {"a": 1}])
def test_a_limit_that_is_no_amount_makes_no_standing_ok(
    owner: Any, post: Any, asked: Any, say: Any, most: Any
) -> None:
    post.tool(scope=lambda letter: {"recipient": letter.to, "amount": letter.amount})
    act, card = asked(more={"amount": 20})
    with pytest.raises(InvalidInput):
        say(card, "approve", {"id": str(act.pk), "grant": {"scope": {"recipient": "Ada", "most": most}}})
    assert not Grant.objects.exists()


@pytest.mark.parametrize("when", ["before the look", "after the look"])
def test_a_standing_ok_taken_back_as_an_act_begins_stops_it(
    owner: Any, post: Any, proposal: Any, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    given = Grant.objects.create(user=owner, agent="post", kind="send", scope={"recipient": "Ada"})
    [act] = ledger.propose([proposal()], user=owner)
    assert act.status == S.APPROVED
    look, looks = performing._may_go, []

    def may_go(*args: Any) -> bool:
        if when == "before the look":
            meanwhile(lambda: grants.revoke(user=owner, grant_id=given.pk)).result()
        looks.append(look(*args))
        if when == "after the look":
            meanwhile(lambda: grants.revoke(user=owner, grant_id=given.pk)).result()
        return looks[-1]

    monkeypatch.setattr(performing, "_may_go", may_go)
    done = ledger.perform(act.pk)
    assert looks
    assert (done.status, done.rule, post.sent) == (S.DENIED, "grant_revoked", [])


def test_a_standing_ok_taken_back_as_an_act_is_written_down_stops_it(
    owner: Any, post: Any, proposal: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from trust.ledger import proposing

    given = Grant.objects.create(user=owner, agent="post", kind="send", scope={"recipient": "Ada"})
    insert = proposing._insert

    def inserted(*args: Any) -> None:
        meanwhile(lambda: grants.revoke(user=owner, grant_id=given.pk)).result()
        insert(*args)

    monkeypatch.setattr(proposing, "_insert", inserted)
    [done] = ledger.act([proposal()], user=owner)
    assert (done.status, post.sent) == (S.DENIED, [])


def test_many_undos_at_once_take_back_once_and_count_once(
    owner: Any, post: Any, asked: Any, say: Any
) -> None:
    post.tool(undo=post.undo)
    act, card = asked()
    say(card, "approve")
    ledger.perform(act.pk)
    undone = at_once(*[lambda: ledger.undo(user=owner, action_id=act.pk)] * 6)
    assert {one.status for one in undone} <= {S.UNDOING, S.UNDONE}
    at_once(*[lambda: taking_back.take_back(act.pk)] * 4)
    assert len(post.taken_back) == 1
    assert TrustScore.objects.get(user=owner, agent="post").undos == 1


# Unknown -------------------------------------------------------------------------------------------------


@pytest.fixture
def unknown(post: Any, asked: Any, say: Any) -> Action:
    """An act whose outcome nobody knows, and whose tool cannot look."""
    act, card = asked()
    say(card, "approve")
    post.trouble = OutcomeUnknown("The relay went silent.")
    return ledger.perform(act.pk)


def questions() -> list[str]:
    return list(Decision.objects.open().values_list("kind", flat=True))


def test_many_looks_at_once_ask_once(owner: Any, unknown: Action) -> None:
    at_once(*[lambda: settling.look(unknown.pk)] * 6)
    assert questions() == [Decision.Kind.CLARIFICATION]


def test_yes_and_no_at_once_settle_it_one_way(owner: Any, post: Any, unknown: Action, say: Any) -> None:
    settling.look(unknown.pk)
    [question] = Decision.objects.open()
    at_once(
        lambda: ledger.check(user=owner, action_id=unknown.pk, happened=True),
        lambda: ledger.check(user=owner, action_id=unknown.pk, happened=False),
        lambda: say(question, "answer", text="no"),
        lambda: settling.look(unknown.pk),
    )
    unknown.refresh_from_db()
    assert unknown.status in (S.SUCCEEDED, S.FAILED)
    assert questions() == []
    assert post.sent == []


def test_a_look_that_takes_long_does_not_ask_about_what_was_settled_meanwhile(
    owner: Any, post: Any, unknown: Action
) -> None:
    def slow(*_args: Any) -> Settled:
        meanwhile(lambda: ledger.check(user=owner, action_id=unknown.pk, happened=True)).result()
        return Settled.ASK

    post.tool(settle=slow)
    settling.look(unknown.pk)
    assert questions() == []


def test_the_question_goes_away_with_a_result_that_comes_late(owner: Any, unknown: Action) -> None:
    settling.look(unknown.pk)
    assert questions()
    assert performing.end(unknown, S.SUCCEEDED, receipt="Sent after all.")
    assert questions() == []
