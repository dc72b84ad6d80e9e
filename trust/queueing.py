"""Handing work to a worker once their rows are committed. What gets lost on the way, the sweep finds."""

from __future__ import annotations

from functools import partial
from uuid import UUID

from django.db import transaction

from trust.models import Action


def perform_after_commit(action: Action) -> None:
    """Have an approved act performed that no run waits for."""
    transaction.on_commit(partial(_send, "perform_act", action.pk), robust=True)


def undo_after_commit(action: Action) -> None:
    """Have an act taken back that was marked for it."""
    transaction.on_commit(partial(_send, "undo_act", action.pk), robust=True)


def settle_after_commit(action: Action) -> None:
    """Have somebody look whether an act happened."""
    transaction.on_commit(partial(_send, "settle_act", action.pk), robust=True)


def mail_soon() -> None:
    """Have the notices mailed that are to be mailed."""
    transaction.on_commit(partial(_send, "mail_notices"), robust=True)


def _send(task: str, *ids: UUID) -> None:
    from trust import tasks

    getattr(tasks, task).apply_async_on_commit(args=[str(one) for one in ids], retry=False)
