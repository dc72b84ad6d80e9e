"""The way back from a decision, or from an act that a worker did, into its graph."""

from __future__ import annotations

from agency.models import Thread
from agency.runtime.threads import wake_thread
from trust.models import Action, Decision


def wake_for(decision: Decision) -> None:
    """Wake the thread that waits for this decision, in the transaction that answers or closes it."""
    if decision.thread_id is not None:
        wake_thread(decision.thread_id)


def wake_for_act(action: Action) -> None:
    """Wake the run of an act that ended, in the transaction of the end, where it did not do it itself.

    A run performs its acts itself; held ones and those done again are performed by a worker.
    """
    if action.thread_id is None or action.not_before is None:
        return
    if Thread.objects.filter(pk=action.thread_id).exclude(status__in=Thread.ENDED).exists():
        wake_thread(action.thread_id)
