"""How many missions one worker process brings to their decision in a second."""

from __future__ import annotations

import time
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from itertools import islice
from statistics import median

from bench import goals
from bench.browser import person
from bench.programs import one_worker
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.sampling import milliseconds

PER_PERSON = 10
"""As many as may work at a time."""

ROUNDS = 3
PATIENCE = 180.0


def measure(samples: int) -> Iterator[Result]:
    """Queue distinct goals while no worker runs, then let one worker process work them off; in rounds.

    The bare task embeds its goal itself. The product understands a goal in the web process: that time
    (measured here as the missions are made) is added to the worker's, as if one process did both.
    """
    product, reference = [], []
    for number in range(ROUNDS):
        product.append(_missions(samples, number))
        reference.append(_bare_runs(samples, number))
    yield compared(
        "throughput",
        median(product),
        "missions/s",
        to="bare pipeline + one embedding each",
        reference=median(reference),
        target=Target(0.6, at_least=True),
    )


def _missions(count: int, number: int) -> float:
    from agency.models import Thread
    from missions.services import create_mission

    people = [
        person(f"crowd{number}.{i}@example.com")[0]
        for i in range(-(-count // PER_PERSON))
        for _ in range(PER_PERSON)
    ]
    making = [
        milliseconds(partial(create_mission, user=user, goal=goals.simple_goal()))
        for user in islice(people, count)
    ]
    waiting = Thread.objects.filter(user__in=set(people), status=Thread.Status.WAITING)
    with one_worker():
        _wait(lambda: waiting.count() == count)
    rate = _rate(list(waiting.values_list("updated_at", flat=True)))
    return 1 / (1 / rate + median(making) / 1000)


def _bare_runs(count: int, number: int) -> float:
    from bench.pipeline import tasks
    from bench.pipeline.models import Card, Run

    user, _ = person(f"bare{number}@example.com")
    for _ in range(count):
        run = Run.objects.create(user=user, text=goals.simple_goal())
        tasks.embed_and_drive.apply_async(args=(user.pk.hex, str(run.pk), run.text))
    waiting = Card.objects.filter(run__user=user, step="wait")
    with one_worker():
        _wait(lambda: waiting.count() == count)
    return _rate(list(waiting.values_list("created_at", flat=True)))


def _rate(moments: list[datetime]) -> float:
    """Return how many a second, without the first tenth, in which the worker warms up."""
    counted = sorted(moments)[len(moments) // 10 :]
    return (len(counted) - 1) / (counted[-1] - counted[0]).total_seconds()


def _wait(done: object) -> None:
    assert callable(done)
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until, "the worker did not finish"
        time.sleep(0.5)


BENCH = Bench(("throughput",), measure)
