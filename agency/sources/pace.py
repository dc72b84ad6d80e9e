"""Not asking a public server more often than its operators allow, over all processes of the instance."""

from __future__ import annotations

import logging
import math
import threading
import time

from django.core.cache import BaseCache
from django.core.exceptions import ImproperlyConfigured
from redis.exceptions import RedisError

from ownyou.lib.deadline import Deadline

UNREACHABLE = (RedisError, OSError, ImproperlyConfigured)
"""What Django's cache raises when its Redis is down, or when there is no project around."""

_POLL = 0.05

logger = logging.getLogger(__name__)


class Pace:
    """One turn every `seconds` for each host.

    Threads of this process queue for their turn; processes agree through a key in the shared cache that
    lives as long as the turn. Without the cache each process keeps the pace on its own.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._lock = threading.Lock()
        self._next: dict[str, float] = {}

    def wait(self, host: str, deadline: Deadline, cache: BaseCache) -> bool:
        """Wait for the next turn at `host`; False when it does not come before the deadline."""
        if self.seconds <= 0:
            return True
        return self._wait_here(host, deadline) and self._wait_everywhere(host, deadline, cache)

    def _wait_here(self, host: str, deadline: Deadline) -> bool:
        with self._lock:
            now = time.monotonic()
            turn = max(now, self._next.get(host, now))
            if turn >= deadline.at:
                return False
            self._next[host] = turn + self.seconds
        time.sleep(turn - now)
        return True

    def _wait_everywhere(self, host: str, deadline: Deadline, cache: BaseCache) -> bool:
        while deadline.remaining() > _POLL:
            if self._take(host, cache):
                return True
            time.sleep(_POLL)
        return False

    def _take(self, host: str, cache: BaseCache) -> bool:
        try:
            return cache.add(f"source-turn:{host}", 1, timeout=math.ceil(self.seconds))
        except UNREACHABLE as error:
            logger.warning("The cache cannot be reached (%s); keeping the pace in this process only.", error)
            return True
