"""What words say of single days of a trip: what to see on one, one kept free, a meal left out.

A day is named by its weekday, its number or as the first or last; English and German.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any, Literal

from django.utils.translation import gettext as _
from pydantic import ValidationError

from missions.trips.phrases import PROPER
from missions.trips.plan import TripPlan
from missions.trips.wish import DayWish, TripWish
from missions.when import day_in_words
from ownyou.lib.text import key_of, says

SLOT = "by_day"
type Do = Literal["see", "free", "meal", "no_meal"]
_WEEKDAYS = (
    ("monday", "montag"),
    ("tuesday", "dienstag"),
    ("wednesday", "mittwoch"),
    ("thursday", "donnerstag"),
    ("friday", "freitag"),
    ("saturday", "samstag", "sonnabend"),
    ("sunday", "sonntag"),
)
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": 0,
    "ersten": 1, "zweiten": 2, "dritten": 3, "vierten": 4, "fünften": 5, "letzten": 0,
}  # fmt: skip
_NAMES = "|".join(name for names in _WEEKDAYS for name in names)
_NTH = "|".join(_ORDINALS)
DAY_NAMES = rf"(?:{_NAMES}|{_NTH})"
"""A day by its weekday, or as the first or last."""

_DAY = rf"(?P<day>(?:{_NAMES})|(?:day|tag)\s+\d{{1,2}}|(?:{_NTH})\s+(?:day|tag))"
_ON = r"(?:on|to|for|am|an|auf|für|of|at)\s+(?:the\s+|den\s+|dem\s+)?"
_MEAL = r"(?P<meal>lunch|dinner|supper|mittagessen|abendessen)"
_NO = r"(?:no|without|skip|drop|leave out|remove|cancel|kein|ohne|streiche?n?|lass\w*)"


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


_SEE = _pattern(rf"(?P<name>{PROPER})\s+{_ON}{_DAY}\b")
_FREE = (
    _pattern(rf"\b(?:keep|leave|lass|halte?)\s+{_DAY}\s+(?:free|frei)\b"),
    _pattern(rf"\b{_DAY}\s+(?:should be |is |bleibt |soll )?(?:free|frei)\b"),
    _pattern(rf"\b(?:nothing|no plans|a free day|nichts|einen freien tag)\s+{_ON}{_DAY}\b"),
)
_NO_MEAL = _pattern(rf"\b{_NO}\s+(?:the\s+|das\s+)?{_MEAL}\s+{_ON}{_DAY}\b")
_WITH_MEAL = _pattern(
    rf"\b(?:add|plan|with|include|plane|mit)\s+(?:an?\s+|the\s+|ein\s+|das\s+)?{_MEAL}\s+{_ON}{_DAY}\b"
)
_MEALS = {"lunch": "Lunch", "mittagessen": "Lunch"}


def read_day_wishes(words: str, wish: TripWish) -> list[DayWish]:
    """What words say of days that the trip has, in order; nothing of other days."""
    found = (one for one in _read(words, wish) if wish.first <= one.day <= wish.last)
    return list(dict.fromkeys(one.model_copy(update={"first": wish.first}) for one in found))


def without_days(words: str) -> str:
    """The words without what they say of single days."""
    for pattern in (_NO_MEAL, _WITH_MEAL, *_FREE, _SEE):
        words = pattern.sub(" ", words)
    return words


def _read(words: str, wish: TripWish) -> Iterator[DayWish]:
    for match in _NO_MEAL.finditer(words):
        yield from _wishes("no_meal", _meal(match), match["day"], wish)
    for match in _WITH_MEAL.finditer(words):
        yield from _wishes("meal", _meal(match), match["day"], wish)
    for pattern in _FREE:
        for match in pattern.finditer(words):
            yield from _wishes("free", "", match["day"], wish)
    cities = {key_of(city.name) for city in wish.cities}
    for match in _SEE.finditer(words):
        name = _without_a_verb(match["name"])
        if name and key_of(name) not in cities:
            yield from list(_wishes("see", name, match["day"], wish))[:1]


def _wishes(do: Do, name: str, said: str, wish: TripWish) -> Iterator[DayWish]:
    weekday = any(said.casefold() in names for names in _WEEKDAYS)
    for day in days_named(said, wish):
        yield DayWish(do=do, day=day, name=name, weekday=weekday)


def _meal(match: re.Match[str]) -> str:
    return _MEALS.get(match["meal"].casefold(), "Dinner")


_VERBS = frozenset(
    {"add", "move", "put", "visit", "see", "plan", "include", "the", "dinner", "lunch", "supper", "nothing"}
    | {"besuche", "verschiebe", "plane", "mittagessen", "abendessen", "tag", "day", "nichts"}
    | {name for names in _WEEKDAYS for name in names}
)


def _without_a_verb(name: str) -> str:
    """A run of capitalised words without those that begin a sentence: "Add Louvre" is of the Louvre."""
    words = name.split(" ")
    while words and words[0].casefold() in _VERBS:
        words = words[1:]
    return " ".join(words)


def days_named(said: str, wish: TripWish) -> list[date]:
    """The days of the trip that are meant; a number beyond its length is none."""
    said = said.casefold()
    days = [wish.first + timedelta(days=n) for n in range(wish.days)]
    number = re.search(r"\d+", said)
    if number is not None:
        return days[int(number.group()) - 1 : int(number.group())] if int(number.group()) else []
    ordinal = _ORDINALS.get(said.split()[0])
    if ordinal is not None:
        return days[ordinal - 1 : ordinal] if ordinal else days[-1:]
    return [day for day in days if said in _WEEKDAYS[day.weekday()]]


# In slots ---------------------------------------------------------------------------------------------------


def as_slot(new: Iterable[DayWish], there: Iterable[DayWish]) -> list[dict[str, Any]]:
    """The slot after new wishes beside those there are: the last word about a sight or a meal counts, and
    "dinner on Friday" takes back that there is none."""
    kept: list[DayWish] = []
    for one in (*there, *new):
        kept = [old for old in kept if not _the_same(old, one)]
        kept += [one] if one.do != "meal" else []
    return [one.model_dump(mode="json") for one in kept]


def _the_same(old: DayWish, new: DayWish) -> bool:
    """Whether two wishes are about the same sight, by its name or a part of it, or the same meal or day."""
    if old.do == new.do == "see":
        a, b = key_of(old.name), key_of(new.name)
        return says(a, b) or says(b, a)
    return "see" not in (old.do, new.do) and (old.name, old.day) == (new.name, new.day)


def from_slot(said: Any, first: date | None, days: int) -> tuple[DayWish, ...]:
    """The wishes that a slot holds, for a trip that begins on a day; none of what is no wish."""
    try:
        wishes = tuple(DayWish.model_validate(one) for one in said or [])
        return tuple(one.moved(first, days) for one in wishes) if first is not None else wishes
    except (ValidationError, TypeError):
        return ()


def in_words(wishes: Iterable[DayWish], language: str) -> list[str]:
    """What was said of days, as it is kept."""
    meals = {"Lunch": _("lunch"), "Dinner": _("dinner")}
    said = {
        "see": _("%(what)s on %(day)s"),
        "free": _("%(day)s kept free"),
        "no_meal": _("no %(what)s on %(day)s"),
        "meal": _("%(what)s on %(day)s, as on every day"),
    }
    return [
        said[one.do] % {"what": meals.get(one.name, one.name), "day": day_in_words(one.day, language)}
        for one in wishes
    ]


def not_on_their_day(plan: TripPlan, wish: TripWish) -> list[str]:
    """Which of what is to be seen on a day is not in its plan."""
    names = {day.date: [key_of(item.name) for item in day.items] for day in plan.days}
    return [
        _("%(what)s could not be planned for %(day)s: not known here, closed then, or no time for it.")
        % {"what": one.name, "day": day_in_words(one.day, wish.language)}
        for one in wish.by_day
        if one.do == "see"
        and not one.quiet
        and not any(says(name, key_of(one.name)) for name in names.get(one.day, []))
    ]
