"""Driving a thread: claim it, run its graph from where it stands, let go of it.

Nothing here holds a transaction or a row lock while the graph runs.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from django.db import Error as DatabaseError
from django.db import IntegrityError, connection, transaction
from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import override
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.errors import GraphRecursionError
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, Durability, Interrupt

from agency.models import Thread
from agency.runtime.checkpoints import RunsSaver, config_of, delete_thread, interrupts_of
from agency.runtime.claiming import claim
from agency.runtime.current import drive_of, driving
from agency.runtime.graphs import GraphSpec, UnknownGraph, graph_of, known, leaves_acts, newest, spec_of
from agency.runtime.heartbeat import Heartbeat
from agency.runtime.stopping import Stopped
from agency.runtime.threads import move_thread
from ownyou.lib import storage
from ownyou.lib.errors import OwnYouError
from ownyou.lib.prepared import prepared_cursor
from trust import activity, approvals, decisions, ledger
from trust.models import Decision

log = logging.getLogger(__name__)
Graph = CompiledStateGraph[Any, Any, Any, Any]
STEPS_AT_MOST = 100


class ClaimLost(Exception):
    """This worker was thought dead and its thread given to another: it must not touch the thread again."""


class LostRun(OwnYouError):
    """The saved state of this run is gone and it cannot be rebuilt, so it was not started over."""


class EndlessRun(OwnYouError):
    """It went round in circles and was stopped."""


@dataclass(slots=True)
class Run:
    """One claim of one thread."""

    thread: Thread
    spec: GraphSpec
    graph: Graph
    ended: list[Decision]
    """What the claim found answered, for the first look at what the graph waits for."""
    consumed: list[UUID] = field(default_factory=list)
    stepped: bool = False
    doubted: int | None = None
    """The thread's `wake_seq` when a node stopped and nobody asked for it; None while none has."""

    @property
    def begins(self) -> bool:
        """Whether nothing of this thread has run yet."""
        return self.thread.revision == 1 and not self.stepped

    @property
    def saver(self) -> BaseCheckpointSaver[Any]:
        """The checkpoints of this run, as its graph reads and writes them."""
        saver = self.graph.checkpointer
        assert isinstance(saver, BaseCheckpointSaver)
        return saver

    @property
    def config(self) -> Any:
        return {**config_of(self.thread.pk), "recursion_limit": STEPS_AT_MOST}


def drive(thread_id: UUID) -> None:
    """Drive a thread until it waits for a person, ends, fails, or is stopped. Does nothing if not ready."""
    claimed = claim(thread_id)
    if claimed is None:
        return
    thread = claimed.thread
    try:
        with Heartbeat(thread):
            spec = _spec_for(thread)
            run = Run(thread, spec, graph_of(thread), claimed.ended)
            if run.begins and isinstance(run.saver, RunsSaver):
                run.saver.knows_nothing()
            _go(run)
    except ClaimLost:
        log.warning("thread %s was taken over while this worker had it", thread.pk)
    except Exception as error:
        log.exception("thread %s (%s) stumbled", thread.pk, thread.graph)
        stumble(thread, error)


def _spec_for(thread: Thread) -> GraphSpec:
    """The graph of a claimed thread. Raises `UnknownGraph`.

    Where its version is not known any more and rows say how far it is, the newest version begins from them.
    """
    try:
        return spec_of(thread.graph, thread.version)
    except UnknownGraph:
        if not known(thread.graph) or not (latest := newest(thread.graph)).rebuilds:
            raise
    delete_thread(thread.pk)  # first: what it holds must never be read by another version
    Thread.objects.filter(pk=thread.pk, revision=thread.revision).update(version=latest.version)
    thread.version = latest.version
    return latest


def _go(run: Run) -> None:
    """Run, release, and run again when something arrived meanwhile."""
    seen = _Signals(run.thread.wake_seq, run.thread.control)
    at_hand: dict[str, Any] = {"user": run.thread.user}
    for _turn in range(STEPS_AT_MOST):
        try:
            # Anew: an answer may have changed what nodes had looked up.
            with driving(run.thread, begins=run.begins, known=at_hand):
                interrupts = _advance(run, seen)
        except Stopped:
            if _settle_stop(run):
                return
        else:
            if _release(run, interrupts, seen.wake_seq):
                return
        seen, at_hand = _signals(run.thread), {}
        run.ended.clear()
    raise EndlessRun


def _release(run: Run, interrupts: tuple[Interrupt, ...], wake_seq: int) -> bool:
    """Let go of the thread and note what it took in and waits for, in one transaction; False: look again.

    What it waits for may have been answered: not only just now. A run that is repeated after a crash asks
    again what was answered meanwhile, and nobody would wake it a second time.
    """
    to = Thread.Status.WAITING if interrupts else Thread.Status.DONE
    with transaction.atomic():
        _settle_answers(run)
        if not _note_interrupts(run.thread, interrupts):
            return False
        return move_thread(run.thread, to, expect_wake=wake_seq, attempt=0)


