"""Which thing of a plan words mean that do not name it: by its kitchen, its meal, its kind, its day. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import time

from agency.reasoning.days_said import DAYS, days_said
from agency.reasoning.slots.food import find_cuisines
from agency.reasoning.slots.spans import words_of
from missions.trips.plan import Day, Item
from missions.trips.turns import category_of
from ownyou.lib.text import key_of

AFTERNOON = time(16)
_DINNER = re.compile(r"\b(?:dinner|supper|abendessen|abends?|dîner|evening)\b", re.IGNORECASE)
_LUNCH = re.compile(r"\b(?:lunch|mittagessen|mittags?|(?<!petit[ -])déjeuner|noon)\b", re.IGNORECASE)
_MEAL = re.compile(r"\b(?:meals?|restaurants?|essen|lokale?|repas|tables?|tisch)\b", re.IGNORECASE)
_DAY = re.compile(r"\b(?:day|tag|jour) (?P<number>\d{1,2})\b", re.IGNORECASE)

type Place = tuple[Day, Item]


def said_of(items: Sequence[Place], words: str) -> list[Place]:
    """The things that words describe ("the Mexican dinner", "lunch on Tuesday"), in the order of the plan;
    none where they say nothing that tells them."""
    kind, kitchens = category_of(words), _kitchens(words)
    dinner, lunch = _DINNER.search(words), _LUNCH.search(words)
    at_table = bool(kitchens or dinner or lunch or _MEAL.search(words))
    if not at_table and not kind:
        return []
    on_days = [one for one in items if _on_a_day_said(one[0], items, words)]
    if not at_table:
        return [one for one in on_days if one[1].category == kind]
    return [
        one
        for one in on_days
        if one[1].kind == "restaurant"
        and (not kitchens or kitchens & _served(one[1]))
        and (not dinner or one[1].start >= AFTERNOON)
        and (not lunch or one[1].start < AFTERNOON)
    ]


def _kitchens(words: str) -> set[str]:
    found = find_cuisines(words, words_of(words), [])
    return {key_of(str(tag)) for one in found for tag in (one.value if isinstance(one.value, list) else [])}


def _served(item: Item) -> set[str]:
    return {key_of(part) for part in item.category.split(",")}


def _on_a_day_said(day: Day, items: Sequence[Place], words: str) -> bool:
    """Whether it is on a weekday, or on the number of a day, that words name; yes where they name none."""
    weekdays, number = days_said(words), _DAY.search(words)
    if number is not None:
        dates = sorted({one.date for one, _item in items})
        at = int(number["number"]) - 1
        return at < len(dates) and day.date == dates[at]
    return not weekdays or DAYS[day.date.weekday()] in weekdays
