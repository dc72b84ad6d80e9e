"""A plan of four hops, from pending to the question that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench.browser import person
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.sampling import alternating, milliseconds

PLANNED = "look up {place} on Wikivoyage and summarise it, keep a note of it and mail it to me"
HOPS = 4


def measure(samples: int) -> Iterator[Result]:
    """Plan in this process, and run a bare graph, in turn."""
    yield _reviewed(samples)


def _reviewed(samples: int) -> Result:
    """From pending to the question that shows the plan, driven here; and a bare graph of as many nodes."""
    from agency.runtime.graphs import spec_of
    from bench.pipeline.graph import chain

    user, _ = person("planner@example.com")
    nodes = len(spec_of("desire.planner", 1).build().nodes) - 2  # “tell” and “begin” are not on this way
    bare = chain(nodes)
    value, reference = alternating(
        lambda number: _plan(user, number), lambda number: milliseconds(lambda: bare(user.pk.hex)), samples
    )
    return compared(
        "plan_reviewed",
        value,
        "ms",
        to=f"bare graph of {nodes} nodes",
        reference=reference,
        target=Target(3.0),
    )


def _plan(user: Any, number: int) -> float:
    """Plan a wish that no word of was planned before, as far as it matters: another place each time."""
    from agency.desires.services import create_desire
    from agency.models import Desire, Plan, Thread
    from agency.runtime.driving import drive

    Desire.objects.filter(user=user).delete()
    desire = create_desire(user=user, description=PLANNED.format(place=f"Giverny-{number}"))
    thread = Thread.objects.get(subject_id=desire.pk)
    took = milliseconds(lambda: drive(thread.pk))
    desire.refresh_from_db()
    assert desire.stage == Desire.Stage.REVIEWING, desire.problem
    assert Plan.objects.get(subject_id=desire.pk).hops.count() == HOPS
    return took


BENCH = Bench(("plan_reviewed",), measure)
