"""What words about a draft, or about the options of one part, change of a whole trip."""

from __future__ import annotations

from typing import Any

from babel.dates import format_interval
from django.utils.translation import gettext as _

from missions.brief import Brief
from missions.trips.moving import length_in, moved_to
from missions.trips.reading import NO_DAYS, counted_from, days_between_dates
from missions.trips.wish import TripWish
from missions.trips.words import counts_from_a_date

OF_THE_WHOLE = ("date", "duration")
"""Slots that no part of a trip has for itself, where words about its options name them."""


def possible_slots(slots: dict[str, Any]) -> dict[str, Any]:
    """Slots of a trip without one for nobody or of no days."""
    nothing = {"people": (0,), "duration": NO_DAYS}
    return {name: value for name, value in slots.items() if value not in nothing.get(name, ())}


def slots_meant(words: str, slots: dict[str, Any], wish: TripWish, brief: Brief) -> dict[str, Any]:
    """The slots with the date that the words move the trip to, without one that is a day of the trip."""
    gone = {"date"} if length_in(words) or slots.get("duration") != "P1D" else {"date", "duration"}
    rest = {name: value for name, value in slots.items() if name not in gone}
    moved = moved_to(words, slots.get("date"), wish.first, wish.days, brief.now)
    if moved is None:
        return rest
    if (counted := length_in(words)) is not None and counts_from_a_date(words):
        return rest | {"date": moved} | counted_from(moved, counted)
    days = days_between_dates(words)
    return rest | {"date": moved} | ({"duration": f"P{days}D"} if days else {})


def whole_meant(words: str, slots: dict[str, Any], wish: TripWish, brief: Brief) -> dict[str, Any]:
    """What words about the options of one part change of the trip: other days, as slots; empty for nothing.

    A length alone is not among it where it says nothing of when: "two nights" may be about one hotel.
    """
    meant = slots_meant(words, possible_slots(slots), wish, brief)
    if "date" not in meant:
        return {}
    now = brief.slots
    return {name: meant[name] for name in OF_THE_WHOLE if meant.get(name, now.get(name)) != now.get(name)}


def days_said(wish: TripWish) -> str:
    """The days of a trip: "11 – 15 May 2027"."""
    span = format_interval(wish.first, wish.last, "yMMMd", locale=wish.language)
    return _("the trip is %(days)s now") % {"days": span}
