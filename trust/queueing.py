"""Handing work to a worker once their rows are committed. What gets lost on the way, the sweep finds."""

from __future__ import annotations

from uuid import UUID

from ownyou.lib.commit import after_commit
from trust.models import Action


def perform_after_commit(action: Action) -> None:
    """Have an approved act performed that no run waits for."""
    after_commit(_send, "perform_act", action.pk)


def undo_after_commit(action: Action) -> None:
    """Have an act taken back that was marked for it."""
    after_commit(_send, "undo_act", action.pk)


def settle_after_commit(action: Action) -> None:
    """Have somebody look whether an act happened."""
    after_commit(_send, "settle_act", action.pk)


def mail_soon() -> None:
    """Have the notices mailed that are to be mailed."""
    after_commit(_send, "mail_notices")


def _send(task: str, *ids: UUID) -> None:
    from trust import tasks

    getattr(tasks, task).apply_async_on_commit(args=[str(one) for one in ids], retry=False)
