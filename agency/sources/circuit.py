"""A circuit breaker: after some failures in a row a source is left alone for a while."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta

import pybreaker


class _Failure(Exception):
    """What is reported to the breaker when a question failed."""


class Circuit:
    """One source's breaker, of this process.

    pybreaker's own `call` holds a lock while the function runs, which would make parallel searches wait for
    each other beyond their deadlines. So the question is asked outside, and only its outcome is reported.
    """

    def __init__(self, *, failures: int, seconds: float) -> None:
        """Open after `failures` in a row for `seconds`; then a success closes it, a failure reopens it."""
        self._storage = pybreaker.CircuitMemoryStorage(pybreaker.STATE_CLOSED)
        self._breaker = pybreaker.CircuitBreaker(
            fail_max=failures, reset_timeout=seconds, state_storage=self._storage
        )

    def seconds_to_wait(self) -> float:
        """Seconds until the source may be asked again; 0 when it may be asked now."""
        if self._storage.state != pybreaker.STATE_OPEN or self._storage.opened_at is None:
            return 0.0
        reopens = self._storage.opened_at + timedelta(seconds=self._breaker.reset_timeout)
        return max(0.0, (reopens - datetime.now(UTC)).total_seconds())

    def succeeded(self) -> None:
        """Report that the source answered."""
        with suppress(pybreaker.CircuitBreakerError):  # still open: a late answer of an older question
            self._breaker.call(lambda: None)

    def failed(self) -> None:
        """Report that the source failed."""
        with suppress(pybreaker.CircuitBreakerError, _Failure):
            self._breaker.call(_fail)


def _fail() -> None:
    raise _Failure
