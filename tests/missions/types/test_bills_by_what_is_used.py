"""Tariffs cost what they come to at the person's own use, where they said it."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest

from agency.reasoning.slots import SlotContext
from agency.sources.base import Offer
from missions.brief import Brief
from missions.cards import slot_words
from missions.models import Mission
from missions.plugins.discovery import type_named
from missions.understanding import by_rules
from trust.models import User

NOW = datetime(2026, 11, 25, 10, 30, tzinfo=UTC)
CONTEXT = SlotContext(ref=NOW.replace(tzinfo=None), zone="Europe/London", currency="GBP")


@pytest.mark.parametrize(
    ("goal", "usage"),
    [
        ("find me a cheaper electricity tariff, I use 3500 kWh a year", 3500),
        ("my electricity bill is 120 a month, 3200kWh", 3200),
        ("cheaper power, about 250 kWh a month", 3000),
        ("Stromtarif wechseln, 200 kWh pro Monat", 2400),
    ],
)
def test_what_is_used_is_read_for_a_year(goal: str, usage: int) -> None:
    assert by_rules(goal, CONTEXT).slots["usage"] == usage


def tariff(**attributes: Any) -> Offer:
    return Offer(
        source="catalogue",
        source_id="one",
        kind="tariff",
        title="One",
        price=Decimal("70.45"),
        currency="GBP",
        attributes=attributes,
        fetched_at=NOW,
    )


def price_at(slots: dict[str, Any], offer: Offer) -> Decimal | None:
    brief = Brief(
        goal="",
        mission_type="bill_switching",
        level=1,
        slots=slots,
        now=NOW,
        zone="Europe/London",
        language="en",
        currency="GBP",
        home=None,
    )
    return type_named("bill_switching").adapted(offer, brief).price


def test_a_tariff_costs_its_standing_charge_and_what_is_used() -> None:
    told = tariff(price_per_kwh=0.238, standing_charge=16.9)
    assert price_at({"usage": 3600}, told) == Decimal("88.30")
    assert price_at({}, told) == Decimal("70.45")
    assert price_at({"usage": 3600}, tariff()) == Decimal("70.45")


def test_what_is_used_is_said_with_what_it_counts() -> None:
    user = User(language="en", currency="GBP")
    said = slot_words(Mission(user=user, mission_type="bill_switching", slots={"usage": 3200}))
    assert [(one.label, one.value) for one in said] == [("Yearly use", "3,200 kWh")]
