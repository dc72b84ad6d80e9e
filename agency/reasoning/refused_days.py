"""Days that words on a card rule out: "not on Friday" leaves the other days that were meant. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from agency.reasoning.days_said import DAYS, days_said
from agency.reasoning.slots.when import choice_of_days

MOST_DAYS: Final = 31
_DAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?"
    r"|sonnabends?|lundis?|mardis?|mercredis?|jeudis?|vendredis?|samedis?|dimanches?)"
)
_COMMA = r"\s*,\s*(?:on\s+|am\s+)?"
_AND = r"\s*(?:,\s*)?\b(?:or|and|nor|oder|und|noch|ou|et|ni)\s+(?:on\s+|am\s+)?"
_LISTED = rf"{_DAY}(?:(?:{_COMMA}{_DAY})*{_AND}{_DAY})*"
"""Days with commas that an "or" ends; a comma alone begins what is wanted: "not Friday, Saturday"."""
_REFUSED = re.compile(
    r"\b(?:not|never|no|any (?:other )?day (?:but|except)|other than|except(?: for)?|nicht|nie|kein(?:en)?"
    r"|außer|ausser|pas|jamais|sauf)\s+(?:(?:on|at|a|any|the|am|an|einem?|de|le|les)\s+)*"
    rf"(?P<days>{_LISTED})",
    re.IGNORECASE,
)


def refused_in(text: str) -> list[tuple[int, int]]:
    """Where words stand that rule days out."""
    return [hit.span() for hit in _REFUSED.finditer(text)]


def days_left(text: str, said: Any) -> Any:
    """The slot `date` without the days that words rule out: None where they rule out none of it, "" where
    none is left ("not on Friday" of a Friday: any other day)."""
    refused = {day for hit in _REFUSED.finditer(text) for day in days_said(hit["days"])}
    meant = _days_of(said) if refused else []
    left = [day for day in meant if DAYS[day.weekday()] not in refused]
    if len(left) == len(meant):
        return None
    return choice_of_days(left) if left else ""


def _days_of(said: Any) -> list[date]:
    """The days of the slot; none of a stretch that is too long to name them."""
    try:
        if not isinstance(said, Mapping):
            return [date.fromisoformat(said)] if said else []
        if named := said.get("days"):
            return [date.fromisoformat(day) for day in named]
        first, last = date.fromisoformat(said["start"]), date.fromisoformat(said["end"])
    except (KeyError, TypeError, ValueError):
        return []
    many = (last - first).days + 1
    return [first + timedelta(days=step) for step in range(many)] if many <= MOST_DAYS else []
