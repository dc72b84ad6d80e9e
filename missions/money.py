"""Amounts in words, in the person's language and currency."""

from __future__ import annotations

from decimal import Decimal

from babel.core import UnknownLocaleError
from babel.numbers import format_currency

from agency.sources.money import convert
from ownyou.lib.errors import OwnYouError

CENT = Decimal("0.01")


def decimal(value: float) -> Decimal:
    """Return a number of the configuration as a decimal."""
    return Decimal(str(value))


def in_words(amount: Decimal, currency: str, language: str) -> str:
    """Write an amount as people do: "€42", "$1,299.99"; cents only where there are any."""
    pattern = None if amount % 1 else "¤#,##0"
    try:
        return format_currency(
            amount, currency, format=pattern, locale=language, currency_digits=bool(amount % 1)
        )
    except (UnknownLocaleError, ValueError):
        return f"{amount} {currency}"


def rounded_in_words(amount: Decimal, currency: str, language: str) -> str:
    """Write an amount without cents where it is large enough not to matter."""
    return in_words(amount.quantize(Decimal(1)) if amount > 10 else amount, currency, language)


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
