"""The way back from a decision into its graph, however it ended."""

from __future__ import annotations

from agency.runtime.threads import wake_thread
from trust.models import Decision


def wake_for(decision: Decision) -> None:
    """Wake the thread that waits for this decision, in the transaction that answers or closes it."""
    if decision.thread_id is not None:
        wake_thread(decision.thread_id)
