"""Amounts in words, in the person's language and currency."""

from __future__ import annotations

from decimal import ROUND_FLOOR, Decimal

from babel.core import UnknownLocaleError
from babel.numbers import format_currency
from django.utils.translation import gettext_lazy

from agency.sources.money import convert
from ownyou.lib.errors import OwnYouError
from ownyou.lib.locales import amount_in_words

in_words = amount_in_words

CENT = Decimal("0.01")


def decimal(value: float) -> Decimal:
    """Return a number of the configuration as a decimal."""
    return Decimal(str(value))


EACH = {
    "person": gettext_lazy("%(amount)s a person"),
    "month": gettext_lazy("%(amount)s a month"),
    "night": gettext_lazy("%(amount)s a night"),
}


def each_in_words(amount: str, unit: str) -> str:
    """Say what an amount (in words) is for: "€42 a person"; what is priced by the piece needs no unit."""
    return str(EACH[unit]) % {"amount": amount} if unit in EACH else amount


def exact_in_words(amount: Decimal, currency: str, language: str) -> str:
    """Write a small amount with all of its digits: "€0.251"."""
    try:
        return format_currency(amount, currency, locale=language, decimal_quantization=False)
    except (UnknownLocaleError, ValueError):
        return f"{amount} {currency}"


def rate_in_words(rate: Decimal, currency: str, language: str) -> str:
    """Write what one unit of another currency is taken for, in four figures: "€0.8642", "¥151.2"."""
    return exact_in_words(rate.quantize(Decimal(1).scaleb(rate.adjusted() - 3)), currency, language)


def rounded_in_words(amount: Decimal, currency: str, language: str) -> str:
    """Write an amount without cents where it is large enough not to matter."""
    return in_words(rounded(amount), currency, language)


def rounded(amount: Decimal) -> Decimal:
    """An amount as it is shown: without cents where it is large enough not to matter."""
    return amount.quantize(Decimal(1)) if amount > 10 else amount


def limit_converted(amount: Decimal, currency: str, to: str) -> Decimal | None:
    """The most that something may cost in another currency, as a person would name it; None when it cannot
    be known.

    It is rounded down, so that what keeps it keeps the exact limit. What was said in that currency stays.
    """
    limit = converted(amount, currency, to)
    return limit if limit is None or currency == to else named(limit)


def named(limit: Decimal) -> Decimal:
    """A limit in three figures, rounded down, and from ten on without cents: 1,564.08 is 1,560."""
    if limit < 10:
        return limit.quantize(CENT, rounding=ROUND_FLOOR)
    step = 10 ** max(0, limit.adjusted() - 2)
    return Decimal(int(limit) // step * step)


def converted(amount: Decimal | None, currency: str | None, to: str) -> Decimal | None:
    """Return the amount in another currency, rounded to cents; None when it cannot be known."""
    if amount is None or currency is None:
        return None
    if currency == to:
        return amount
    try:
        return convert(amount, currency, to).amount.quantize(Decimal("0.01"))
    except OwnYouError:
        return None
