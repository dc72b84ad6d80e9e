"""A thread is driven by one worker at a time, however often its message is delivered."""

from __future__ import annotations

import threading
from typing import Any

from django.db import connection

from agency.models import Thread
from agency.runtime import driving
from agency.runtime.claiming import claim
from agency.runtime.threads import move_thread


def side_by_side(*work: Any) -> None:
    """Run functions at the same time, each with a database connection of its own."""
    barrier = threading.Barrier(len(work))

    def run(one: Any) -> None:
        barrier.wait()
        try:
            one()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)


def test_of_drivers_that_start_together_only_one_runs(stage: Any) -> None:
    side_by_side(*[stage.drive] * 6)
    assert stage.acts == ["first"]
    assert (stage.thread.status, stage.thread.revision) == ("waiting", 1)


def test_a_message_that_comes_again_while_it_runs_does_nothing(stage: Any) -> None:
    stage.hooks["first"] = lambda: side_by_side(lambda: driving.drive(stage.thread_id))
    stage.drive()
    assert stage.acts == ["first"]
    assert stage.thread.revision == 1


def test_a_message_that_comes_again_after_the_end_does_nothing(stage: Any) -> None:
    stage.drive()
    stage.answer()
    stage.drive()
    acts = list(stage.acts)
    for _ in range(3):
        assert stage.drive().status == "done"
    assert stage.acts == acts == ["first", "answered yes", "last"]
    assert stage.moved == ["waiting", "done"]


def test_a_worker_that_was_thought_dead_cannot_let_go_of_the_thread(stage: Any) -> None:
    zombie = claim(stage.thread_id)
    assert zombie is not None
    Thread.objects.filter(pk=stage.thread_id).update(status="ready")
    assert claim(stage.thread_id) is not None
    for to in Thread.Status:
        assert not move_thread(zombie.thread, to)
    assert (stage.thread.status, stage.thread.revision) == ("running", 2)
    assert stage.moved == []


def test_a_worker_that_lost_its_thread_stops_at_the_next_step(stage: Any) -> None:
    stage.hooks["first"] = lambda: Thread.objects.filter(pk=stage.thread_id).update(revision=7)
    stage.drive()
    assert (stage.acts, stage.moved) == (["first"], [])
    assert stage.thread.status == "running"
