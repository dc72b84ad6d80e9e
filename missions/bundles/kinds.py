"""The kinds of things that are bought together: what people call them, and what belongs to what."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from pathlib import Path
from typing import Any

_SAID: dict[str, Any] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
LEAST = Decimal(25)
"""US dollars kept back for a thing of no known kind."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind: `least` in US dollars, `fits`: it has to fit the first thing, `goes_with`: its accessories."""

    name: str
    least: Decimal = LEAST
    fits: bool = False
    goes_with: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Use:
    """What a use asks of a thing: specifications at least and at most, by their names.

    `of`: the kinds that are ranked by them; `demanding`: what it takes has its price.
    """

    name: str
    least: dict[str, float]
    most: dict[str, float]
    of: tuple[str, ...] = ()
    demanding: bool = False


KINDS = {
    name: Kind(name, Decimal(said["least"]), bool(said.get("fits")), tuple(said.get("with", ())))
    for name, said in _SAID["kinds"].items()
}
_NAMED = [
    (name, re.compile(rf"(?<![\w-])(?:{said['words']})(?!\w)", re.IGNORECASE))
    for name, said in _SAID["kinds"].items()
]
NO_THING = frozenset(_SAID["no_thing"]["words"].split())
"""Words that are no thing, however they stand in a list."""
_SETS = [
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), tuple(made)) for words, made in _SAID["sets"].items()
]
_USES = [
    (
        Use(
            name,
            said.get("least", {}),
            said.get("most", {}),
            tuple(said.get("of", ())),
            bool(said.get("demanding")),
        ),
        re.compile(rf"\b(?:{said['words']})\b", re.I),
    )
    for name, said in _SAID["uses"].items()
]


def head_of(words: str) -> str:
    """A phrase up to what it is for or has: "laptop" of "laptop for video editing"."""
    return re.split(r"\b(?:for|with|für|mit|pour|avec)\b", words, maxsplit=1, flags=re.IGNORECASE)[0].strip()


@lru_cache(maxsize=1024)
def kind_named(words: str) -> Kind | None:
    """The kind that a phrase is about: the last one named before "for" and "with" ("laptop bag" is a bag)."""
    head = head_of(words)
    found = [
        (match.end(), match.end() - match.start(), name)
        for name, pattern in _NAMED
        for match in pattern.finditer(head)
    ]
    return KINDS[max(found)[2]] if found else None


def kinds_in(text: str) -> list[str]:
    """The names of all kinds that a text names, in the order in which they stand there."""
    found = sorted((match.start(), name) for name, pattern in _NAMED for match in pattern.finditer(text))
    return list(dict.fromkeys(name for _, name in found))


def made_of(text: str) -> tuple[str, ...]:
    """What a whole set that is named is made of; nothing where none is."""
    return next((made for pattern, made in _SETS if pattern.search(text)), ())


def uses_in(words: str) -> list[Use]:
    """What a thing is for, as far as that asks something of it."""
    return [use for use, pattern in _USES if pattern.search(words)]


def uses_ranked_by(words: str) -> list[Use]:
    """The uses that are named for a thing of a kind of which they ask something: "a laptop for games"."""
    kind = kind_named(words)
    return [use for use in uses_in(words) if kind is not None and kind.name in use.of]
