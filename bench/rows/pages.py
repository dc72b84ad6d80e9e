"""Today with twenty cards: its queries, its processor time, its readers side by side."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from statistics import median
from typing import Any

import psutil

from bench import goals
from bench.browser import Browser, person
from bench.programs import web_and_workers
from bench.report import Result, Target, alone, compared
from bench.rows.base import Bench
from bench.sampling import percentile

WAITING, WORKING = 12, 8
BATCH = 20
READERS = 8
EMAIL = "today@example.com"
MOST_QUERIES = 10


def measure(samples: int) -> Iterator[Result]:
    """Read Today and the bare page in turn, in batches: by one reader, then by eight."""
    user, _ = person(EMAIL)
    fill(user)
    queries = count_queries(user)
    with web_and_workers() as programs:
        web = psutil.Process(programs.web)
        readers = [Browser(programs.port, EMAIL) for _ in range(READERS)]
        cpu: dict[str, list[float]] = {"/": [], "/bare/": []}
        spans: dict[str, list[float]] = {"/": [], "/bare/": []}
        batches = max(2, -(-samples // BATCH))
        for _ in range(batches + 1):
            for path in cpu:
                cpu[path].append(_processor_time(web, readers[0], path))
        for _ in range(batches):
            for path in spans:
                spans[path] += _side_by_side(readers, path)
    yield compared(
        "today_cpu",
        median(cpu["/"][1:]),
        "ms CPU",
        to="bare page with the same rows from 3 queries",
        reference=median(cpu["/bare/"][1:]),
        target=Target(1.3),
    )
    yield alone("today_queries", queries, "queries", target=Target(MOST_QUERIES))
    yield compared(
        "today_readers",
        percentile(spans["/"], 95),
        "ms, p95 of 8 readers",
        to="the same bare page",
        reference=percentile(spans["/bare/"], 95),
        target=Target(1.3),
    )


def fill(user: Any) -> None:
    """Give a person twenty missions: twelve wait for an answer, eight are at work."""
    from agency.runtime.driving import drive
    from missions.runs import thread_of
    from missions.services import create_mission

    for number in range(WAITING + WORKING):
        thread = thread_of(create_mission(user=user, goal=goals.simple_goal()))
        assert thread is not None
        if number < WAITING:
            drive(thread.pk)
    _empty_queues()


def _empty_queues() -> None:
    """Drop the messages of these missions: the workers must leave them as they are."""
    from ownyou.lib import live, queues

    live.connection().delete(*queues.ALL)


def count_queries(user: Any) -> int:
    """Return how many queries one Today takes, the session's and the frame's included."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    client = Client()
    client.force_login(user)
    client.get("/", headers={"Host": "localhost"})
    with CaptureQueriesContext(connection) as queries:
        response = client.get("/", headers={"Host": "localhost"})
    assert response.status_code == 200
    return len(queries)


def _processor_time(web: psutil.Process, reader: Browser, path: str) -> float:
    """Return the web process's CPU milliseconds a request, over one batch."""
    before = web.cpu_times()
    for _ in range(BATCH):
        status, _ = reader.get(path)
        assert status == 200
    after = web.cpu_times()
    return (after.user + after.system - before.user - before.system) * 1000 / BATCH


def _side_by_side(readers: list[Browser], path: str) -> list[float]:
    spans: list[float] = []

    def read(reader: Browser) -> None:
        for _ in range(BATCH):
            started = time.perf_counter()
            status, _ = reader.get(path)
            spans.append((time.perf_counter() - started) * 1000)
            assert status == 200

    threads = [threading.Thread(target=read, args=(reader,)) for reader in readers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return spans


BENCH = Bench(("today_cpu", "today_queries", "today_readers"), measure)
