"""Amounts in another currency, with the date of the rates."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from django.test import override_settings

from agency.sources.money import RatesUnreadable, UnknownCurrency, convert, current_rates


@pytest.fixture
def table(tmp_path: Path) -> Path:
    rates = {"as_of": "2026-01-02", "base": "EUR", "rates": {"USD": "1.25", "GBP": "0.8", "JPY": "160"}}
    path = tmp_path / "rates.json"
    path.write_text(json.dumps(rates))
    return path


@pytest.mark.parametrize(
    ("amount", "source", "target", "expected"),
    [
        ("100", "EUR", "USD", "125.00"),
        ("125", "USD", "EUR", "100.00"),
        ("10", "USD", "GBP", "6.40"),
        ("9.99", "usd ", "JPY", "1279"),
        ("0", "EUR", "USD", "0.00"),
        ("0.004", "EUR", "EUR", "0.00"),
        ("12.5", "EUR", "EUR", "12.50"),
    ],
)
def test_amounts_are_converted_and_rounded_as_prices(
    table: Path, amount: str, source: str, target: str, expected: str
) -> None:
    with override_settings(RATES_FILE=str(table)):
        converted = convert(Decimal(amount), source, target)
    assert str(converted.amount) == expected
    assert converted.as_of == date(2026, 1, 2)


def test_a_replaced_table_is_read_again(table: Path) -> None:
    with override_settings(RATES_FILE=str(table)):
        assert convert(Decimal(1), "EUR", "USD").rate == Decimal("1.25")
        table.write_text(table.read_text().replace("1.25", "1.50").replace("01-02", "01-03"))
        assert convert(Decimal(1), "EUR", "USD").rate == Decimal("1.50")


@pytest.mark.parametrize("currency", ["XXX", "", "€", "EURO"])
def test_a_currency_without_a_rate_is_named_not_guessed(currency: str) -> None:
    with pytest.raises(UnknownCurrency):
        convert(Decimal(1), "EUR", currency)


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"as_of": "2026-01-02", "base": "EUR", "rates": {"USD": "0"}}', "\xff"]
)
def test_a_broken_table_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "mine.json"
    path.write_bytes(text.encode("latin-1"))
    with override_settings(RATES_FILE=str(path)), pytest.raises(RatesUnreadable, match=r"mine\.json"):
        convert(Decimal(1), "EUR", "USD")
    with override_settings(RATES_FILE=str(tmp_path / "none.json")), pytest.raises(RatesUnreadable):
        current_rates()


def test_the_shipped_table_has_its_date_and_the_currencies_people_pay_with() -> None:
    rates = current_rates()
    assert date(2026, 1, 1) < rates.as_of
    assert len(rates.rates) >= 29
    for currency in ("USD", "GBP", "JPY", "CHF", "CAD", "AUD", "INR", "SEK", "PLN", "MXN"):
        assert rates.of(currency) > 0
