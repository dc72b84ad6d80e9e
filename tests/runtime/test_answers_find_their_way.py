"""An answer reaches the question it was given to, once, whenever it arrives."""

from __future__ import annotations

from typing import Any

import pytest

from agency.models import Thread
from agency.runtime import watchdog
from ownyou.lib.errors import Conflict
from trust import decisions
from trust.models import Activity, Decision


def test_an_answer_that_arrives_before_the_thread_lets_go_is_not_lost(stage: Any) -> None:
    stage.once("asked", lambda: stage.answer("early"))
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "answered early", "last"]
    assert stage.decision.consumed_at is not None


def test_an_answer_given_while_its_worker_lies_dead_is_not_lost(stage: Any) -> None:
    stage.once("asked", stage.die)
    stage.drive_until_killed()
    stage.answer("meanwhile")
    stage.look_dead()
    watchdog.watch()
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "answered meanwhile", "last"]


def test_a_step_that_dies_after_the_answer_takes_the_same_answer_again(stage: Any) -> None:
    stage.drive()
    stage.answer("once")
    stage.once("answered", stage.die)
    stage.drive_until_killed()
    stage.look_dead()
    watchdog.watch()
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "answered once", "last"]
    assert Decision.objects.filter(thread_id=stage.thread_id).count() == 1


def test_an_answer_whose_worker_died_a_step_later_counts_as_taken_in(stage: Any) -> None:
    stage.drive()
    stage.answer("once")
    stage.once("last", stage.die)
    stage.drive_until_killed()
    assert stage.decision.consumed_at is None
    stage.look_dead()
    watchdog.watch()
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "answered once", "last"]
    assert stage.decision.consumed_at is not None


def test_a_thread_that_is_woken_without_an_answer_waits_on(stage: Any) -> None:
    stage.drive()
    Thread.objects.filter(pk=stage.thread_id).update(status="ready")
    assert stage.drive().status == "waiting"
    assert stage.acts == ["first"]


def test_the_answer_to_another_threads_question_never_gets_in(stage: Any) -> None:
    stage.drive()
    Decision.objects.filter(pk=stage.decision.pk).update(thread_id=stage.user.pk)
    decision = Decision.objects.get(thread_id=stage.user.pk)
    Decision.objects.filter(pk=decision.pk).update(status="answered", verdict="answer")
    Thread.objects.filter(pk=stage.thread_id).update(status="ready")
    assert stage.drive().status == "waiting"
    assert stage.acts == ["first"]


def test_of_two_questions_side_by_side_each_gets_its_own_answer(pair: Any) -> None:
    pair.drive()
    pair.answer_number(1, "to the second")
    assert pair.drive().status == "waiting"
    assert pair.acts == ["1: to the second"]
    pair.answer_number(0, "to the first")
    assert pair.drive().status == "done"
    assert pair.acts == ["1: to the second", "0: to the first"]


def test_the_id_of_a_question_that_is_settled_never_gets_in_again(pair: Any) -> None:
    pair.drive()
    pair.answer_number(1, "to the second")
    pair.drive()
    settled, still_open = pair.number(1), pair.number(0)
    assert settled.interrupt_id != still_open.interrupt_id
    Decision.objects.filter(pk=settled.pk).update(interrupt_id=still_open.interrupt_id, consumed_at=None)
    Thread.objects.filter(pk=pair.thread_id).update(status="ready")
    assert pair.drive().status == "waiting"
    assert pair.acts == ["1: to the second"]


def test_two_answers_at_once_leave_one_line_and_one_told_conflict(stage: Any) -> None:
    stage.drive()
    decision = stage.decision
    stage.answer("mine")
    with pytest.raises(Conflict) as refused:
        stage.answer("mine, too")
    assert refused.value.detail == {
        "decision": str(decision.pk),
        "status": "answered",
        "verdict": "answer",
    }
    assert Activity.objects.filter(user=stage.user, kind="decided").count() == 1


def test_a_question_asked_again_by_the_same_step_is_the_same_question(stage: Any) -> None:
    stage.drive()
    assert stage.ask() == stage.decision.pk
    assert Activity.objects.filter(user=stage.user, kind="approval_required").count() == 1


def test_a_question_whose_time_is_over_wakes_its_thread_which_sees_how_it_ended(stage: Any) -> None:
    stage.drive()
    decision = stage.end_time()
    assert decisions.expire(decision)
    assert stage.thread.status == "ready"
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "expired without a verdict", "last"]


def test_a_question_that_ends_before_the_thread_lets_go_is_noticed(stage: Any) -> None:
    stage.once("asked", lambda: decisions.expire(stage.end_time()))
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "expired without a verdict", "last"]


def test_a_question_that_ends_while_its_worker_lies_dead_is_noticed(stage: Any) -> None:
    stage.once("asked", stage.die)
    stage.drive_until_killed()
    decisions.expire(stage.end_time())
    stage.look_dead()
    watchdog.watch()
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "expired without a verdict", "last"]


def test_a_question_that_is_replaced_wakes_its_thread(stage: Any) -> None:
    stage.drive()
    decisions.close(thread_id=stage.thread_id, status=Decision.Status.SUPERSEDED)
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "superseded without a verdict", "last"]
