"""What was understood of a goal, in words, as its card says it: "Friday, 4 December 2026", "4 people"."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

from babel.dates import format_timedelta
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy
from pydantic import TypeAdapter, ValidationError

from agency.reasoning import value_words
from missions import measuring, money, slips, trip_slots
from missions.brief import Adjustments
from missions.distances import distance_in_words
from missions.limits import budget_in_words
from missions.models import Mission
from missions.refining import wishes_in_words
from missions.trips.options import ways_in_words
from missions.when import slots_in_words
from ownyou.lib.cards import Card
from ownyou.lib.locales import number_in_words
from trust.models import User

IN_UNITS = {
    "usage": gettext_lazy("%(number)s kWh"),
    "data": gettext_lazy("at least %(number)s GB"),
    "speed": gettext_lazy("at least %(number)s Mbit/s"),
}
"""Numbers that say nothing without what they count."""

LABELS = {
    "people": gettext_lazy("People"),
    "place": gettext_lazy("Where"),
    "near": gettext_lazy("Near"),
    "budget": gettext_lazy("Budget"),
    "cuisine": gettext_lazy("Cuisine"),
    "diet": gettext_lazy("Diet"),
    "product": gettext_lazy("Product"),
    "exclude_product": gettext_lazy("Not"),
    "bill": gettext_lazy("Bill"),
    "usage": gettext_lazy("Yearly use"),
    "data": gettext_lazy("Data"),
    "unlimited": gettext_lazy("Unlimited data"),
    "speed": gettext_lazy("Speed"),
    "current": gettext_lazy("You pay"),
    "genre": gettext_lazy("Kind"),
    "audience": gettext_lazy("For whom"),
    "entry": gettext_lazy("Entry"),
    "price_level": gettext_lazy("Price"),
    "open": pgettext_lazy("opening hours", "Open"),
    "green": gettext_lazy("Green"),
    "short": gettext_lazy("Short contract"),
    "delivery": gettext_lazy("Delivery"),
    "measures": gettext_lazy("Limits"),
    "company": gettext_lazy("Company"),
    "fly": gettext_lazy("Getting there"),
    "saving": gettext_lazy("Money"),
    "exclude_cuisine": gettext_lazy("Not cuisine"),
    "exclude_place": gettext_lazy("Not place"),
    "exclude_genre": gettext_lazy("Not genre"),
    "bundle": gettext_lazy("Together"),
    "origin": gettext_lazy("From"),
    "duration": gettext_lazy("How long"),
    "helpers": gettext_lazy("Helpers"),
    **trip_slots.LABELS,
}

NAMES = frozenset(
    {"place", "cities", "origin", "product", "helpers", "drivers", "riders", "wanted", "excluded"}
)
"""Slots that hold names and the person's own words, which are called the same in every language."""


class SlotWords(Card):
    """One thing that was understood, in words."""

    label: str
    value: str


def slot_words(mission: Mission) -> list[SlotWords]:
    """What was understood, in words: "Friday, 4 December 2026", "4 people", "Italian"."""
    language = mission.user.language
    words = []
    if when := slots_in_words(mission.slots, language):
        words.append(SlotWords(label=_("When"), value=when))
    if mended := slips.in_words(mission):
        words.append(SlotWords(label=_("Spelling"), value=mended))
    adjustments = Adjustments.model_validate(mission.adjustments or {})
    for name, value in mission.slots.items():
        if name in _said_otherwise(mission.slots) or (value == "yes" and name in adjustments.prefer):
            continue
        text = trip_slots.trip_words(name, value, mission.slots, language)
        if text := _value_words(name, value, mission.user) if text is None else text:
            text = budget_in_words(mission, text) if name == "budget" else text
            words.append(SlotWords(label=_label(name), value=text))
    read = (mission.understood.get("wished") or {}).get("prefer", [])
    if wishes := wishes_in_words(adjustments, read):
        words.append(SlotWords(label=_("Wishes"), value=", ".join(wishes)))
    return words


def _said_otherwise(slots: dict[str, Any]) -> set[str]:
    """Slots that need no words of their own: the times stand under "when", the days that were taken, and what
    stands in for days that have passed, are said by the plan, a bundle names its products."""
    names = {"date", "time", "passed", "begins"}
    names |= {"cities"} if slots.get("place") else set()
    return names | {"product"} if slots.get("bundle") else names


def _label(name: str) -> str:
    if name in LABELS:
        return str(LABELS[name])
    return name.replace("exclude_", _("not ")).replace("_", " ").capitalize()


def _value_words(name: str, value: Any, user: User) -> str:
    language = user.language
    if name == "people":
        return (
            ngettext("%d person", "%d people", int(value)) % int(value)
            if isinstance(value, int)
            else str(value)
        )
    if isinstance(value, dict) and "amount" in value:
        return _money_words({**value, "bound": ""} if name == "current" else value, language)
    if isinstance(value, dict) and ("of" in value or "km" in value):
        around = pgettext("near", "you") if value.get("of") == "me" else value.get("of") or ""
        return f"{around} ({distance_in_words(value['km'], user.home)})" if value.get("km") else str(around)
    if value is True:
        return _("yes")
    if name == "saving":
        return _("as cheap as possible")
    if name == "fly":
        return ways_in_words(str(value))
    if name == "duration":
        return _duration_words(value, language)
    if name in IN_UNITS and isinstance(value, int | float):
        return str(IN_UNITS[name]) % {"number": number_in_words(value)}
    if name == "measures" and isinstance(value, list):
        return ", ".join(measuring.limit_in_words(limit) for limit in value if len(limit) > 1)
    if name == "price_level" and isinstance(value, dict):
        return _("not too expensive") if value.get("max") else _("upscale")
    if name.removeprefix("exclude_") in NAMES:
        return ", ".join(str(one) for one in value) if isinstance(value, list) else str(value)
    if isinstance(value, list):
        return ", ".join(_named(item) for item in value)
    return (
        value_words.in_words(value)
        if not isinstance(value, dict)
        else ", ".join(f"{k} {v}" for k, v in value.items())
    )


def _named(value: object) -> str:
    return value_words.titled(str(value).replace("_", " "))


def _duration_words(value: Any, language: str) -> str:
    try:
        span = TypeAdapter(timedelta).validate_python(value)
    except ValidationError:
        return str(value)
    return format_timedelta(span, granularity="day" if span.days else "minute", threshold=2, locale=language)


def _money_words(value: dict[str, Any], language: str) -> str:
    amount = money.in_words(Decimal(str(value["amount"])), value.get("currency") or "USD", language)
    bound = {"max": _("at most"), "min": _("at least"), "about": _("about")}.get(value.get("bound") or "", "")
    per = {"person": _("a person"), "night": _("a night"), "month": _("a month")}.get(
        value.get("per") or "", ""
    )
    return " ".join(part for part in (bound, amount, per) if part)
