"""How strong a wish is: evidence adds, time takes away. Pure.

Strength is 0-1. Each independent piece of evidence adds its weight; what is there halves with every half-life
(exponential decay). From the threshold on a wish is proposed; below `STALE` it is let go.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

SAID, SEEN = 1.0, 0.2
"""The weight of what a person said, and of what they were seen doing."""
THRESHOLD: Final = 0.6
HALF_LIFE_DAYS: Final = 30
STALE: Final = 0.1
_DAY = timedelta(days=1)


def decayed(strength: float, *, since: datetime, now: datetime, half_life_days: float) -> float:
    """What is left at `now` of a strength that was whole at `since`; time before `since` changes nothing."""
    days = max(0.0, (now - since) / _DAY)
    return float(strength * 0.5 ** (days / half_life_days))


def strength_of(
    evidence: Iterable[tuple[datetime, float]], *, half_life_days: float
) -> tuple[float, datetime | None]:
    """The strength after the last of `evidence` (moment and weight, in any order), and that moment."""
    strength, last = 0.0, None
    for at, weight in sorted(evidence):
        if last is not None:
            strength = decayed(strength, since=last, now=at, half_life_days=half_life_days)
        strength, last = min(1.0, strength + weight), at
    return strength, last


def reaches(strength: float, threshold: float) -> bool:
    """Whether a strength is enough, as it is shown: with two decimals. Three on one day reach 0.6."""
    return round(strength, 2) >= round(threshold, 2)
