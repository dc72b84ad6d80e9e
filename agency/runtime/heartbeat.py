"""A sign of life while a thread runs, so that the watchdog can tell a slow worker from a dead one."""

from __future__ import annotations

import logging
import os
import threading
from functools import lru_cache
from types import TracebackType

from django.conf import settings
from django.db import connection
from django.utils import timezone

from agency.models import Thread

log = logging.getLogger(__name__)


class Heartbeat:
    """Context manager that has `heartbeat_at` renewed every few seconds."""

    def __init__(self, thread: Thread) -> None:
        self.thread = thread

    def __enter__(self) -> Heartbeat:
        _heart_of(os.getpid()).begin(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        _heart_of(os.getpid()).end(self)

    def renew(self) -> int:
        """Write that the run lives; 0 where it is another worker's by now."""
        mine = Thread.objects.filter(pk=self.thread.pk, revision=self.thread.revision)
        return mine.filter(status=Thread.Status.RUNNING).update(heartbeat_at=timezone.now())


class _Heart:
    """One thread of a process for all that it runs: each drive would wait for one of its own to begin."""

    def __init__(self) -> None:
        self._beating: set[Heartbeat] = set()
        self._renewing, self._pause = threading.Lock(), threading.Event()
        threading.Thread(target=self._beat, name="heartbeat", daemon=True).start()

    def begin(self, run: Heartbeat) -> None:
        self._beating.add(run)

    def end(self, run: Heartbeat) -> None:
        """Take a run out; once this returns, nothing says any more that it lives."""
        with self._renewing:
            self._beating.discard(run)

    def _beat(self) -> None:
        while True:
            self._pause.wait(settings.THREAD_HEARTBEAT_SECONDS)
            try:
                self._renew_all()
            except Exception:  # whatever it was, the next beat comes
                log.warning("a heartbeat was missed", exc_info=True)

    def _renew_all(self) -> None:
        try:
            for run in tuple(self._beating):
                with self._renewing:
                    if run in self._beating and not run.renew():
                        self._beating.discard(run)
        finally:
            connection.close()


@lru_cache(maxsize=1)
def _heart_of(process: int) -> _Heart:
    """The heart of this process: threads do not survive a fork."""
    return _Heart()
