"""Cities that a goal names among others and no table knows: left out of the plan, and said to be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agency.reasoning.slots.places import locate
from missions.trips.turns import category_of
from missions.trips.words import NO_CITY
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
        names = (name for name in _SPLIT.split(listed.group()) if not _is_a_common_word(name))
        places = {name: locate(name) for name in names}
        known = {key_of(place.name) for place in places.values() if place} & found
        if len(known) < LEAST_KNOWN:
            continue
        last = max(at for at, place in enumerate(places.values()) if place)
        among, behind = list(places)[:last], list(places)[last + 1 :]
        # several behind the last city are what is to be seen there: "…, the Colosseum and the Uffizi"
        unfound += [name for name in (*among, *(behind if len(behind) == 1 else ())) if places[name] is None]
    return list(dict.fromkeys(unfound))


def _is_a_common_word(name: str) -> bool:
    """Whether it is a day, a month, or what people enjoy, which has a capital in a title or in German."""
    return name.casefold() in NO_CITY or category_of(name) != ""