@dataclass(frozen=True, slots=True)
class _Signals:
    wake_seq: int
    control: str


def _signals(thread: Thread) -> _Signals:
    """Read what the driver must notice. Raises `ClaimLost` when the thread is another worker's by now."""
    facts: dict[str, Any] = {
        "id": thread.pk,
        "running": Thread.Status.RUNNING.value,
        "revision": thread.revision,
    }
    with prepared_cursor() as cursor:
        cursor.execute(_LOOK, facts)
        row = cursor.fetchone()
    if row is None:
        raise ClaimLost
    return _Signals(*row)


_LOOK = f"""
SELECT wake_seq, control FROM {Thread._meta.db_table}
WHERE id = %(id)s AND status = %(running)s AND revision = %(revision)s
"""


def _advance(run: Run, seen: _Signals) -> tuple[Interrupt, ...]:
    """Go on from where the thread stands; return what it waits for then. Raises `Stopped`."""
    if seen.control:
        raise Stopped
    start = _where_from(run)
    return _open_interrupts(run) if start is _NOTHING else _step_through(run, start)


_NOTHING = object()


def _where_from(run: Run) -> Any:
    """Return what to feed the graph: its first state, the answers it waits for, None to go on, or nothing."""
    if run.begins:
        return _first_state(run, lost=False)
    if interrupts := _readable(run, lambda: interrupts_of(run.saver, run.config)):
        answers = _answers(run, interrupts)
        return Command(resume=answers) if answers else _NOTHING
    snapshot = _readable(run, lambda: run.graph.get_state(run.config))
    if snapshot.created_at is None:
        return _first_state(run, lost=True)
    run.consumed.extend(_taken_in(run.thread))
    # Not `next`: a step whose writes are stored, but not the checkpoint after it, is still to be done.
    return None if snapshot.tasks else _NOTHING


def _taken_in(thread: Thread) -> list[UUID]:
    """The answers that a worker took in before it died: the graph is past them, and nobody has noted it."""
    rows = Decision.objects.filter(thread_id=thread.pk, consumed_at=None).exclude(status=Decision.Status.OPEN)
    return list(rows.values_list("pk", flat=True))


def _readable[T](run: Run, read: Callable[[], T]) -> T:
    """Read where the graph stands. What cannot be read any more is dropped, as if it had been lost."""
    try:
        return read()
    except TRANSIENT:
        raise
    except Exception:
        log.exception("the saved state of thread %s cannot be read", run.thread.pk)
        if not run.spec.rebuilds:
            raise LostRun from None
        run.saver.delete_thread(str(run.thread.pk))
        return read()


def _first_state(run: Run, *, lost: bool) -> Any:
    if lost and not run.spec.rebuilds:
        raise LostRun
    return run.spec.initial(run.thread.subject_id)


WAKES: Final = frozenset({"children", "acts", "missions"})
"""What a run may wait for that wakes it: it looks itself how that stands."""


def _answers(run: Run, interrupts: tuple[Interrupt, ...]) -> dict[str, Any]:
    """Map the ids of open interrupts to the decisions that answer them. Stale ids never get in."""
    waiting = {interrupt.id: interrupt.value for interrupt in interrupts}
    asked = {UUID(value["decision"]): key for key, value in waiting.items() if "decision" in value}
    answered = _answered(run, set(asked))
    run.consumed.extend(answered)
    answers = {asked[pk]: {"decision": str(pk)} for pk in answered}
    woken = {key: {"woken": True} for key, value in waiting.items() if WAKES & value.keys()}
    return {**answers, **woken}


def _answered(run: Run, asked: set[UUID]) -> list[UUID]:
    """Return which of these decisions of the run are no longer open; the node that asked finds them kept
    under their keys."""
    ended = [decision for decision in run.ended if decision.pk in asked]
    unknown = asked - {decision.pk for decision in ended}
    if unknown:
        rows = Decision.objects.filter(pk__in=unknown, thread_id=run.thread.pk)
        ended += rows.exclude(status=Decision.Status.OPEN)
    for decision in ended:
        drive_of(run.thread.pk).keep(decision.key, decision)
    return [decision.pk for decision in ended]


def _step_through(run: Run, start: Any) -> tuple[Interrupt, ...]:
    """Run node after node. Returns the open interrupts at the end. Raises `Stopped` when told to stop."""
    interrupts: tuple[Interrupt, ...] = ()
    run.stepped = True
    first_way = isinstance(start, dict)  # nobody has decided anything on it
    durability: Durability = "exit" if first_way and run.spec.repeatable else "sync"
    for update in run.graph.stream(start, run.config, stream_mode="updates", durability=durability):
        if "__interrupt__" in update:
            interrupts = (*interrupts, *update["__interrupt__"])
            continue
        run.doubted = None
        if _signals(run.thread).control:
            raise Stopped
    return interrupts


