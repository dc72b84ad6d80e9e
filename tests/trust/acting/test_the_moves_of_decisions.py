"""Every move that a decision can make, and every one that it cannot: each status, each operation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from itertools import product
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from ownyou.lib.errors import BadRequest, Conflict, InvalidInput
from ownyou.lib.ids import new_id
from trust import approvals, decisions, ledger
from trust.activity import Subject
from trust.decisions import Answer, Question
from trust.models import Action, Activity, AuditEntry, Decision, User

S, V = Decision.Status, Decision.Verdict
FIVE = timedelta(minutes=5)
OVER = "over"
"""Open, but its time has passed and no sweep has come by yet."""
FROM = (S.OPEN, OVER, S.ANSWERED, S.EXPIRED, S.SUPERSEDED, S.CANCELLED)


@pytest.fixture
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(timezone.now(), tick=False) as traveller:
        yield traveller


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What handlers are told besides those that are registered, in order."""
    told: list[str] = []
    monkeypatch.setattr(decisions, "_answered_handlers", list(decisions._answered_handlers))
    monkeypatch.setattr(decisions, "_closed_handlers", list(decisions._closed_handlers))
    decisions.on_answered(lambda one: told.append(f"answered {one.verdict}"))
    decisions.on_closed(lambda one: told.append(str(one.status)))
    return told


class Case:
    """An approval of one letter in a status, and all that can be asked of it."""

    def __init__(self, owner: User, proposal: Callable[..., Any], clock: Any) -> None:
        self.owner, self.subject, self.clock = owner, Subject("test", new_id()), clock
        [self.act] = ledger.propose([proposal()], user=owner, subject=self.subject)
        self.decision = approvals.ask_for(
            [self.act], user=owner, subject=self.subject, key="card", expires=FIVE
        )
        Decision.objects.update(refine_allowed=True)

    def bring_to(self, status: str) -> None:
        if status in (OVER, S.EXPIRED):
            self.clock.shift(FIVE)
        if status == S.EXPIRED:
            self.expire()
        elif status == S.ANSWERED:
            self.answer(V.APPROVE)
        elif status in (S.SUPERSEDED, S.CANCELLED):
            self.close(Decision.Status(status))

    def answer(self, verdict: Decision.Verdict) -> Any:
        given = Answer(verdict, text="shorter" if verdict == V.REFINE else "")
        return decisions.answer(user=self.owner, decision_id=self.decision.pk, given=given)

    def expire(self) -> Any:
        return decisions.expire(Decision.objects.get(pk=self.decision.pk))

    def close(self, status: Decision.Status) -> Any:
        return decisions.close(subject_id=self.subject.id, status=status)

    def ask(self) -> Any:
        question = Question(Decision.Kind.REVIEW, "test", "Another?", {})
        return decisions.ask(question, user_id=self.owner.pk, key="card")

    def ask_again(self) -> Any:
        return approvals.ask_again(user=self.owner, decision_id=self.decision.pk)

    def seen(self) -> Any:
        return approvals.seen(user=self.owner, decision_id=self.decision.pk)

    def consume(self) -> Any:
        return decisions.consume([self.decision.pk])

    def row(self) -> dict[str, Any]:
        """The whole row, and the status of its act."""
        act = Action.objects.get(pk=self.act.pk)
        return Decision.objects.filter(pk=self.decision.pk).values().get() | {"act": str(act.status)}


OPERATIONS: dict[str, Callable[[Case], Any]] = {
    **{f"answer {verdict}": partial(Case.answer, verdict=verdict) for verdict in V},
    **{f"close {status}": partial(Case.close, status=status) for status in S},
    "expire": Case.expire,
    "ask": Case.ask,
    "ask_again": Case.ask_again,
    "seen": Case.seen,
    "consume": Case.consume,
}
NEVER = {"close open", "close answered", "close expired"}
"""No question is closed into these, however it stands."""

TO: dict[tuple[str, str], tuple[str, str]] = {
    (S.OPEN, "answer approve"): (S.ANSWERED, "approved"),
    (S.OPEN, "answer reject"): (S.ANSWERED, "rejected"),
    (S.OPEN, "answer refine"): (S.ANSWERED, "superseded"),
    (S.OPEN, "close superseded"): (S.SUPERSEDED, "superseded"),
    (S.OPEN, "close cancelled"): (S.CANCELLED, "cancelled"),
    (OVER, "close superseded"): (S.SUPERSEDED, "superseded"),
    (OVER, "close cancelled"): (S.CANCELLED, "cancelled"),
    (OVER, "expire"): (S.EXPIRED, "expired"),
    (OVER, "ask_again"): (S.EXPIRED, "expired"),
    **{(OVER, f"answer {verdict}"): (S.EXPIRED, "expired") for verdict in V},
}
"""What moves a decision, to which status, and what becomes of its act."""
TOUCHES: dict[tuple[str, str], set[str]] = {
    (S.OPEN, "seen"): {"seen_at", "expires_at"},
    (OVER, "ask_again"): {"successor_id"},
    (S.EXPIRED, "ask_again"): {"successor_id"},
    **{(ended, "consume"): {"consumed_at"} for ended in (S.ANSWERED, S.EXPIRED, S.SUPERSEDED, S.CANCELLED)},
}
"""What changes without a move."""


