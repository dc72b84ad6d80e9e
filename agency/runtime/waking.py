"""The way back from an answered decision into its graph."""

from __future__ import annotations

from agency.runtime.threads import wake_thread
from trust.models import Decision


def wake_for_answer(decision: Decision) -> None:
    """Wake the thread that waits for this decision, in the transaction of the answer."""
    if decision.thread_id is not None:
        wake_thread(decision.thread_id)
