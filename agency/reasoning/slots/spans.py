"""Pieces of a text: what a finder found, and words with their places."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from pydantic import JsonValue

_ELIDED = r"(?<![^\W_])(?:[cdjlmnst]|qu)['’](?=[^\W_]{3})"
"""A French word that leans on the next one: "d'électricité"."""
_WORD = re.compile(rf"{_ELIDED}|[^\W_]+(?:['’.&][^\W_]+)*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Found:
    """A value and the half-open range of characters it was read from. Negated: ruled out by the person."""

    start: int
    end: int
    value: JsonValue
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a text; `key` is what look-ups compare (case, accents and plural s removed)."""

    start: int
    end: int
    text: str
    key: str


Interval = tuple[int, int]


def words_of(text: str) -> list[Word]:
    """Return the words of `text` in order; hyphens separate."""
    return [Word(m.start(), m.end(), m.group(), singular(fold(m.group()))) for m in _WORD.finditer(text)]


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Return `text` in lower case, without accents, apostrophes and full stops."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c) and c not in "'’.`")


def singular(word: str) -> str:
    """Drop a plural s; crude on purpose, as both sides of a comparison go through it."""
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


def overlaps(start: int, end: int, taken: Iterable[Interval]) -> bool:
    """Tell whether [start, end) shares a character with any interval."""
    return any(start < e and s < end for s, e in taken)


def blank(text: str, taken: Iterable[Interval]) -> str:
    """Return `text` of the same length with the intervals made unreadable for other finders."""
    chars = list(text)
    for start, end in taken:
        chars[start:end] = "·" * (end - start)
    return "".join(chars)


class Phrases:
    """A dictionary of phrases: finds the longest ones in a text, whatever their case, accents and plural."""

    def __init__(self, entries: Iterable[tuple[str, str]]) -> None:
        self._values: dict[tuple[str, ...], str] = {}
        for phrase, value in entries:
            key = tuple(w.key for w in words_of(phrase))
            if key:
                self._values.setdefault(key, value)
        self._longest = max((len(key) for key in self._values), default=0)

    def values(self) -> set[str]:
        """Return all values."""
        return set(self._values.values())

    def find(self, words: Sequence[Word]) -> list[tuple[int, int, str]]:
        """Return (first word, word after the last, value) of each phrase, left to right, no overlaps."""
        found, at = [], 0
        while at < len(words):
            length = self._match(words, at)
            if length:
                found.append((at, at + length, self._values[tuple(w.key for w in words[at : at + length])]))
            at += length or 1
        return found

    def _match(self, words: Sequence[Word], at: int) -> int:
        for length in range(min(self._longest, len(words) - at), 0, -1):
            if tuple(w.key for w in words[at : at + length]) in self._values:
                return length
        return 0
