"""Services on threads: start, wake, pause, resume, cancel, retry. They write rows; tasks do the work."""

from __future__ import annotations

import logging
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from agency.models import Thread
from agency.runtime.graphs import newest, spec_of
from trust.activity import Subject

log = logging.getLogger(__name__)


def start_thread(
    *, user_id: UUID, graph: str, subject: Subject, parent: Thread | None = None, queue: str | None = None
) -> Thread:
    """Make a thread of the newest version of `graph` and hand it to the workers after commit."""
    spec = newest(graph)
    thread = Thread.objects.create(
        user_id=user_id,
        graph=graph,
        version=spec.version,
        queue=queue or spec.queue,
        subject_kind=subject.kind,
        subject_id=subject.id,
        parent=parent,
    )
    enqueue_after_commit(thread.pk, thread.queue)
    return thread


def wake_thread(thread_id: UUID) -> None:
    """Let a thread notice something: an answer, a finished child. Call it in the transaction of the cause.

    A waiting thread becomes ready; a running one sees the raised `wake_seq` before it lets go.
    """
    Thread.objects.filter(pk=thread_id).update(wake_seq=F("wake_seq") + 1)
    if Thread.objects.filter(pk=thread_id, status=Thread.Status.WAITING).update(
        status=Thread.Status.READY, updated_at=timezone.now()
    ):
        queue = Thread.objects.filter(pk=thread_id).values_list("queue", flat=True).get()
        enqueue_after_commit(thread_id, queue)


def pause_thread(thread_id: UUID) -> None:
    """Pause now if nothing runs, else after the node that runs."""
    _stop(thread_id, Thread.Status.PAUSED, Thread.Control.PAUSE)


def cancel_thread(thread_id: UUID) -> None:
    """Cancel now if nothing runs, else after the node that runs."""
    _stop(thread_id, Thread.Status.CANCELLED, Thread.Control.CANCEL)


def _stop(thread_id: UUID, status: Thread.Status, control: Thread.Control) -> None:
    rows = Thread.objects.filter(pk=thread_id)
    now = timezone.now()
    ended = {"ended_at": now} if status in Thread.ENDED else {}
    idle = [Thread.Status.READY, Thread.Status.WAITING, Thread.Status.PAUSED]
    if not rows.filter(status__in=idle).update(status=status, updated_at=now, **ended):
        rows.filter(status=Thread.Status.RUNNING).update(control=control, wake_seq=F("wake_seq") + 1)


def resume_thread(thread_id: UUID) -> None:
    """Go on after a pause or a failure, from the last finished node."""
    stopped = [Thread.Status.PAUSED, Thread.Status.FAILED]
    rows = Thread.objects.filter(pk=thread_id)
    rows.filter(status=Thread.Status.RUNNING, control=Thread.Control.PAUSE).update(
        control=Thread.Control.NONE
    )
    if rows.filter(status__in=stopped).update(
        status=Thread.Status.READY,
        control=Thread.Control.NONE,
        attempt=0,
        ended_at=None,
        error=None,
        updated_at=timezone.now(),
    ):
        enqueue_after_commit(thread_id, rows.values_list("queue", flat=True).get())


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
    with transaction.atomic():
        if not rows.update(status=to, control=Thread.Control.NONE, updated_at=now, **changes):
            return False
        spec_of(thread.graph, thread.version).moved(thread, to)
        _wake_parent(thread, to)
    thread.status = to
    return True


def _wake_parent(thread: Thread, to: Thread.Status) -> None:
    if thread.parent_id is not None and to in Thread.ENDED:
        wake_thread(thread.parent_id)


def enqueue_after_commit(thread_id: UUID, queue: str) -> None:
    """Send the drive task once the rows are committed. A lost message is found by the watchdog."""
    transaction.on_commit(partial(_send, thread_id, queue), robust=True)


def _send(thread_id: UUID, queue: str) -> None:
    from agency.runtime.tasks import drive_thread

    drive_thread.apply_async_on_commit(args=[str(thread_id)], queue=queue, retry=False)
