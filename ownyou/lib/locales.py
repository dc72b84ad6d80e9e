"""Numbers and days as the person's language writes them, and the language for work in another thread."""

from __future__ import annotations

from collections.abc import Callable
from contextvars import copy_context
from datetime import date, datetime, time, tzinfo
from decimal import Decimal, InvalidOperation
from functools import lru_cache, wraps
from typing import Any

from babel.core import Locale, UnknownLocaleError
from babel.dates import format_date, format_time
from babel.numbers import format_currency, format_decimal
from django.utils.timezone import localtime
from django.utils.translation import get_language, override


def number_in_words(value: float, digits: int = 0, *, fixed: bool = True) -> str:
    """A number with `digits` after the point, or at most as many: "1,017" and "4.5", "1.017" and "4,5"."""
    pattern = f"#,##0.{('0' if fixed else '#') * digits}".rstrip(".")
    try:
        return str(format_decimal(value, format=pattern, locale=(get_language() or "en").replace("-", "_")))
    except (UnknownLocaleError, InvalidOperation):
        return f"{value:,.{digits}f}"


def amount_in_words(amount: Decimal, currency: str, language: str) -> str:
    """Write an amount as people do: "€42", "$1,299.99", in German "42 €"; cents only where there are any.

    One of more digits than arithmetic keeps (28) is written as it is: a page that shows it stands.
    """
    try:
        pattern = None if amount % 1 else _without_cents(language)
        words: str = format_currency(
            amount,
            currency,
            format=pattern,
            locale=language.replace("-", "_"),
            currency_digits=bool(amount % 1),
        )
    except (UnknownLocaleError, ValueError, InvalidOperation):
        return f"{amount} {currency}"
    return words


@lru_cache(maxsize=16)
def _without_cents(language: str) -> str:
    """How a language writes amounts ("#,##0.00 ¤"), without what stands for cents."""
    return str(Locale.parse(language, sep="-").currency_formats["standard"].pattern).replace(".00", "")


def clock(moment: time | datetime, language: str = "") -> str:
    """A time of day as a language writes it, the person's unless told: "7:30 PM", "19:30". Every time of day
    that a person reads is written here; a datetime counts in its own zone."""
    return _clock(moment.hour, moment.minute, (language or get_language() or "en").replace("-", "_"))


@lru_cache(maxsize=4096)
def _clock(hour: int, minute: int, locale: str) -> str:
    try:
        return str(format_time(time(hour, minute), "short", locale=locale))
    except UnknownLocaleError:
        return f"{hour:02}:{minute:02}"


def day_in_words(day: date, language: str = "") -> str:
    """A day as a language writes it, the person's unless told: "4 December 2026", "4. Dezember 2026".

    A datetime counts in its own zone.
    """
    language = language or get_language() or "en"
    try:
        return str(format_date(day, day_pattern("d MMMM y", language), locale=language.replace("-", "_")))
    except UnknownLocaleError:
        return f"{day:%Y-%m-%d}"


def moment_in_words(moment: datetime, zone: tzinfo | None = None) -> str:
    """An aware moment on the person's clock, or that of another zone: "4 December 2026, 7:30 PM"."""
    local = localtime(moment, zone)
    return f"{day_in_words(local)}, {clock(local)}"


def day_pattern(pattern: str, language: str) -> str:
    """A pattern of days ("EEEE, d MMMM y") for a language: German writes the day as an ordinal."""
    return pattern.replace("d MMM", "d. MMM") if language.startswith("de") else pattern


def in_this_language[T](work: Callable[[], T]) -> Callable[[], T]:
    """`work` for a thread of its own, in this context and language: what Django knows of it stays behind."""
    context, language = copy_context(), get_language()

    def speak() -> T:
        with override(language):
            return work()

    return lambda: context.run(speak)


def in_owners_language[M, T](work: Callable[[M], T]) -> Callable[[M], T]:
    """`work` on a row, in the language of the person whose it is (`row.user`): for what no request, and no
    node of a run, does."""

    @wraps(work)
    def speak(row: M) -> T:
        owned: Any = row
        with override(owned.user.language):
            return work(row)

    return speak
