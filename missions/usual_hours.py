"""The hours and days that a person told to be theirs, where a goal names none itself. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from agency.reasoning.feedback_hours import EARLIEST, KINDS, NO_DAY
from agency.reasoning.limit_words import moment_of
from missions.brief import Brief, Taste
from missions.when import LATEST, WEEKDAYS

MOST_DAYS = 31
"""Days of a longer stretch are not gone through: it is a matter of weeks, not of days."""
PARTS_OF_THE_DAY: Final = frozenset({("18:00", "22:00"), ("18:00", "23:00"), ("00:00", LATEST)})
"""Hours that are meant by an evening, a dinner or a night, which name no hour."""


def is_of_hours(taste: Taste) -> bool:
    """Whether a taste tells of hours or days ("dining.weeknight_earliest", "events.no_day.sun")."""
    kind, _dot, rest = taste.key.partition(".")
    return kind in KINDS and (rest.startswith(NO_DAY) or rest.endswith(EARLIEST))


def at_usual_hours(brief: Brief) -> tuple[Brief, tuple[Taste, ...]]:
    """The brief on the days and from the hour that the person told, and the tastes that hold so."""
    known = [taste for taste in brief.tastes_under(f"{brief.mission_type}.") if is_of_hours(taste)]
    if not known or brief.adjustments.any_hours or brief.slots.get("open") == "now":
        return brief, ()
    days, refused = _days_left(brief.slots.get("date"), known)
    slots = {**brief.slots, "date": days} if refused else brief.slots
    hours, first = _hours_left(slots, known, brief.goal)
    slots = {**slots, "time": hours} if first else slots
    return brief.model_copy(update={"slots": slots}), (*refused, *first)


def refused_days(tastes: list[Taste]) -> dict[str, Taste]:
    """The weekdays ("sun") on which a person does not go out, with what they told."""
    told = {str(taste.value): taste for taste in tastes if f".{NO_DAY}" in taste.key}
    return {day: taste for day, taste in told.items() if day in WEEKDAYS}


def _days_left(said: Any, known: list[Taste]) -> tuple[Any, list[Taste]]:
    """The days of a stretch or a choice of days without those refused; one day that was named stays."""
    refused, days = refused_days(known), _days_of(said)
    left = [day for day in days if WEEKDAYS[day.weekday()] not in refused]
    if not left or len(left) == len(days):
        return said, []
    gone = {WEEKDAYS[day.weekday()] for day in days} & refused.keys()
    told = [refused[day] for day in WEEKDAYS if day in gone]
    if len(left) == 1:
        return left[0].isoformat(), told
    span = {"start": left[0].isoformat(), "end": left[-1].isoformat()}
    gaps = (left[-1] - left[0]).days + 1 > len(left)
    return ({**span, "days": [day.isoformat() for day in left]} if gaps else span), told


def _days_of(said: Any) -> list[date]:
    """The days of a stretch or a choice; none of one day alone, nor of a long stretch."""
    try:
        if not isinstance(said, Mapping):
            return []
        if named := said.get("days"):
            return [date.fromisoformat(day) for day in named]
        first, last = date.fromisoformat(said["start"]), date.fromisoformat(said["end"])
    except (KeyError, TypeError, ValueError):
        return []
    many = (last - first).days + 1
    return [first + timedelta(days=step) for step in range(many)] if many <= MOST_DAYS else []


def _hours_left(slots: Mapping[str, Any], known: list[Taste], goal: str) -> tuple[Any, list[Taste]]:
    """The hours from the first that will do, where a day is named and no hour is."""
    weekday = _weekday_of(slots.get("date"))
    firsts = [
        (at, taste)
        for taste in known
        if taste.key.endswith(EARLIEST)
        and (at := moment_of(taste.value)) is not None
        and weekday is not None
        and (not taste.days or weekday in taste.days)
    ]
    if not firsts:
        return None, []
    at, taste = max(firsts, key=lambda one: one[0])
    start = f"{at:%H:%M}"
    if not _is_open(slots.get("time"), start, goal):
        return None, []
    return {"start": start, "end": LATEST}, [taste]


def _is_open(said: Any, start: str, goal: str) -> bool:
    """Whether no hour was named that would stay: nothing was, or a part of the day that goes on after it."""
    if said is None:
        return True
    if not isinstance(said, Mapping) or "each" in said:
        return False
    part = (said.get("start"), said.get("end"))
    if part not in PARTS_OF_THE_DAY or not str(part[0]) < start < str(part[1]):
        return False
    hour = int(str(part[0])[:2])
    return re.search(rf"\b(?:{hour}|{hour - 12})\b", goal) is None  # "between 6 and 10 pm" names them


def _weekday_of(said: Any) -> str | None:
    try:
        first = said["start"] if isinstance(said, Mapping) else said
        return WEEKDAYS[date.fromisoformat(first).weekday()]
    except (KeyError, TypeError, ValueError):
        return None
