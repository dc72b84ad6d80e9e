"""Cities that a goal names among others and no table knows: left out of the plan, and said to be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agency.reasoning.slots.places import locate
from ownyou.lib.text import key_of

LEAST_KNOWN = 2
"""Known cities of a list from which on its other names are cities as well, and no sights or people."""

_NAME = r"[A-ZÀ-ÝÄÖÜ][\w'’.-]*(?:\s+[A-ZÀ-ÝÄÖÜ][\w'’.-]*){0,2}"
_BETWEEN = r"\s*(?:,\s*(?:(?:and|then|und|dann|et|puis|y|e)\s+)?|\s(?:and|then|und|dann|et|puis|y|e|&)\s+)"
_LIST = re.compile(rf"{_NAME}(?:{_BETWEEN}{_NAME})+")
_SPLIT = re.compile(_BETWEEN)


def unfound_cities(text: str, cities: Sequence[str]) -> list[str]:
    """The names of a list of cities that are no place; `cities` are those that were found."""
    found = {key_of(city) for city in cities}
    unfound: list[str] = []
    for listed in _LIST.finditer(text):
        places = {name: locate(name) for name in _SPLIT.split(listed.group())}
        known = {key_of(place.name) for place in places.values() if place} & found
        if len(known) >= LEAST_KNOWN:
            unfound += [name for name, place in places.items() if place is None]
    return list(dict.fromkeys(unfound))
