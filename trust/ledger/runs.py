"""Whether the run that an act belongs to still goes on. What runs are is an upper layer's to say."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

from ownyou.lib.prepared import prepared_cursor
from trust.decisions import Only

GoingOn = Callable[[UUID], Only]
Asks = Callable[[UUID], bool]
_going_on: list[GoingOn] = []
_is_over: list[Asks] = []
_is_cancelled: list[Asks] = []


class Stopped(Exception):
    """Raised where a run was cancelled or paused meanwhile: it ends there quietly."""


def register_runs(going_on: GoingOn, is_over: Asks, is_cancelled: Asks) -> None:
    """Let an upper layer say whether a run goes on, whether it has ended, and whether it was cancelled.

    The first is a SELECT that finds a row where acts of the run may begin, and the last is asked within a
    transaction: both hold the run until that ends, so that who stops it meanwhile waits, and finds what was
    written down."""
    _going_on[:] = [going_on]
    _is_over[:] = [is_over]
    _is_cancelled[:] = [is_cancelled]


def going_on(thread_id: UUID | None) -> Only | None:
    """The look at a run whose acts are to begin, for the statement that lets them; None where there is
    nothing to look at: what belongs to no run always goes on."""
    return next((look(thread_id) for look in _going_on), None) if thread_id else None


def goes_on(thread_id: UUID | None) -> bool:
    """Whether acts of this run may begin. Call it within the transaction that it is to hold for."""
    look = going_on(thread_id)
    if look is None:
        return True
    with prepared_cursor() as cursor:
        cursor.execute(look.sql, look.parameters)
        return cursor.fetchone() is not None


def check_goes_on(thread_id: UUID | None) -> None:
    """Raise `Stopped` for a run that was stopped. Call it within the transaction that it is to hold for."""
    if not goes_on(thread_id):
        raise Stopped


def is_over(thread_id: UUID | None) -> bool:
    """Whether a run has ended: nobody there waits for its acts any more."""
    return thread_id is not None and any(ask(thread_id) for ask in _is_over)


def is_cancelled(thread_id: UUID | None) -> bool:
    """Whether a run was cancelled, or is about to end so: none of its acts may begin any more. Call it within
    the transaction that it is to hold for."""
    return thread_id is not None and any(ask(thread_id) for ask in _is_cancelled)
