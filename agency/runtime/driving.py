"""Driving a thread: claim it, run its graph from where it stands, let go of it.

Nothing here holds a transaction or a row lock while the graph runs. A claim is a conditional UPDATE; its
`revision` fences off a worker that was thought dead and comes back.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import Error as DatabaseError
from django.db import connection
from django.db.models import F
from django.utils import timezone
from langgraph.errors import GraphRecursionError
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, Interrupt, StateSnapshot
from redis import RedisError

from agency.models import Thread
from agency.runtime.checkpoints import config_of, sealed_for
from agency.runtime.graphs import GraphSpec, compiled, spec_of
from agency.runtime.heartbeat import Heartbeat
from agency.runtime.threads import move_thread
from ownyou.lib.errors import OwnYouError
from trust import decisions
from trust.models import Decision

log = logging.getLogger(__name__)
Graph = CompiledStateGraph[Any, Any, Any, Any]
STEPS_AT_MOST = 100


class Stopped(Exception):
    """Raised by a node when its subject was cancelled or paused meanwhile: the run ends there quietly."""


class LostRun(OwnYouError):
    """The saved state of this run is gone and it cannot be rebuilt, so it was not started over."""


@dataclass(slots=True)
class Run:
    """One claim of one thread."""

    thread: Thread
    spec: GraphSpec
    graph: Graph
    consumed: list[UUID] = field(default_factory=list)
    stepped: bool = False

    @property
    def config(self) -> Any:
        return {**config_of(self.thread.pk), "recursion_limit": STEPS_AT_MOST}


def drive(thread_id: UUID) -> None:
    """Drive a thread until it waits for a person, ends, fails, or is stopped. Does nothing if not ready."""
    thread = claim(thread_id)
    if thread is None:
        return
    try:
        with sealed_for(thread.user_id), Heartbeat(thread):
            _go(Run(thread, spec_of(thread.graph, thread.version), compiled(thread.graph, thread.version)))
    except Stopped:
        _settle_stop(thread)
    except Exception as error:
        log.exception("thread %s (%s) stumbled", thread.pk, thread.graph)
        stumble(thread, error)


def claim(thread_id: UUID) -> Thread | None:
    """Take a ready thread for this worker; None when somebody else has it or it is not ready."""
    now = timezone.now()
    if not Thread.objects.filter(pk=thread_id, status=Thread.Status.READY).update(
        status=Thread.Status.RUNNING, revision=F("revision") + 1, heartbeat_at=now, updated_at=now
    ):
        return None
    return Thread.objects.get(pk=thread_id)


def _go(run: Run) -> None:
    """Run, release, and run again when something arrived meanwhile."""
    while True:
        seen = _signals(run.thread)
        if seen.control:
            raise Stopped
        start = _where_from(run)
        interrupts = _step_through(run, start) if start is not _NOTHING else _open_interrupts(run)
        if interrupts is None:
            raise Stopped
        _settle_answers(run)
        to = Thread.Status.WAITING if interrupts else Thread.Status.DONE
        _note_interrupts(run.thread, interrupts)
        if move_thread(run.thread, to, expect_wake=seen.wake_seq, attempt=0):
            return
        if not _still_ours(run.thread):
            return


@dataclass(frozen=True, slots=True)
class _Signals:
    wake_seq: int
    control: str


def _signals(thread: Thread) -> _Signals:
    row = Thread.objects.filter(pk=thread.pk).values_list("wake_seq", "control").get()
    return _Signals(*row)


def _still_ours(thread: Thread) -> bool:
    return Thread.objects.filter(
        pk=thread.pk, status=Thread.Status.RUNNING, revision=thread.revision
    ).exists()


_NOTHING = object()


def _where_from(run: Run) -> Any:
    """Return what to feed the graph: its first state, the answers it waits for, None to go on, or nothing."""
    fresh = run.thread.revision == 1 and not run.stepped
    snapshot = None if fresh else run.graph.get_state(run.config)
    if snapshot is None or snapshot.created_at is None:
        return _first_state(run, lost=snapshot is not None)
    if snapshot.interrupts:
        answers = _answers(run, snapshot)
        return Command(resume=answers) if answers else _NOTHING
    return None if snapshot.next else _NOTHING


def _first_state(run: Run, *, lost: bool) -> Any:
    if lost and not run.spec.rebuilds:
        raise LostRun
    return run.spec.initial(run.thread.subject_id)


def _answers(run: Run, snapshot: StateSnapshot) -> dict[str, Any]:
    """Map the ids of open interrupts to the decisions that answer them. Stale ids never get in."""
    waiting = {interrupt.id: interrupt.value for interrupt in snapshot.interrupts}
    asked = {UUID(value["decision"]): key for key, value in waiting.items() if "decision" in value}
    rows = Decision.objects.filter(pk__in=asked, thread_id=run.thread.pk).exclude(status=Decision.Status.OPEN)
    answered = list(rows.values_list("pk", flat=True))
    run.consumed.extend(answered)
    answers = {asked[pk]: {"decision": str(pk)} for pk in answered}
    woken = {key: {"woken": True} for key, value in waiting.items() if "children" in value}
    return {**answers, **woken}


def _step_through(run: Run, start: Any) -> tuple[Interrupt, ...] | None:
    """Run node after node. Returns the open interrupts at the end, or None when told to stop."""
    interrupts: tuple[Interrupt, ...] = ()
    run.stepped = True
    for update in run.graph.stream(start, run.config, stream_mode="updates", durability="sync"):
        if "__interrupt__" in update:
            interrupts = (*interrupts, *update["__interrupt__"])
        elif _signals(run.thread).control:
            return None
    return interrupts


def _open_interrupts(run: Run) -> tuple[Interrupt, ...]:
    return tuple(run.graph.get_state(run.config).interrupts)


def _note_interrupts(thread: Thread, interrupts: tuple[Interrupt, ...]) -> None:
    for interrupt in interrupts:
        if "decision" in interrupt.value:
            Decision.objects.filter(pk=interrupt.value["decision"], interrupt_id="").update(
                interrupt_id=interrupt.id
            )


def _settle_answers(run: Run) -> None:
    if run.consumed:
        decisions.consume(run.consumed)


def _settle_stop(thread: Thread) -> None:
    """End a run that was told to stop between two nodes."""
    control = _signals(thread).control
    to = Thread.Status.CANCELLED if control == Thread.Control.CANCEL else Thread.Status.PAUSED
    move_thread(thread, to)


TRANSIENT = (DatabaseError, RedisError, ConnectionError, TimeoutError)


def stumble(thread: Thread, error: Exception) -> None:
    """Decide what an error means: try again a little later, or fail with the reason shown."""
    connection.close()
    again = isinstance(error, TRANSIENT) and thread.attempt < _most_attempts()
    try:
        if again:
            move_thread(thread, Thread.Status.READY, attempt=F("attempt") + 1)
        else:
            fail(thread, words_of(error))
    except DatabaseError:
        log.warning("thread %s could not be released; the watchdog will find it", thread.pk)


def fail(thread: Thread, reason: str) -> None:
    """End a claimed thread as failed; its subject says why and can be retried."""
    from ownyou.lib.fields import seal

    thread.error = reason
    move_thread(thread, Thread.Status.FAILED, error=seal(thread.user_id, reason))


def words_of(error: Exception) -> str:
    """Say in a sentence what went wrong, without internals."""
    if isinstance(error, OwnYouError):
        return error.message
    if isinstance(error, GraphRecursionError):
        return "It went round in circles and was stopped."
    if isinstance(error, TRANSIENT):
        return "The database or the queue did not answer, several times in a row."
    return f"Something unexpected happened ({type(error).__name__})."


def _most_attempts() -> int:
    from django.conf import settings

    return int(settings.THREAD_MOST_ATTEMPTS)