def refusal(start: str, operation: str) -> type[Exception] | None:
    """What an operation raises; None where it may be asked."""
    if operation in NEVER:
        return ValueError
    if operation == "ask_again":
        return None if start in (OVER, S.EXPIRED) else Conflict
    if operation.startswith("answer"):
        if start != S.OPEN:
            return Conflict
        return InvalidInput if operation in ("answer choose", "answer answer") else None
    return None


@pytest.mark.parametrize(("start", "operation"), list(product(FROM, OPERATIONS)))
def test_a_decision_moves_only_by_the_table(
    owner: User, post: Any, proposal: Any, clock: Any, heard: list[str], start: str, operation: str
) -> None:
    case = Case(owner, proposal, clock)
    case.bring_to(start)
    before, lines, audited = case.row(), told(owner), AuditEntry.objects.count()
    heard.clear()
    clock.shift(timedelta(seconds=30))
    if refused := refusal(start, operation):
        with pytest.raises(refused) as error:
            OPERATIONS[operation](case)
        if refused is Conflict and operation.startswith("answer"):
            assert error.value.detail["status"] == (S.EXPIRED if start == OVER else start)
    else:
        OPERATIONS[operation](case)
    after = case.row()
    status, act = TO.get((start, operation), (before["status"], before["act"]))
    assert (after["status"], after["act"]) == (status, act)
    moved = {"status", "act"} if (start, operation) in TO else set()
    answered = {"verdict", "answer", "comment", "answered_at", "answered_by_id"} if moved else set()
    changed = {name for name in after if after[name] != before[name]} - {"remind_at"}
    assert changed - moved - TOUCHES.get((start, operation), set()) <= (
        answered if status == S.ANSWERED else set()
    )
    assert changed >= TOUCHES.get((start, operation), set())
    assert bool(after["verdict"]) == (status == S.ANSWERED)
    if moved:
        assert heard == [f"answered {after['verdict']}" if status == S.ANSWERED else status]
    else:
        assert heard == []
    assert AuditEntry.objects.count() - audited == (1 if moved and status == S.ANSWERED else 0)
    if not moved and (start, operation) != (S.EXPIRED, "ask_again"):
        assert told(owner) == lines


def told(owner: User) -> int:
    """How many lines of the feed there are."""
    return Activity.objects.filter(user=owner).count()


FITTING = {
    ("choice", "choose"),
    ("choice", "refine"),
    ("choice", "reject"),
    ("clarification", "answer"),
    ("clarification", "reject"),
    ("review", "approve"),
    ("review", "refine"),
    ("review", "reject"),
    ("approval", "approve"),
    ("approval", "refine"),
    ("approval", "reject"),
}


@pytest.mark.parametrize("refine_allowed", [True, False])
@pytest.mark.parametrize(("kind", "verdict"), list(product(Decision.Kind.values, V.values)))
def test_each_kind_takes_its_own_verdicts_only(
    owner: User, kind: str, verdict: str, refine_allowed: bool
) -> None:
    options = [{"id": "a", "title": "A"}]
    question = Question(
        Decision.Kind(kind), "test", "Which?", {"options": options}, refine_allowed=refine_allowed
    )
    decision = decisions.ask(question, user_id=owner.pk, key="k")
    given = Answer(V(verdict), options=("a",) if verdict == "choose" else (), text="cheaper")
    fits = (kind, verdict) in FITTING and (refine_allowed or verdict != "refine")
    if fits:
        decisions.answer(user=owner, decision_id=decision.pk, given=given)
    else:
        with pytest.raises((InvalidInput, BadRequest)):
            decisions.answer(user=owner, decision_id=decision.pk, given=given)
    decision.refresh_from_db()
    assert (decision.status, decision.verdict) == ((S.ANSWERED, verdict) if fits else (S.OPEN, ""))


def test_a_question_with_an_end_of_its_own_says_it_when_it_is_seen(owner: User) -> None:
    ends = timezone.now() + FIVE
    question = Question(Decision.Kind.REVIEW, "test", "This?", {}, expires_at=ends)
    decision = decisions.ask(question, user_id=owner.pk, key="k")
    assert approvals.seen(user=owner, decision_id=decision.pk) == ends


def test_what_is_taken_in_is_taken_in_once(owner: User, clock: Any) -> None:
    decision = decisions.ask(
        Question(Decision.Kind.CLARIFICATION, "test", "Which?", {}), user_id=owner.pk, key="k"
    )
    decisions.answer(user=owner, decision_id=decision.pk, given=Answer(V.ANSWER, text="this"))
    decisions.consume([decision.pk])
    first = Decision.objects.get().consumed_at
    clock.shift(FIVE)
    decisions.consume([decision.pk])
    assert Decision.objects.get().consumed_at == first is not None
