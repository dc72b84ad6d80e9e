"""Services on threads: start, wake, pause, resume, cancel, retry. They write rows; tasks do the work.

Rows are locked in one order everywhere, so that no two transactions wait for each other: decision, thread,
subject (mission, desire, ...), feed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from agency.models import Thread
from agency.runtime.graphs import newest, tell_subject
from ownyou.lib.commit import after_commit
from ownyou.lib.prepared import Along, insert, insert_all, prepared_cursor
from trust.activity import Subject
from trust.answered import Part
from trust.decisions import Only

log = logging.getLogger(__name__)


def start_thread(
    *,
    user_id: UUID,
    graph: str,
    subject: Subject,
    parent: Thread | None = None,
    queue: str | None = None,
    send: bool = True,
) -> Thread:
    """Make a thread of the newest version of `graph` and hand it to the workers after commit.

    Without `send` it is only made: `direct_thread` follows, else the watchdog sends it as it is.
    """
    thread = new_thread(user_id=user_id, graph=graph, subject=subject, parent=parent, queue=queue)
    if send:
        store_thread(thread)
    else:
        insert(thread)
    return thread


def store_thread(thread: Thread) -> None:
    """Store a new thread and hand it to the workers after commit."""
    insert(thread)
    enqueue_after_commit(thread.pk, thread.queue)


def store_threads(threads: Sequence[Thread]) -> None:
    """Store new threads as `store_thread` does, by one statement."""
    if threads:
        insert_all(threads)
    for thread in threads:
        enqueue_after_commit(thread.pk, thread.queue)


def new_thread(
    *,
    user_id: UUID,
    graph: str,
    subject: Subject,
    parent: Thread | None = None,
    queue: str | None = None,
) -> Thread:
    """A thread as `start_thread` makes it, not stored yet."""
    spec = newest(graph)
    return Thread(
        user_id=user_id,
        graph=graph,
        version=spec.version,
        queue=queue or spec.queue,
        subject_kind=subject.kind,
        subject_id=subject.id or user_id,
        parent=parent,
    )


def direct_thread(thread: Thread, *, graph: str, queue: str | None = None, noting: Along) -> bool:
    """Give a thread that nobody has begun its graph, note what led to it by the same statement, and hand it
    to the workers after commit.

    Returns False, and changes nothing, when it was begun or stopped meanwhile: what is to be noted looks
    whether "directed" has a row.
    """
    spec = newest(graph)
    queue = queue or spec.queue
    facts: dict[str, Any] = {
        "id": thread.pk,
        "ready": Thread.Status.READY.value,
        "graph": graph,
        "version": spec.version,
        "queue": queue,
        "now": timezone.now(),
    }
    with prepared_cursor() as cursor:
        cursor.execute(_DIRECT.format(noted=noting.sql), facts | noting.parameters)
        if cursor.fetchone() is None:
            return False
    enqueue_after_commit(thread.pk, queue)
    return True


_DIRECT = f"""
WITH directed AS (
    UPDATE {Thread._meta.db_table} SET graph = %(graph)s, version = %(version)s, queue = %(queue)s,
        updated_at = %(now)s
    WHERE id = %(id)s AND status = %(ready)s AND revision = 0 RETURNING id
), {{noted}}
SELECT id FROM directed
"""


def wake_thread(thread_id: UUID) -> None:
    """Let a thread notice something: an answer, a finished child. Call it in the transaction of the cause.

    A waiting thread becomes ready; a running one sees the raised `wake_seq` before it lets go.
    """
    part = waking(thread_id)
    with transaction.atomic(savepoint=False):
        with prepared_cursor() as cursor:
            cursor.execute(_WAKE_ALONE, part.parameters)
            found = cursor.fetchone()
        if found is None:
            raise Thread.DoesNotExist
        part.then(*found)


def waking(thread_id: UUID) -> Part:
    """What wakes a thread along with an answer. One that is gone has nothing to notice."""
    facts: dict[str, Any] = {
        "woken_id": thread_id,
        "woken_waiting": Thread.Status.WAITING.value,
        "woken_ready": Thread.Status.READY.value,
        "woken_at": timezone.now(),
    }

    def send(found: list[str] | None) -> None:
        status, queue = found or ("", "")
        if status == Thread.Status.WAITING:
            enqueue_after_commit(thread_id, queue)

    return Part("woken", _WAKE, facts, _WOKEN, send)


_WOKEN: Final = "SELECT ARRAY[status, queue]::text[] FROM woken"
_WAKE = f"""
resting AS (
    SELECT id, status FROM {Thread._meta.db_table}
    WHERE id = %(woken_id)s AND EXISTS (SELECT FROM {{once}}) FOR UPDATE
), woken AS (
    UPDATE {Thread._meta.db_table} AS thread SET wake_seq = wake_seq + 1, updated_at = %(woken_at)s,
        status = CASE resting.status WHEN %(woken_waiting)s THEN %(woken_ready)s ELSE resting.status END
    FROM resting WHERE thread.id = resting.id RETURNING resting.status, thread.queue
)
"""
_WAKE_ALONE = f"WITH {_WAKE.format(once='(SELECT) AS cause')} {_WOKEN}"


def pause_thread(thread_id: UUID) -> None:
    """Pause now if nothing runs, else after the node that runs."""
    _stop(thread_id, Thread.Status.PAUSED, Thread.Control.PAUSE)


def cancel_thread(thread_id: UUID) -> None:
    """Cancel now if nothing runs, else after the node that runs."""
    _stop(thread_id, Thread.Status.CANCELLED, Thread.Control.CANCEL)


def _stop(thread_id: UUID, status: Thread.Status, control: Thread.Control) -> None:
    with transaction.atomic():
        thread = _locked(thread_id)
        if thread.status == Thread.Status.RUNNING:
            thread.control = control
            thread.wake_seq += 1
        elif thread.status not in Thread.ENDED:
            thread.status = status
            thread.ended_at = timezone.now() if status in Thread.ENDED else None
        thread.save(update_fields=["status", "control", "wake_seq", "ended_at", "updated_at"])


def going_on(thread_id: UUID) -> Only:
    """The look at a run that finds a row where its acts may begin: nobody has paused or cancelled it. What is
    no run goes on.

    The run's row is held until the end of the transaction, so that who stops the run comes after what this
    allows; a heartbeat does not wait.
    """
    return Only("run", _GOING_ON, {"run_id": thread_id, "run_stopped": _STOPPED})


_STOPPED: Final = [Thread.Status.PAUSED.value, Thread.Status.CANCELLED.value]
_GOING_ON = f"""
WITH held AS MATERIALIZED (
    SELECT control, status FROM {Thread._meta.db_table} WHERE id = %(run_id)s FOR KEY SHARE)
