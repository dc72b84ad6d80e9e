"""What was understood of a trip, in words: its cities, wishes for single days, beds, tables, house rules."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.reasoning import value_words
from missions.trips import asked, day_wishes, swaps
from missions.trips.wish import MOST_DAYS
from missions.trips.wording import listed
from ownyou.lib.city_names import cities_in_words, city_in_words

LABELS = {
    "cities": gettext_lazy("Cities"),
    "fewer": gettext_lazy("Less of"),
    "liked": gettext_lazy("More of"),
    "avoided": gettext_lazy("None of"),
    "wanted": gettext_lazy("With"),
    "excluded": gettext_lazy("Without"),
    "day_trips": gettext_lazy("Day trips"),
    "pace": gettext_lazy("Pace"),
    "late_start": gettext_lazy("No early mornings"),
    "direct": gettext_lazy("Direct only"),
    day_wishes.SLOT: gettext_lazy("By day"),
    swaps.SLOT: gettext_lazy("Instead"),
    "stay_kinds": gettext_lazy("Where to sleep"),
    "no_stay_kinds": gettext_lazy("Not to sleep in"),
    "stay_price": gettext_lazy("Price of the bed"),
    "stay_rules": gettext_lazy("Allowed where you stay"),
    "kitchens": gettext_lazy("To eat"),
    "no_kitchens": gettext_lazy("Not to eat"),
    "no_car": gettext_lazy("No driving yourself"),
    "step_free": gettext_lazy("Without steps"),
    "access": gettext_lazy("Without steps"),
    "wheelchairs": gettext_lazy("Wheelchairs"),
    "diets": gettext_lazy("Diets"),
    "drivers": gettext_lazy("Who drives"),
    "riders": gettext_lazy("Who needs a lift"),
    "rides": gettext_lazy("Lifts needed"),
}


def trip_words(name: str, value: Any, slots: dict[str, Any], language: str) -> str | None:
    """A slot of a trip in words; None for one that all types say alike."""
    if name in ("place", "cities", "origin"):
        return _cities(value, slots if name == "place" else {})
    if name == day_wishes.SLOT:
        return _by_day(value, slots, language)
    said = _SAID.get(name)
    return said(value) if said is not None else None


def _cities(value: Any, slots: dict[str, Any]) -> str:
    several = slots.get("cities")
    if isinstance(several, list) and several:
        return listed(cities_in_words(str(one) for one in several))
    return listed(cities_in_words(map(str, value))) if isinstance(value, list) else city_in_words(str(value))


def _by_day(value: Any, slots: dict[str, Any], language: str) -> str:
    """As it was said; not what only goes along when days change places."""
    wishes = day_wishes.from_slot(value, _first(slots), MOST_DAYS)
    return ", ".join(day_wishes.in_words([one for one in wishes if not one.quiet], language))


def _first(slots: dict[str, Any]) -> date | None:
    said = slots.get("begins") or slots.get("date")
    said = said.get("start") if isinstance(said, dict) else said
    return date.fromisoformat(said) if isinstance(said, str) else None


def _kinds(value: Any) -> str:
    return ", ".join(value_words.titled(str(one).replace("_", " ")) for one in value or [])


def _rules(value: Any) -> str:
    return ", ".join(str(asked.NAMES.get(str(one), one)) for one in value or [])


def _price(value: Any) -> str:
    return _("cheaper") if value == "lower" else _("nicer")


def _access(value: Any) -> str:
    return _("needed") if value == "needed" else _("where it can be")


def _diets(value: Any) -> str:
    """How many of the guests eat what: "2 vegan, 1 gluten-free"."""
    counted = value.items() if isinstance(value, dict) else []
    return ", ".join(f"{count or ''} {value_words.in_words(name)}".strip() for name, count in counted)


def _swaps(value: Any) -> str:
    return ", ".join(swaps.in_words(swaps.from_slot(value)))


_SAID: dict[str, Callable[[Any], str]] = {
    swaps.SLOT: _swaps,
    "stay_kinds": _kinds,
    "no_stay_kinds": _kinds,
    "stay_price": _price,
    "stay_rules": _rules,
    "access": _access,
    "diets": _diets,
    "kitchens": _kinds,
    "no_kitchens": _kinds,
}
