"""Database flushes per mission, counted by PostgreSQL itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import psycopg

from bench import goals
from bench.browser import Browser
from bench.programs import web_and_workers
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.rows.missions import PAUSE, bare_run, mission

MOST = 20
"""Missions counted: the count is exact, more would not make it more so."""

REPORTED_AFTER = 11.0
"""An idle backend tells its counts at the latest after ten seconds (pgstat.c, PGSTAT_IDLE_INTERVAL)."""

_COUNT = """
SELECT coalesce(sum(fsyncs), 0) FROM pg_stat_io WHERE object = 'wal' AND backend_type = 'client backend'
"""


def measure(samples: int) -> Iterator[Result]:
    """Count over whole missions, from the goal to completed, learning included, one after the other."""
    from django.conf import settings

    missions = min(samples, MOST)
    with web_and_workers() as programs, psycopg.connect(settings.DATABASE_OWNER_URL, autocommit=True) as eye:
        browser = Browser(programs.port, "flushes@example.com")
        with browser.socket("/ws/feed") as feed, browser.socket("/ws/bare") as bare:
            bare.wait(lambda message: "ready" in message)
            mission(browser, feed, goals.simple_goal())
            bare_run(browser, bare, "warm up")
            product = _counted(eye, missions, lambda: mission(browser, feed, goals.simple_goal()))
            reference = _counted(eye, missions, lambda: bare_run(browser, bare, goals.simple_goal()))
    yield compared(
        "flushes", product, "flushes a mission", to="bare pipeline", reference=reference, target=Target(1.3)
    )


def _counted(eye: psycopg.Connection[Any], missions: int, work: Callable[[], object]) -> float:
    before = _flushes(eye)
    for _ in range(missions):
        work()
        time.sleep(PAUSE)
    return (_flushes(eye) - before) / missions


def _flushes(eye: psycopg.Connection[Any]) -> int:
    time.sleep(REPORTED_AFTER)
    row = eye.execute(_COUNT).fetchone()
    assert row is not None
    return int(row[0])


BENCH = Bench(("flushes",), measure)
