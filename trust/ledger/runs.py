"""Whether the run that an act belongs to still goes on. What runs are is an upper layer's to say."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID

GoesOn = Callable[[UUID], bool]
_goes_on: list[GoesOn] = []
_is_over: list[GoesOn] = []
_is_cancelled: list[GoesOn] = []


class Stopped(Exception):
    """Raised where a run was cancelled or paused meanwhile: it ends there quietly."""


def register_runs(goes_on: GoesOn, is_over: GoesOn, is_cancelled: GoesOn) -> None:
    """Let an upper layer say whether a run goes on, whether it has ended, and whether it was cancelled. The
    first and the last are asked within a transaction, until whose end they must hold: who stops the run
    meanwhile waits, and finds what was written down."""
    _goes_on[:] = [goes_on]
    _is_over[:] = [is_over]
    _is_cancelled[:] = [is_cancelled]


def goes_on(thread_id: UUID | None) -> bool:
    """Whether acts of this run may begin; what belongs to no run always may."""
    return thread_id is None or all(ask(thread_id) for ask in _goes_on)


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
