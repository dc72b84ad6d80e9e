"""What words about a gathering change of it, and what changed in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import time
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.reasoning import value_words
from missions import money
from missions.trips.changing import of_all
from missions.trips.gathering import NOON, OCCASIONS, Gathering
from missions.trips.guests import Guests
from missions.trips.hours import later
from missions.trips.wording import people_words
from missions.when import day_in_words

EARLIEST, LATEST = time(8), time(20)

OF_THE_WHOLE = frozenset({"date", "time", "place", "people"})
"""Slots that words on the card of one part change of the whole."""


_SHIFT = re.compile(
    r"\b(?P<n>half an|an|one|two|three|[1-6]|eine halbe|eine|zwei|drei|une|deux|trois)\s+"
    r"(?:hours?|stunden?|heures?)\s+(?P<way>later|earlier|später|früher|plus tard|plus tôt)\b",
    re.IGNORECASE,
)
_HOURS = {"two": 2, "three": 3, "zwei": 2, "drei": 3, "deux": 2, "trois": 3}


def slots_of_the_whole(words: str, meant: Mapping[str, Any], read: Mapping[str, Any]) -> dict[str, Any]:
    """Of the slots that words on the card of one part name, those of the whole: when, where, for how many,
    and the budget where it is said to be for all. `read`: all that the common rules read."""
    new = {name: value for name, value in meant.items() if name in OF_THE_WHOLE}
    return new | ({"budget": read["budget"]} if "budget" in read and of_all(words) else {})


def whole_in_words(before: Gathering, now: Gathering) -> list[str]:
    """What changed of the whole, as it is wished for now."""
    said = [_("in %(city)s") % {"city": now.city}] if now.city != before.city else []
    if now.day != before.day:
        said.append(_("on %(day)s") % {"day": day_in_words(now.day, now.language)})
    if now.people != before.people:
        said.append(people_words(now.people))
    if now.limit != before.limit and now.limit is not None:
        amount = money.in_words(now.limit, now.currency, now.language)
        said.append(_("budget: %(amount)s") % {"amount": amount})
    return said


def guests_in_words(guests: Guests) -> list[str]:
    """What words said of who helps, drives and is fetched."""
    said = [_("%(name)s helps") % {"name": name} for name in guests.helpers]
    said += [_("%(name)s drives") % {"name": name} for name in guests.drivers]
    said += [_("%(name)s is fetched") % {"name": name} for name in guests.riders]
    said += [f"{count} × {value_words.in_words(diet)}" for diet, count in guests.diets.items()]
    if guests.rides is not None:
        words = ngettext("%(n)d needs a ride", "%(n)d need a ride", guests.rides)
        said.append(words % {"n": guests.rides})
    if guests.wheelchairs:
        words = ngettext("%(n)d wheelchair", "%(n)d wheelchairs", guests.wheelchairs)
        said.append(words % {"n": guests.wheelchairs})
    if guests.access == "needed":
        said.append(_("step-free"))
    return said


def shifts_hours(words: str) -> bool:
    """Whether words say by how much it is to begin at another hour."""
    return _SHIFT.search(words) is not None


def shifted(words: str, starts: time) -> time | None:
    """Another hour than it was: "an hour later"."""
    match = _SHIFT.search(words)
    if match is None:
        return None
    said = match["n"].casefold()
    hours = (
        0.5
        if said.startswith(("half", "eine halbe"))
        else int(said)
        if said.isdigit()
        else _HOURS.get(said, 1)
    )
    sign = 1 if match["way"].casefold() in {"later", "später", "plus tard"} else -1
    return later(starts, round(60 * hours) * sign)


def starts_at(said: Any, goal: str = "") -> time:
    """When the guests come; where nothing fitting was said, at the usual hour of what the goal calls it."""
    usual = USUAL_HOURS.get(occasion_in(goal), NOON)
    text = said.get("start") if isinstance(said, dict) else said
    try:
        at = time.fromisoformat(str(text)) if text else usual
    except ValueError:
        return usual
    return at if EARLIEST <= at <= LATEST else usual


MORNING = re.compile(
    r"\d\s*a\.?m\b|\b(?:morning|morgens|früh\w*|vormittag\w*|matin|breakfast|brunch)\b", re.IGNORECASE
)


def in_its_half(at: Any, before: time, words: str) -> Any:
    """An hour as it is meant of a gathering that begins at `before`: "at eight" of an evening is 20:00."""
    if not isinstance(at, str) or before < NOON or at >= f"{NOON:%H:%M}" or MORNING.search(words):
        return at
    return f"{int(at[:2]) + 12:02d}{at[2:]}"


USUAL_HOURS = {"brunch": time(10, 30), "coffee": time(15), "dinner": time(18, 30), "party": time(18)}


def occasion_in(goal: str) -> str:
    """What kind of gathering a goal names; "gathering" where it names none."""
    return next((name for name, pattern in OCCASIONS.items() if pattern.search(goal)), "gathering")