def _open_interrupts(run: Run) -> tuple[Interrupt, ...]:
    return tuple(run.graph.get_state(run.config).interrupts)


def _note_interrupts(thread: Thread, interrupts: tuple[Interrupt, ...]) -> bool:
    """Write down which interrupt waits for which decision; False where one is answered already."""
    asked = {
        interrupt.value["decision"]: interrupt.id for interrupt in interrupts if "decision" in interrupt.value
    }
    if not asked:
        return True
    with prepared_cursor() as cursor:
        facts: dict[str, Any] = {
            "decisions": [UUID(pk) for pk in asked],
            "interrupts": list(asked.values()),
            "thread": thread.pk,
        }
        cursor.execute(_NOTE, facts)
        return all(status == Decision.Status.OPEN for (status,) in cursor.fetchall())


_NOTE = f"""
UPDATE {Decision._meta.db_table} AS asked
SET interrupt_id = COALESCE(NULLIF(asked.interrupt_id, ''), waiting.interrupt_id)
FROM unnest(%(decisions)s::uuid[], %(interrupts)s::text[]) AS waiting(id, interrupt_id)
WHERE asked.id = waiting.id AND asked.thread_id = %(thread)s RETURNING asked.status
"""


def _settle_answers(run: Run) -> None:
    if run.consumed:
        decisions.consume(run.consumed)
        run.consumed.clear()


def _settle_stop(run: Run) -> bool:
    """End a run that was told to stop between two nodes; False when it is to go on after all.

    A node may stop with nobody asking any more: the person paused and resumed meanwhile, however often (then
    the next look goes on), or its subject has ended otherwise (then the second look, before which nobody
    woke the thread, ends it, too).
    """
    seen = _signals(run.thread)
    if not seen.control and run.doubted != seen.wake_seq:
        run.doubted = seen.wake_seq
        return False
    paused = seen.control == Thread.Control.PAUSE
    to = Thread.Status.PAUSED if paused else Thread.Status.CANCELLED
    with override(run.thread.user.language):
        if not paused:  # the last node may have asked or proposed while it was being cancelled
            decisions.close(thread_id=run.thread.pk, status=Decision.Status.CANCELLED)
            ledger.cancel_acts(thread_id=run.thread.pk)
        return move_thread(run.thread, to, expect_wake=seen.wake_seq)


TRANSIENT = (*storage.AWAY, IntegrityError, ConnectionError, TimeoutError)
"""Worth another try. An IntegrityError is a twin that wrote the same step first; next time it is there."""


def stumble(thread: Thread, error: Exception) -> None:
    """Decide what an error means: try again a little later, or fail with the reason shown."""
    connection.close()
    again = _passes(error) and thread.attempt < _most_attempts()
    try:
        if again:
            move_thread(thread, Thread.Status.READY, attempt=F("attempt") + 1)
        else:
            with override(thread.user.language):
                fail(thread, words_of(error))
    except DatabaseError:
        log.warning("thread %s could not be released; the watchdog will find it", thread.pk, exc_info=True)


def _passes(error: Exception) -> bool:
    return isinstance(error, TRANSIENT) or storage.is_away(error)


def fail(thread: Thread, reason: str) -> None:
    """End a claimed thread as failed; its subject says why and can be retried.

    Its questions and the acts that have not begun are closed with it, decisions first, as they are locked
    before threads.
    """
    from ownyou.lib.fields import seal

    thread.error = reason
    why = _("What asked for this did not work: %(reason)s It was not done; tried again, it asks anew.")
    closes = not leaves_acts(thread)
    words = why % {"reason": reason}
    with suppress(ClaimLost), transaction.atomic(), activity.told_last():
        if closes:
            decisions.close(thread_id=thread.pk, status=Decision.Status.SUPERSEDED, why=words)
        else:
            approvals.leave_alone(thread.pk)
        if not move_thread(thread, Thread.Status.FAILED, error=seal(thread.user_id, reason)):
            raise ClaimLost
        if closes:
            ledger.cancel_acts(thread_id=thread.pk, why=words)


def words_of(error: Exception) -> str:
    """Say in a sentence what went wrong, without internals."""
    if storage.is_away(error) and storage.is_full(error):
        return _("The disk is full. Free some space and try again.")
    if storage.is_away(error) and storage.is_out_of_memory(error):
        return _("Redis has no memory left. Give it more and try again.")
    if isinstance(error, OwnYouError):
        return error.message
    if isinstance(error, GraphRecursionError):
        return EndlessRun().message
    if _passes(error):
        return _("The database or the queue did not answer, several times in a row.")
    return _("Something unexpected happened (%(kind)s).") % {"kind": type(error).__name__}


def _most_attempts() -> int:
    from django.conf import settings

    return int(settings.THREAD_MOST_ATTEMPTS)
