"""The words of `words.toml`, as sets and as pieces of regular expressions."""

from __future__ import annotations

import tomllib
from pathlib import Path

_LISTS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))


def word_set(name: str) -> frozenset[str]:
    """The words of a list, casefolded."""
    return frozenset(word.replace("_", " ").casefold() for word in _LISTS[name].split())


def any_of(*names: str) -> str:
    """A group that matches a word of these lists, whole."""
    words = [word.replace("_", r"\s+") for name in names for word in _LISTS[name].split()]
    return rf"(?<!\w)(?:{'|'.join(words)})(?!\w)"
