"""What a bench is, and with how many samples it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from bench.report import Result

ONE_EMBEDDING = "one embedding"


@dataclass(frozen=True, slots=True)
class Bench:
    """Measures the rows called `names`. `services`: whether it needs PostgreSQL and Redis."""

    names: tuple[str, ...]
    measure: Callable[[int], Iterator[Result]]
    services: bool = True
