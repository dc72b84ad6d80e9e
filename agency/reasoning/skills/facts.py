"""What a text says that the facts it was written from do not hold: figures, names, links, signs."""

from __future__ import annotations

import re

from agency.reasoning.skills.reasons import figures
from agency.reasoning.slots.places import locate
from ownyou.lib.text import key_of

_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_BREAK = re.compile(r"[.!?:;…]\s+|\n|^")
_SIGNS = re.compile(r"https?://|www\.|[<>\[\]{}|`#*_!]")


def unknown_in(text: str, facts: str) -> list[str]:
    """The figures, names, links and signs of Markdown in a text that the facts do not hold, at most three.

    A name is a word with a capital letter within a sentence; at the beginning of one, the name of a place.
    """
    known = set(key_of(facts).split())
    found = sorted(figures(text) - figures(facts)) + sorted(set(_SIGNS.findall(text)))
    begins = {match.end() for match in _BREAK.finditer(text)}
    for match in _WORD.finditer(text):
        word = match.group()
        if not word[0].isupper() or set(key_of(word).split()) <= known:
            continue
        if match.start() not in begins or _is_a_place(word):
            found.append(word)
    return found[:3]


def _is_a_place(word: str) -> bool:
    return locate(word) is not None
