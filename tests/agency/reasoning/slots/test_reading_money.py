"""Budgets: amount, currency, bound and what they are per."""

from __future__ import annotations

from datetime import datetime

import pytest

from agency.reasoning.slots import COMMON_SLOTS, SlotContext, SlotSpec, extract_slots

REF = datetime(2026, 11, 25, 10, 30)


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


@pytest.mark.parametrize(
    ("text", "amount", "currency", "bound"),
    [
        ("a laptop for two grand", 2000, "USD", "max"),
        ("around two and a half grand", 2500, "USD", "about"),
        ("half a grand", 500, "USD", "max"),
        ("fifteen hundred dollars", 1500, "USD", "max"),
        ("a hundred and fifty euros", 150, "EUR", "max"),
        ("a thousand two hundred bucks", 1200, "USD", "max"),
        ("a couple hundred bucks", 200, "USD", "about"),
        ("under a couple of hundred euros", 200, "EUR", "max"),
        ("a few hundred dollars", 300, "USD", "about"),
        ("höchstens zweieinhalbtausend Euro", 2500, "EUR", "max"),
        ("zweitausend Euro für ein Rad", 2000, "EUR", "max"),
        ("moins de deux mille cinq cents euros", 2500, "EUR", "max"),
        ("quelques centaines d'euros", 300, "EUR", "about"),
        ("I don't want to pay more than 50 for a kettle", 50, "USD", "max"),
        ("a flat under two million yen", 2_000_000, "JPY", "max"),
        ("a house under 1.5 million euros", 1_500_000, "EUR", "max"),
        ("2 Mio Euro höchstens", 2_000_000, "EUR", "max"),
        ("a network for $3 billion", 3_000_000_000, "USD", "max"),
        ("a bike under eur1500", 1500, "EUR", "max"),
    ],
)
def test_an_amount_is_read_as_people_say_it(read, text, amount, currency, bound):
    budget = read(text)["budget"]
    assert (budget["amount"], budget["currency"], budget["bound"]) == (amount, currency, bound)


def test_only_between_makes_a_range_of_an_and(read):
    assert read("between 20 and 30 euros")["budget"]["min"] == 20
    assert "min" not in read("it costs $4.25 and 32 is the quantity")["budget"]


@pytest.mark.parametrize(
    "text", ["two grand pianos", "a couple of friends", "a couple hundred people", "a 5k run"]
)
def test_words_of_quantity_alone_are_no_money(read, text):
    assert "budget" not in read(text)


def test_a_range_in_words_keeps_both_ends(read):
    budget = read("between one and two grand")["budget"]
    assert (budget["min"], budget["amount"]) == (1000, 2000)


def test_what_is_paid_now_is_not_what_one_wants_to_pay(context):
    specs = [
        SlotSpec(name="budget", type="money"),
        SlotSpec(name="current", type="money", synonyms={"paid": ["pay", "costs", "now", "zahle"]}),
    ]

    def amounts(text: str) -> dict[str, object]:
        found = extract_slots(text, specs, context).items()
        return {name: (slot.value["amount"], slot.value["per"]) for name, slot in found}

    assert amounts("I pay £85 a month for electricity") == {"current": (85, "month")}
    assert amounts("ich zahle 80 Euro im Monat") == {"current": (80, "month")}
    assert amounts("£85 a month now") == {"current": (85, "month")}
    assert amounts("it costs 120 a month, find something under 90") == {"budget": (90, "total")}
    assert amounts("it costs $120 a month, find something under 90") == {
        "current": (120, "month"),
        "budget": (90, "month"),
    }
    assert amounts("I don't want to pay more than 50 a month") == {"budget": (50, "month")}


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


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("coffee machine, 300 max", 300),
        ("trip to Rome for 2, 1500 budget", 1500),
        ("kopfhörer bis 150", 150),
        ("auriculares por menos de 100", 100),
        ("smartphone sotto i 300", 300),
    ],
)
def test_a_limit_needs_no_currency(text: str, amount: int) -> None:
    found = extract_slots(
        text, list(COMMON_SLOTS), SlotContext(ref=REF, zone="Europe/Zurich", currency="CHF")
    )
    assert found["budget"].value == {"amount": amount, "currency": "CHF", "bound": "max", "per": "total"}


def test_a_thing_for_a_number_costs_it_and_a_dinner_for_one_feeds_them() -> None:
    context = SlotContext(ref=REF, zone="Europe/Zurich", currency="CHF")
    shopping = [*COMMON_SLOTS, SlotSpec(name="product", type="product", required=True)]
    laptop = extract_slots("Laptop für 800", shopping, context)
    assert (laptop["product"].value, laptop["budget"].value["amount"]) == ("Laptop", 800)
    assert "budget" not in extract_slots("dinner for 120", list(COMMON_SLOTS), context)


@pytest.mark.parametrize("text", ["table for 6 max", "open bis 8", "paper cups for 30"])
def test_small_numbers_are_no_prices(text: str) -> None:
    shopping = [*COMMON_SLOTS, SlotSpec(name="product", type="product", required=True)]
    assert "budget" not in extract_slots(text, shopping, SlotContext(ref=REF, zone="UTC"))


@pytest.mark.parametrize("figures", ["9" * 30, "9" * 400, "1" + "0" * 13])
def test_figures_beyond_all_money_are_no_budget(read, figures):
    assert "budget" not in read(f"a laptop under ${figures}")
