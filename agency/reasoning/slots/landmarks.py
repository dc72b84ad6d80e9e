"""Sights that are known by name alone: "near the Eiffel Tower" is in Paris."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from agency.reasoning.slots.spans import Phrases, words_of

_TABLE = Path(__file__).with_suffix(".toml")
_BESIDE = re.compile(
    r"(?<!\w)(?:near(?:\s+to)?|close\s+to|next\s+to|around|beside|opposite|by|at|in|nahe|neben|bei|beim|am|an|unweit"
    r"|in\s+der\s+nähe(?:\s+(?:von|vom|des|der))?|près\s+d[eu]|à\s+côté\s+d[eu])"
    r"\s+(?:the\s+|der\s+|dem\s+|des\s+|la\s+|le\s+|l['’])*$",
    re.IGNORECASE,
)


class Landmark(NamedTuple):
    """A sight: what it is called, its city, and where it is (degrees, WGS 84)."""

    name: str
    city: str
    lat: float
    lon: float


def landmark_in(text: str) -> Landmark | None:
    """Return the first sight of the table that something is to be near to, at or in; None for none."""
    words = words_of(text)
    for first, _after, value in _phrases().find(words):
        if _BESIDE.search(text[: words[first].start]):
            return _landmarks()[value]
    return None


@cache
def _phrases() -> Phrases:
    return Phrases((name, name) for name in _landmarks())


@cache
def _landmarks() -> dict[str, Landmark]:
    table = tomllib.loads(_TABLE.read_text(encoding="utf-8"))["landmarks"]
    return {
        name: Landmark(name, city, lat, lon)
        for city, listed in table.items()
        for lat, lon, *names in listed
        for name in names
    }
