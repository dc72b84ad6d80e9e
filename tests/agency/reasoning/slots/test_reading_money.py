"""Budgets: amount, currency, bound and what they are per."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize(
    ("text", "amount", "currency", "bound", "per"),
    [
        ("a laptop under $1500", 1500, "USD", "max", "total"),
        ("max 50 euros a head", 50, "EUR", "max", "person"),
        ("around £40 per person", 40, "GBP", "about", "person"),
        ("a budget of 1.5k", 1500, "USD", "max", "total"),
        ("at least 100 bucks", 100, "USD", "min", "total"),
        ("two hundred dollars or less", 200, "USD", "max", "total"),
        ("200 Swiss francs", 200, "CHF", "max", "total"),
        ("USD 300 per night", 300, "USD", "max", "night"),
        ("I pay $80 a month", 80, "USD", "max", "month"),
        ("höchstens 1.500,50 €", 1500.5, "EUR", "max", "total"),
        ("unter 50 Euro pro Person", 50, "EUR", "max", "person"),
        ("moins de 50 € par personne", 50, "EUR", "max", "person"),
    ],
)
def test_an_amount_is_normalised(read, text, amount, currency, bound, per):
    assert read(text)["budget"] == {"amount": amount, "currency": currency, "bound": bound, "per": per}


def test_a_range_keeps_both_ends(read):
    budget = read("between $20 and $30")["budget"]
    assert (budget["min"], budget["amount"], budget["bound"]) == (20, 30, "max")


def test_dollars_are_those_of_the_person(read):
    assert read("under 200 dollars", currency="CAD")["budget"]["currency"] == "CAD"
    assert read("under 200", currency="EUR")["budget"]["currency"] == "EUR"


def test_a_plain_number_is_money_only_when_a_budget_was_asked(read):
    assert "budget" not in read("1500")
    assert read("1500", "budget")["budget"]["amount"] == 1500


@pytest.mark.parametrize(
    "text", ["under 10 minutes", "at most 5 people", "within 2 miles", "in 2027", "over 3 stars"]
)
def test_other_quantities_are_no_money(read, text):
    assert "budget" not in read(text)
