"""What is known around every sentence of these tests: a Friday in November, dollars, everything asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from agency.reasoning.slots import COMMON_SLOTS, SlotContext, SlotSpec, extract_slots

SPECS = [
    *COMMON_SLOTS,
    SlotSpec(name="near", type="near"),
    SlotSpec(name="cuisine", type="cuisine"),
    SlotSpec(name="diet", type="diet"),
    SlotSpec(name="price_level", type="price_level"),
    SlotSpec(name="product", type="product"),
    SlotSpec(name="nights", type="number", synonyms={"nights": ["night", "nights"]}),
    SlotSpec(name="stay", type="duration"),
    SlotSpec(
        name="kind",
        type="choice",
        synonyms={
            "jazz concert": ["jazz", "jazz concerts"],
            "electricity": ["power", "electric bill", "Strom", "électricité"],
            "internet": ["broadband"],
        },
    ),
]

Read = Callable[..., dict[str, Any]]


@pytest.fixture
def context() -> SlotContext:
    return SlotContext(ref=datetime(2026, 11, 27, 12, 0), zone="Europe/Berlin")


@pytest.fixture
def specs() -> list[SlotSpec]:
    return SPECS


@pytest.fixture
def read(context: SlotContext) -> Read:
    """Read a sentence; answer the values by slot."""

    def reading(text: str, *asked: str, currency: str = "USD") -> dict[str, Any]:
        known = context.model_copy(update={"asked": asked, "currency": currency})
        return {name: slot.value for name, slot in extract_slots(text, SPECS, known).items()}

    return reading
