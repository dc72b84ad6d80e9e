"""What words say of single days of a trip: what to see on one, one kept free, a meal left out.

A day is named by its weekday, its number or as the first or last; English and German.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Any

from django.utils.translation import gettext as _
from pydantic import ValidationError

from missions.trips.plan import TripPlan
from missions.trips.wish import DayWish, TripWish
from missions.trips.words import PROPER
from missions.when import day_in_words
from ownyou.lib.text import key_of, says

SLOT = "by_day"
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
_DAY = (
    rf"(?P<day>(?:{'|'.join(name for names in _WEEKDAYS for name in names)})"
    rf"|(?:day|tag)\s+\d{{1,2}}|(?:{'|'.join(_ORDINALS)})\s+(?:day|tag))"
)
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
    return list(dict.fromkeys(found))


def without_days(words: str) -> str:
    """The words without what they say of single days."""
    for pattern in (_NO_MEAL, _WITH_MEAL, *_FREE, _SEE):
        words = pattern.sub(" ", words)
    return words


def _read(words: str, wish: TripWish) -> Iterator[DayWish]:
    for match in _NO_MEAL.finditer(words):
        yield from (DayWish(do="no_meal", day=day, name=_meal(match)) for day in _dates(match["day"], wish))
    for match in _WITH_MEAL.finditer(words):
        yield from (DayWish(do="meal", day=day, name=_meal(match)) for day in _dates(match["day"], wish))
    for pattern in _FREE:
        for match in pattern.finditer(words):
            yield from (DayWish(do="free", day=day) for day in _dates(match["day"], wish))
    cities = {key_of(city.name) for city in wish.cities}
    for match in _SEE.finditer(words):
        name = _without_a_verb(match["name"])
        if name and key_of(name) not in cities:
            yield from (DayWish(do="see", day=day, name=name) for day in _dates(match["day"], wish)[:1])


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


def _dates(said: str, wish: TripWish) -> list[date]:
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


def as_slot(new: Iterable[DayWish], said: Any) -> list[dict[str, Any]]:
    """The slot after new wishes: the last word about a sight or a meal counts, "dinner on Friday" takes back
    that there is none."""
    kept: dict[tuple[str, str], DayWish] = {}
    for one in (*from_slot(said), *new):
        key = (one.name, "") if one.do == "see" else (one.name, one.day.isoformat())
        kept.pop(key, None)
        if one.do != "meal":
            kept[key] = one
    return [one.model_dump(mode="json") for one in kept.values()]


def from_slot(said: Any) -> tuple[DayWish, ...]:
    """The wishes that a slot holds; none of what is no wish."""
    try:
        return tuple(DayWish.model_validate(one) for one in said or [])
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
        if one.do == "see" and not any(says(name, key_of(one.name)) for name in names.get(one.day, []))
    ]
