"""Taking samples: product and reference in turn, medians of both."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from math import ceil
from statistics import median

WARM_UP = 3


def milliseconds(work: Callable[[], object]) -> float:
    """Run `work` and return how long it took."""
    started = time.perf_counter()
    work()
    return (time.perf_counter() - started) * 1000


def alternating(
    product: Callable[[int], float], reference: Callable[[int], float], samples: int, warm_up: int = WARM_UP
) -> tuple[float, float]:
    """Take `samples` of each in turn, and return both medians. Each gets the number of its sample.

    Which goes first changes from pair to pair; the first `warm_up` pairs do not count.
    """
    first: list[float] = []
    second: list[float] = []
    gc.collect()
    for number in range(samples + warm_up):
        if number % 2:
            second.append(reference(number))
            first.append(product(number))
        else:
            first.append(product(number))
            second.append(reference(number))
    return median(first[warm_up:]), median(second[warm_up:])


def percentile(values: list[float], percent: float) -> float:
    """Return the nearest-rank percentile."""
    return sorted(values)[max(0, ceil(percent / 100 * len(values)) - 1)]
