"""What changes places in a plan: two days ("swap days 2 and 3"), or two sights, each on the other's day.

What that comes to is wished for day by day, so that later words about a day count more, and all of it moves
along with the trip. English and German.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.utils.translation import gettext as _

from missions.brief import Brief
from missions.trips.day_wishes import DAY_NAMES, SLOT, as_slot, days_named
from missions.trips.days import VISITED
from missions.trips.plan import TripPlan
from missions.trips.wish import DayWish, TripWish
from ownyou.lib.text import key_of, says

_VERB = r"(?:swap|switch|exchange|trade|(?:ver|um)?tausche?n?|wechs(?:le|eln?))"
_AND = r"\s+(?:and|und|with|mit|gegen|for|&)\s+"
_THE = r"(?:(?:the|die|den|das|dem)\s+)?"
_NAME = r"[^.,;!?]{2,60}?"
_LAST = r"(?:(?:bitte\s+)?(?:ver|aus|um)?tauschen|wechseln)\b"


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_DAY = rf"(?:(?:days?|tage?)\s+)?(?:{DAY_NAMES}|\d{{1,2}})(?:\s+(?:days?|tage?))?"
_DAYS = _compiled(
    rf"\b{_VERB}\s+(?:bitte\s+)?{_THE}(?P<a>{_DAY}){_AND}{_THE}(?P<b>{_DAY})(?=\W|$)",
    rf"\b(?P<a>{_DAY}){_AND}{_THE}(?P<b>{_DAY})\s+{_LAST}",
)
_THINGS = _compiled(
    rf"\b{_VERB}\s+(?:bitte\s+)?{_THE}(?P<a>{_NAME})\s+(?:and|und)\s+{_THE}(?P<b>{_NAME})\s*(?:please|bitte)?(?=[.,;!?]|$)",
    rf"(?:^|[.,;!?]\s*){_THE}(?P<a>{_NAME})\s+und\s+{_THE}(?P<b>{_NAME})\s+(?:bitte\s+)?(?:ver)?tauschen\b",
)
_A_DAY = re.compile(rf"\b(?:days?|tage?|{DAY_NAMES})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Exchange:
    """Two `days` by their numbers from 1, or two `things` by their names; `rest`: what was said beside it."""

    rest: str
    days: tuple[int, int] | None = None
    things: tuple[str, str] | None = None


def exchanged(
    words: str, plan: TripPlan, wish: TripWish, brief: Brief
) -> tuple[Brief, list[str], str] | None:
    """The goal once what words name in a plan has changed places, that in words, and what else was said; None
    where they name no two days of it, or no two things in it."""
    found = read_exchange(words, wish)
    if found is None or not (wishes := _wishes(found, plan, wish)):
        return None
    slots = {**brief.slots, SLOT: as_slot(wishes, wish.by_day)}
    return brief.model_copy(update={"slots": slots}), [_in_words(found)], found.rest


def read_exchange(words: str, wish: TripWish) -> Exchange | None:
    """What is to change places: days that the trip has, or two things by their names."""
    for pattern in _DAYS:
        for match in pattern.finditer(words):
            first, second = _number(match["a"], wish), _number(match["b"], wish)
            if _A_DAY.search(match.group()) and first and second and first != second:
                return Exchange(_rest(words, match), days=(first, second))
    for pattern in _THINGS:
        for match in pattern.finditer(words):
            if not _A_DAY.search(match.group()):
                return Exchange(_rest(words, match), things=(match["a"].strip(), match["b"].strip()))
    return None


def _rest(words: str, match: re.Match[str]) -> str:
    return f"{words[: match.start()]} {words[match.end() :]}"


def _number(said: str, wish: TripWish) -> int | None:
    """Which day of the trip is meant, counted from 1; None for none of them."""
    bare = re.sub(r"^\s*(?:days?|tage?)\s+", "", said.strip(), flags=re.IGNORECASE)
    if bare.isdigit():
        return int(bare) if 1 <= int(bare) <= wish.days else None
    found = days_named(said, wish)
    return (found[0] - wish.first).days + 1 if found else None


def _in_words(one: Exchange) -> str:
    if one.days:
        return _("days %(a)d and %(b)d change places") % {"a": one.days[0], "b": one.days[1]}
    a, b = one.things or ("", "")
    return _("%(a)s and %(b)s change days") % {"a": a, "b": b}


def _wishes(one: Exchange, plan: TripPlan, wish: TripWish) -> list[DayWish]:
    """What is to be seen on which day now; what else those days hold goes along, where there is time."""
    on = {item.name: day.date for day in plan.days for item in day.items if item.kind in VISITED}
    if one.days:
        a, b = (wish.first + timedelta(days=number - 1) for number in one.days)
        moved = {name: _other(day, a, b) for name, day in on.items() if day in {a, b}}
        return _seen(moved, [], wish)
    names = [next((name for name in on if says(key_of(name), key_of(what))), "") for what in one.things or ()]
    if len(names) != 2 or not all(names) or on[names[0]] == on[names[1]]:
        return []
    first, second = names
    days = {on[first], on[second]}
    moved = {name: day for name, day in on.items() if day in days}
    return _seen({**moved, first: on[second], second: on[first]}, names, wish)


def _seen(days: dict[str, date], named: Iterable[str], wish: TripWish) -> list[DayWish]:
    return [
        DayWish(do="see", day=day, name=name, first=wish.first, quiet=name not in named)
        for name, day in days.items()
    ]


def _other(day: date, a: date, b: date) -> date:
    return b if day == a else a