SELECT WHERE NOT EXISTS (
    SELECT FROM held WHERE control <> '' OR status = ANY(%(run_stopped)s::text[]))
"""


def is_cancelled(thread_id: UUID) -> bool:
    """Whether a run was cancelled, also where its worker has not got to it yet. Held as in `going_on`."""
    control, status = _held(thread_id)
    return control == Thread.Control.CANCEL or status == Thread.Status.CANCELLED


def is_stopped(thread_id: UUID) -> bool:
    """Whether a run was paused or cancelled. Held as in `going_on`: what is begun for it in this transaction,
    who stops it afterwards will find."""
    control, status = _held(thread_id)
    return bool(control) or status in _STOPPED


def is_over(thread_id: UUID) -> bool:
    """Whether a run has ended, one way or the other."""
    return Thread.objects.filter(pk=thread_id, status__in=Thread.ENDED).exists()


def _held(thread_id: UUID) -> tuple[str, str]:
    """The control and status of a run, which nobody stops before the transaction ends; empty for no run."""
    with prepared_cursor() as cursor:
        cursor.execute(_HELD, {"id": thread_id})
        row = cursor.fetchone()
    return row or ("", "")


_HELD = f"SELECT control, status FROM {Thread._meta.db_table} WHERE id = %(id)s FOR KEY SHARE"


def resume_thread(thread_id: UUID) -> None:
    """Go on after a pause or a failure, from the last finished node."""
    with transaction.atomic():
        thread = _locked(thread_id)
        if thread.status in (Thread.Status.PAUSED, Thread.Status.FAILED):
            thread.attempt, thread.ended_at, thread.error, thread.archived_at = 0, None, None, None
            _make_ready(thread)
        elif thread.status != Thread.Status.RUNNING or thread.control != Thread.Control.PAUSE:
            return
        thread.control = Thread.Control.NONE
        thread.wake_seq += 1
        thread.save(
            update_fields=[
                "status",
                "control",
                "wake_seq",
                "attempt",
                "ended_at",
                "archived_at",
                "error",
                "updated_at",
            ]
        )


def _locked(thread_id: UUID) -> Thread:
    return Thread.objects.select_for_update().get(pk=thread_id)


def _make_ready(thread: Thread) -> None:
    thread.status = Thread.Status.READY
    enqueue_after_commit(thread.pk, thread.queue)


def move_thread(
    thread: Thread, to: Thread.Status, *, expect_wake: int | None = None, **changes: object
) -> bool:
    """Release a claimed thread to `to`, and move its subject, in one transaction.

    Returns False, and changes nothing, when the claim was lost meanwhile or (with `expect_wake`) something
    arrived that the driver must look at first.
    """
    rows = Thread.objects.filter(pk=thread.pk, status=Thread.Status.RUNNING, revision=thread.revision)
    if expect_wake is not None:
        rows = rows.filter(wake_seq=expect_wake)
    now = timezone.now()
    if to in Thread.ENDED:
        changes["ended_at"] = now
    with transaction.atomic(savepoint=False):
        if not rows.update(status=to, control=Thread.Control.NONE, updated_at=now, **changes):
            return False
        _wake_parent(thread, to)
        tell_subject(thread, to)
    thread.status = to
    return True


def _wake_parent(thread: Thread, to: Thread.Status) -> None:
    if thread.parent_id is not None and to in Thread.ENDED:
        wake_thread(thread.parent_id)


def enqueue_after_commit(thread_id: UUID, queue: str) -> None:
    """Send the drive task once the rows are committed. A lost message is found by the watchdog."""
    after_commit(_send, thread_id, queue)


def _send(thread_id: UUID, queue: str) -> None:
    from agency.runtime.tasks import drive_thread

    drive_thread.apply_async_on_commit(  # type: ignore[attr-defined]
        args=[str(thread_id)], queue=queue, retry=False
    )
