"""The sentences of limits that feedback taught: what a place may cost, how far it may be; in any language."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from decimal import Decimal, InvalidOperation

from babel.dates import get_day_names
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from agency.reasoning.days_said import DAYS
from agency.reasoning.feedback_hours import EARLIEST, NO_DAY
from ownyou.lib.locales import amount_in_words, clock, number_in_words

BUDGET, DISTANCE, LOWER = "budget", "max_distance_km", "price.lower"
"""How the key of a limit ends, behind the type and when it holds ("dining.weeknight_budget")."""


def limit_sentence(rest: str, value: object) -> str:
    """The sentence of a limit by its key behind the type and its value, in the language there is; empty where
    they are of no limit."""
    if rest == LOWER:
        return _("You look for lower prices.")
    if rest.startswith(NO_DAY) or rest.endswith(EARLIEST):
        return _of_hours(rest, value.get("value") if isinstance(value, Mapping) else None)
    said = _amount_of(value)
    if said is None:
        return ""
    amount, currency, per = said
    if rest == DISTANCE:
        return _("Within %(km)s km.") % {"km": number_in_words(float(amount), 1, fixed=False)}
    if not rest.endswith(BUDGET) or not currency:
        return ""
    words = amount_in_words(amount, currency, get_language() or "en")
    return _under(rest.removesuffix(BUDGET), words, per)


def _of_hours(rest: str, value: object) -> str:
    """The sentence of the first hour ("19:00"), or of a day ("sun") that is none for going out."""
    language = get_language() or "en"
    if rest.startswith(NO_DAY) and value in DAYS:
        return _("Not on %(day)s.") % {"day": get_day_names("wide", locale=language)[DAYS.index(value)]}
    at = moment_of(value)
    if at is None:
        return ""
    named = {"time": clock(at, language)}
    if rest.startswith("weeknight_"):
        return _("On weeknights, not before %(time)s.") % named
    if rest.startswith("weekend_"):
        return _("On weekends, not before %(time)s.") % named
    return _("Not before %(time)s.") % named


def moment_of(value: object) -> time | None:
    """A time of day that is kept in words ("19:00"); None where it is none."""
    try:
        return time.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None


def _under(when: str, words: str, per: str) -> str:
    named = {"words": words, "unit": {"person": _(" a person"), "month": _(" a month")}.get(per, "")}
    if when == "weeknight_":
        return _("On weeknights, under %(words)s%(unit)s.") % named
    if when == "weekend_":
        return _("On weekends, under %(words)s%(unit)s.") % named
    if when == "lunch_":
        return _("For lunch, under %(words)s%(unit)s.") % named
    return _("Under %(words)s%(unit)s.") % named


def _amount_of(value: object) -> tuple[Decimal, str, str] | None:
    """The amount of a limit, its currency and what it is for; what holds for a meal lies one deeper."""
    held = value.get("value") if isinstance(value, Mapping) and "amount" not in value else value
    if not isinstance(held, Mapping) or isinstance(held.get("amount"), bool):
        return None
    try:
        amount = Decimal(str(held.get("amount")))
    except InvalidOperation:
        return None
    if not amount.is_finite():
        return None
    return amount, str(held.get("currency") or ""), str(held.get("per") or "")
