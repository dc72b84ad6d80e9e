"""The way back from a decision, or from an act that a worker did, into its graph."""

from __future__ import annotations

from agency.models import Thread
from agency.runtime.threads import wake_thread, waking
from trust.answered import Part
from trust.models import Action, Decision


def wake_for(decision: Decision) -> None:
    """Wake the thread that waits for this decision, in the transaction that closes it."""
    if decision.thread_id is not None:
        wake_thread(decision.thread_id)


def wake_with_answer(decision: Decision) -> Part | None:
    """The same, along with the answer."""
    return None if decision.thread_id is None else waking(decision.thread_id)


def may_wait_for(action: Action, to: str) -> bool:
    """Whether a run may be waiting for an act that moves so.

    A run performs its acts itself; held ones and those done again are performed by a worker, and one that
    nobody came back from is given up by the sweep.
    """
    if action.thread_id is None:
        return False
    return action.not_before is not None or to == Action.Status.UNKNOWN


def wake_for_act(action: Action) -> None:
    """Wake the run of an act that ended (`may_wait_for`), in the transaction of the end."""
    if action.thread_id is None:
        return
    if Thread.objects.filter(pk=action.thread_id).exclude(status__in=Thread.ENDED).exists():
        wake_thread(action.thread_id)
