"""Estimated fares in the money of the person who asks; the model of `fares` reckons in US dollars."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from agency.sources.estimates.fares import CURRENCY
from agency.sources.money import RatesUnreadable, UnknownCurrency, convert


@dataclass(frozen=True, slots=True)
class Rate:
    """How much of a currency a dollar of the model is taken for, by the table of a day."""

    amount: Decimal
    as_of: date


def in_own_money(dollars: Decimal, currency: str) -> tuple[Decimal, str]:
    """A fare in whole units of a currency, and which one: dollars where no rate of it is known."""
    try:
        return convert(dollars, CURRENCY, currency).amount.quantize(Decimal(1)), currency
    except (UnknownCurrency, RatesUnreadable):
        return dollars, CURRENCY


def rate_of(currency: str) -> Rate | None:
    """The rate that fares were reckoned at; None where they stand in dollars."""
    if currency == CURRENCY:
        return None
    try:
        found = convert(Decimal(1), CURRENCY, currency)
    except (UnknownCurrency, RatesUnreadable):
        return None
    return Rate(found.rate, found.as_of)
