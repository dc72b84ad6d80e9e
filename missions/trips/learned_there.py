"""What was learned of places: a quarter, a hotel or a sight counts in its own city alone."""

from __future__ import annotations

from collections.abc import Iterable

from missions.brief import Taste
from ownyou.lib.text import key_of

AREA, PLACE = "travel.stay.area.", "travel.place."
"""Under which keys quarters and single places are kept, each behind its city."""


def of_city(prefix: str, city: str, name: str) -> str:
    """The key of something that is in one city alone: "travel.stay.area.paris.le_marais"."""
    return f"{prefix}{slug(city)}.{slug(name)}" if city else f"{prefix}{slug(name)}"


def slug(words: str) -> str:
    """Words as a part of a key."""
    return key_of(words).replace(" ", "_")[:60]


def in_these(tastes: Iterable[Taste], cities: Iterable[str]) -> list[Taste]:
    """Without what is known of places of other cities."""
    there = {slug(city) for city in cities}
    return [one for one in tastes if (city := _city_of(one.key)) is None or city in there]


def _city_of(key: str) -> str | None:
    """The city that a key names; None for what is of none. A quarter without one is of no city there is."""
    for prefix, otherwise in ((AREA, ""), (PLACE, None)):
        if key.startswith(prefix):
            city, dot, _name = key.removeprefix(prefix).partition(".")
            return city if dot else otherwise
    return None
