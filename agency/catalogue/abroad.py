"""What somebody looks for in German or French, in the English that rows are written in; pure."""

from __future__ import annotations

import re
import tomllib
from functools import lru_cache
from pathlib import Path

from ownyou.lib.text import key_of

_WORDS = Path(__file__).with_name("abroad.toml")
SHORTEST_HEAD = 4
"""Letters of a word that may end a compound: "Gamingmaus" is a mouse."""


def in_english(words: str) -> str:
    """The words with what things are called abroad as the catalogue calls them ("Kopfhörer": "headphones").

    A German compound is its first part and its head. Small words go only where one was found: "die" is
    English, too.
    """
    key = key_of(words)
    found = " ".join(_taken_apart(word) for word in _THINGS.sub(_english, key).split())
    return words if found == key else " ".join(_SMALL.sub(" ", found).split())


def _english(said: re.Match[str]) -> str:
    return _english_of()[said.group()]


def _taken_apart(word: str) -> str:
    head = next((head for head in _heads() if word.endswith(head)), None)
    if head is None or word in _english_of():
        return word
    front = word.removesuffix(head)
    return f"{_english_of().get(front, front)} {_english_of()[head]}"


@lru_cache(maxsize=1)
def _english_of() -> dict[str, str]:
    """The catalogue's word by the key of what is said for it; empty for words that tell nothing."""
    table = tomllib.loads(_WORDS.read_text("utf-8"))
    return {key_of(one): name for name, said in table.items() for one in said.split(",")}


@lru_cache(maxsize=1)
def _heads() -> list[str]:
    """The single words that a German compound may end with, the longest first."""
    words = (word for word, name in _english_of().items() if " " not in word and len(word) >= SHORTEST_HEAD)
    return sorted(words, key=len, reverse=True)


def _any_of(words: list[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest_first))})\b")


_THINGS = _any_of([word for word, name in _english_of().items() if name])
_SMALL = _any_of([word for word, name in _english_of().items() if not name])
