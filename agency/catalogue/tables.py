"""Usual free tables of a restaurant by weekday, in the place's local time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, datetime
from typing import Any

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

type WeekTables = dict[str, list[str]]

_CLOCK = re.compile(r"([01]?\d|2[0-3]):([0-5]\d)")
_SEPARATORS = re.compile(r"[\s,;]+")


def read_tables(value: Any) -> WeekTables:
    """Free times by weekday, sorted, as {"fri": ["18:30", "20:00"]}.

    Takes a mapping of weekday names to times ("18:30 20:00" or a list). Raises ValueError for other shapes.
    """
    if value in (None, "", {}):
        return {}
    if not isinstance(value, dict):
        raise ValueError('free tables are given by weekday, as in {"fri": ["18:30", "20:00"]}')
    return {_day(day): sorted({_clock(text) for text in _times(times)}) for day, times in value.items()}


def free_tables(week: WeekTables, on: date, *, after: datetime | None = None) -> list[str]:
    """The usual free times on a day; with `after` (local time of the place) only the later ones."""
    times = week.get(DAYS[on.weekday()], [])
    if after is None or on > after.date():
        return list(times)
    return [] if on < after.date() else [text for text in times if text > f"{after:%H:%M}"]


def _times(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        return [text for text in _SEPARATORS.split(value) if text]
    if isinstance(value, list):
        return [str(text) for text in value]
    raise ValueError("the times of a weekday are a list or text such as 18:30 20:00")


def _day(name: Any) -> str:
    day = str(name).strip().lower()[:3]
    if day not in DAYS:
        raise ValueError(f"{str(name)[:20]!r} is no weekday")
    return day


def _clock(text: str) -> str:
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        raise ValueError(f"{text[:20]!r} is no time such as 18:30")
    return f"{int(found[1]):02}:{found[2]}"
