"""A sign of life while a thread runs, so that the watchdog can tell a slow worker from a dead one."""

from __future__ import annotations

import logging
import threading
from types import TracebackType

from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.utils import timezone

from agency.models import Thread

log = logging.getLogger(__name__)


class Heartbeat:
    """Context manager that renews `heartbeat_at` every few seconds from a thread of its own."""

    def __init__(self, thread: Thread) -> None:
        self.thread = thread
        self.over = threading.Event()
        self.beats = threading.Thread(target=self._beat, name=f"heartbeat {thread.pk}", daemon=True)

    def __enter__(self) -> Heartbeat:
        self.beats.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()

    def _beat(self) -> None:
        while not self.over.wait(settings.THREAD_HEARTBEAT_SECONDS):
            try:
                if not self._renew():
                    return
            except DatabaseError:
                log.warning("heartbeat of %s missed", self.thread.pk)
            finally:
                connection.close()

    def _renew(self) -> int:
        mine = Thread.objects.filter(pk=self.thread.pk, revision=self.thread.revision)
        return mine.filter(status=Thread.Status.RUNNING).update(heartbeat_at=timezone.now())
