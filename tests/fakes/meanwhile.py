"""Work that another does meanwhile, with a database connection of its own."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

from django.db import connection


def meanwhile[T](work: Callable[[], T]) -> Future[T]:
    """Begin work in a thread; go on here once it has ended, or waits for a row that is locked here."""
    pids: list[int] = []

    def alone() -> T:
        try:
            connection.ensure_connection()
            pids.append(connection.connection.info.backend_pid)
            return work()
        finally:
            connection.close()

    pool = ThreadPoolExecutor(1)
    running = pool.submit(alone)
    pool.shutdown(wait=False)
    while not running.done() and not (pids and _waits(pids[0])):
        time.sleep(0.01)
    return running


def _waits(pid: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT cardinality(pg_blocking_pids(%s)) > 0", [pid])
        return bool(cursor.fetchone()[0])
