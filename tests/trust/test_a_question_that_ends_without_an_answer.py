"""A question can end without an answer: its time is over, a newer one replaces it, its subject ends."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from ownyou.lib.errors import Conflict
from ownyou.lib.ids import new_id
from trust import decisions
from trust.activity import Subject
from trust.decisions import Answer, Question
from trust.models import Activity, Decision, User

OVER = timedelta(minutes=-1)
S = Decision.Status


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What handlers of closed decisions were told."""
    heard: list[str] = []
    monkeypatch.setattr(decisions, "_closed_handlers", [])
    decisions.on_closed(lambda decision: heard.append(f"late {decision.status}"))
    decisions.on_closed(lambda decision: heard.append(f"first {decision.status}"), first=True)
    return heard


def ask(owner: User, ends: timedelta | None = None, **more: Any) -> Decision:
    expires_at = timezone.now() + ends if ends is not None else None
    question = Question(
        Decision.Kind.CLARIFICATION, "test", "Which?", {"question": "Which?"}, expires_at=expires_at
    )
    return decisions.ask(question, user_id=owner.pk, key=str(new_id()), **more)


def test_a_question_whose_time_is_over_ends_once_without_a_verdict(owner: User, told: list[str]) -> None:
    decision = ask(owner, OVER)
    twin = Decision.objects.get(pk=decision.pk)
    assert decisions.expire(decision)
    assert (decision.status, decision.verdict) == (S.EXPIRED, "")
    assert not decisions.expire(twin)
    assert twin.status == S.EXPIRED
    assert told == ["first expired", "late expired"]
    [line] = Activity.objects.filter(user=owner, kind="status_changed")
    assert line.text == "No answer came in time: Which?"


@pytest.mark.parametrize("ends", [None, timedelta(minutes=1)])
def test_a_question_that_has_time_left_stays_open(
    owner: User, told: list[str], ends: timedelta | None
) -> None:
    decision = ask(owner, ends)
    assert not decisions.expire(decision)
    decision.refresh_from_db()
    assert decision.status == S.OPEN
    assert told == []


def test_a_question_that_was_given_more_time_meanwhile_stays_open(owner: User, told: list[str]) -> None:
    seen_by_the_sweep = ask(owner, OVER)
    Decision.objects.update(expires_at=timezone.now() + timedelta(minutes=5))
    assert not decisions.expire(seen_by_the_sweep)
    assert seen_by_the_sweep.status == S.OPEN
    assert told == []


def test_a_question_that_was_answered_meanwhile_keeps_its_answer(owner: User, told: list[str]) -> None:
    decision = ask(owner)
    decisions.answer(user=owner, decision_id=decision.pk, given=yes())
    decision.expires_at = timezone.now() + OVER
    assert not decisions.expire(decision)
    assert (decision.status, decision.verdict) == (S.ANSWERED, "answer")
    assert told == []


def test_an_answer_that_comes_too_late_finds_it_expired_before_any_sweep(
    owner: User, told: list[str]
) -> None:
    decision = ask(owner, OVER)
    with pytest.raises(Conflict) as refused:
        decisions.answer(user=owner, decision_id=decision.pk, given=yes())
    assert refused.value.detail["status"] == "expired"
    decision.refresh_from_db()
    assert (decision.status, decision.verdict) == (S.EXPIRED, "")
    assert told == ["first expired", "late expired"]


@pytest.mark.parametrize("status", [S.SUPERSEDED, S.CANCELLED])
def test_closing_tells_of_each_that_was_open(owner: User, told: list[str], status: Decision.Status) -> None:
    subject = Subject("test", new_id())
    open_ones = [ask(owner, subject=subject), ask(owner, subject=subject)]
    answered = ask(owner, subject=subject)
    elsewhere = ask(owner)
    decisions.answer(user=owner, decision_id=answered.pk, given=yes())
    assert decisions.close(subject_id=subject.id, status=status) == 2
    assert told == [f"first {status}", f"late {status}"] * 2
    assert set(Decision.objects.filter(status=status)) == set(open_ones)
    elsewhere.refresh_from_db()
    assert elsewhere.status == S.OPEN
    assert decisions.close(subject_id=subject.id, status=status) == 0


def test_closing_without_a_subject_closes_nothing(owner: User) -> None:
    decision = ask(owner)
    assert decisions.close(status=S.CANCELLED) == 0
    decision.refresh_from_db()
    assert decision.status == S.OPEN


def yes() -> Answer:
    return Answer(Decision.Verdict.ANSWER, text="this one")
