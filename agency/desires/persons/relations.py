"""Somebody who is not named but told of: "my ex", "the man from next door", "mein Nachbar"."""

from __future__ import annotations

import re

from agency.desires.persons.vocabulary import any_of

DOES = any_of("does")
DOES_NEXT = any_of("does_next")
HAS = any_of("has")
_AND = r"(?:and|or|my|und|oder|et|ou|y|o|e)"
_WORD = rf"(?:(?!{_AND}\s)[\w'’]+\s+)"
_NEARBY = rf"(?:\s+(?:\w+\s+){{0,2}}?{any_of('nearby')})"
_WHO = (
    rf"(?P<who>{any_of('whose')}\s+(?:{any_of('kind')}\s+)*{any_of('relations')}{_NEARBY}?"
    rf"|(?:\w+\s+)?{any_of('people')}{_NEARBY})"
)
_LIVES_THERE = r"\b(?P<who>who(?:ever)?\s+(?:lives|is\s+living|moved\s+in)|wer\s+(?:\w+\s+){0,5}wohnt)\b"
_ABOUT_THEM = [
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_WHO}\s+{_WORD}{{0,3}}?{DOES}",
        rf"{_WHO}\s+{DOES_NEXT}",
        rf"{DOES}\s+(?:(?:el|la|il|lo)\s+)?{_WHO}",
        rf"{any_of('is')}\s+{_WHO}(?!['’])",
        rf"{_WHO}(?:['’]s?)?\s+{_WORD}{{0,2}}?{HAS}",
        rf"{HAS}\s+(?:{any_of('of')}\s+|(?=\w+e[rs]\s)){_WHO}(?!['’])",
        rf"(?:{any_of('about')}|{any_of('seeks')})\s+{_WHO}(?!['’])",
        _LIVES_THERE,
    )
]


def told_of(text: str) -> str:
    """Who is told of, in the words that do, where `text` asks about them; empty where it does not. That
    somebody is there ("dinner with my boss") asks nothing about them."""
    found = (pattern.search(text) for pattern in _ABOUT_THEM)
    return next((" ".join(one["who"].split()) for one in found if one), "")
