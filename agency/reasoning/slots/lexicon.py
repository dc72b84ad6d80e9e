"""Word lists of the finders, kept as data in `words.toml`."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

_LISTS = Path(__file__).with_name("words.toml")


@cache
def _lists() -> dict[str, str]:
    return tomllib.loads(_LISTS.read_text(encoding="utf-8"))


def word_set(name: str) -> frozenset[str]:
    """Return the words of a list."""
    return frozenset(_lists()[name].split())
