"""What `words.toml` holds, as patterns, and the words that several readers of trips share."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

SAID: dict[str, Any] = tomllib.loads(Path(__file__).with_name("words.toml").read_text("utf-8"))


def any_of(*names: str) -> str:
    """A group of all that stands under the names in `words.toml`, the longest first."""
    words = [word for name in names for word in SAID["said"][name]]
    return f"(?:{'|'.join(sorted(words, key=len, reverse=True))})"


def compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


COUNT: dict[str, int] = SAID["counts"]
NUMBERS = {word: n for n, words in enumerate(SAID["numbers"]["words"], 1) for word in words.split()}
SEVERAL = "|".join(word for word, n in NUMBERS.items() if n > 1)
DAY_TRIP = compiled(
    rf"\b(?P<count>\d|{'|'.join(sorted(COUNT, key=len, reverse=True))})?\s*"
    rf"(?:more\s+|weitere[rn]?\s+)?(?:(?:full|whole)\s+)?{any_of('day_trip')}\b"
)
LONG_TRIP = compiled(rf"\b((?:[2-9]|\d\d+|{SEVERAL})[\s-]+day)[\s-]+trip\b")
"""A "three-day trip" is one of three days, not three trips of a day."""

_LETTERS = r"(?:[\w'’.]|-(?=\w))*+"  # never given back: "Mo-Mi-Mo-…" could be cut in too many ways
PROPER = rf"(?-i:[A-ZÀ-Þ]{_LETTERS}(?:[ -](?:d['’]|de |del |di |of |am )?[A-ZÀ-Þ]{_LETTERS}){{0,3}})"
