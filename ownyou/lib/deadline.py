"""A deadline for a whole piece of work, name look-up, retries and waiting included."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass

from ownyou.lib.locales import in_this_language


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment on the monotonic clock, in seconds."""

    at: float

    @classmethod
    def after(cls, seconds: float) -> Deadline:
        """The deadline `seconds` from now."""
        return cls(time.monotonic() + seconds)

    def remaining(self) -> float:
        """Seconds left, 0 when it has passed."""
        return max(0.0, self.at - time.monotonic())

    @property
    def passed(self) -> bool:
        return self.remaining() == 0.0


def finish_within[T](deadline: Deadline, work: Callable[[], T]) -> T:
    """What `work` returns or raises; raises TimeoutError at the deadline.

    httpx's time-outs hold for one read each and not at all for name look-up, so a server that sends a byte
    now and then holds its caller for ever. The work therefore runs in a daemon thread that is left behind
    at the deadline; it must use no database connection, and its own time-outs end it soon after. It speaks
    the language of its caller.
    """
    future: Future[T] = Future()

    def run() -> None:
        try:
            future.set_result(work())
        except BaseException as error:  # handed to the caller, who decides
            future.set_exception(error)

    threading.Thread(target=in_this_language(run), name="bounded work", daemon=True).start()
    return future.result(timeout=deadline.remaining())
