"""A person stops and goes on whenever they like; the run ends between two steps, and nothing is lost."""

from __future__ import annotations

from typing import Any

from agency.runtime import watchdog
from agency.runtime.stopping import Stopped
from agency.runtime.threads import cancel_thread, pause_thread, resume_thread


def test_a_pause_while_it_runs_holds_between_two_steps(stage: Any) -> None:
    stage.once("first", lambda: pause_thread(stage.thread_id))
    assert stage.drive().status == "paused"
    assert stage.acts == ["first"]
    resume_thread(stage.thread_id)
    assert stage.thread.status == "ready"
    assert stage.drive().status == "waiting"
    assert stage.acts == ["first"]


def test_a_pause_that_is_taken_back_while_it_runs_changes_nothing(stage: Any) -> None:
    def waver() -> None:
        pause_thread(stage.thread_id)
        resume_thread(stage.thread_id)

    stage.once("first", waver)
    assert stage.drive().status == "waiting"


def test_a_step_that_stopped_for_a_pause_is_done_when_the_pause_was_taken_back(stage: Any) -> None:
    def waver() -> None:
        pause_thread(stage.thread_id)
        resume_thread(stage.thread_id)
        raise Stopped

    stage.once("first", waver)
    assert stage.drive().status == "waiting"
    assert stage.acts == ["first"]


def test_a_step_that_always_stops_ends_the_thread(stage: Any) -> None:
    def stop() -> None:
        raise Stopped

    stage.hooks["first"] = stop
    thread = stage.drive()
    assert thread.status == "cancelled"
    assert thread.ended_at is not None


def test_an_answer_given_during_a_pause_is_taken_when_it_goes_on(stage: Any) -> None:
    stage.drive()
    pause_thread(stage.thread_id)
    stage.answer("in the pause")
    assert stage.drive().status == "paused"
    resume_thread(stage.thread_id)
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "answered in the pause", "last"]


def test_cancelling_while_it_runs_ends_it_between_two_steps(stage: Any) -> None:
    stage.once("first", lambda: cancel_thread(stage.thread_id))
    thread = stage.drive()
    assert thread.status == "cancelled"
    assert thread.ended_at is not None
    assert stage.acts == ["first"]
    resume_thread(stage.thread_id)
    assert stage.thread.status == "cancelled"


def test_cancelling_in_the_last_step_does_not_complete_it(stage: Any) -> None:
    stage.drive()
    stage.answer()
    stage.once("last", lambda: cancel_thread(stage.thread_id))
    assert stage.drive().status == "cancelled"
    assert "done" not in stage.moved


def test_a_thread_cancelled_while_its_worker_lies_dead_is_cancelled(stage: Any) -> None:
    stage.once("first", stage.die)
    stage.drive_until_killed()
    cancel_thread(stage.thread_id)
    stage.look_dead()
    watchdog.watch()
    assert stage.drive().status == "cancelled"
    assert stage.acts == []


def test_what_is_over_cannot_be_paused(stage: Any) -> None:
    stage.drive()
    stage.answer()
    stage.drive()
    pause_thread(stage.thread_id)
    cancel_thread(stage.thread_id)
    resume_thread(stage.thread_id)
    assert stage.thread.status == "done"
