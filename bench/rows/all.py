"""All benches, in the order of the table."""

from __future__ import annotations

from bench.rows import (
    coordinated,
    desires,
    encryption,
    feeds,
    flushes,
    gate,
    looks,
    mission_page,
    missions,
    pages,
    plans,
    recall,
    recall_text,
    research,
    starting,
    throughput,
    trips,
    understanding,
    waking,
    wishes,
)
from bench.rows.base import Bench

BENCHES: tuple[Bench, ...] = tuple(
    module.BENCH
    for module in (
        missions,
        throughput,
        flushes,
        coordinated,
        recall,
        recall_text,
        pages,
        understanding,
        encryption,
        feeds,
        mission_page,
        waking,
        gate,
        plans,
        wishes,
        desires,
        looks,
        trips,
        research,
        starting,
    )
)


def names() -> list[str]:
    """Return the names of all rows, in order."""
    return [name for bench in BENCHES for name in bench.names]


def benches_for(row: str | None) -> list[Bench]:
    """Return the benches that measure `row` (none named: all). Raises `KeyError` for an unknown one."""
    found = [bench for bench in BENCHES if row is None or row in bench.names]
    if not found:
        raise KeyError(row)
    return found
