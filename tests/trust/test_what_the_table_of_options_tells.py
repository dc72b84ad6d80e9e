"""The table of a choice has no empty columns, and tells the facts of things that are in no place."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from trust.cards import DecisionCard, OptionCard

LAPTOP = {"title": "Framework 13", "facts": ["16 GB", "1.3 kg"], "unmet": ["costs more than you pay now"]}
DINNER = {"title": "Osteria", "facts": ["Italian"], "when_words": "Table 7 PM", "where_words": "Mitte"}


def columns(*options: dict[str, Any]) -> list[str]:
    offered = [OptionCard(id=str(n), **one) for n, one in enumerate(options)]
    return DecisionCard.model_construct(options=offered, more=[]).columns


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((LAPTOP, LAPTOP), ["facts"]),
        ((DINNER, LAPTOP), ["when_words", "where_words"]),
        (({"title": "One"},), []),
    ],
)
def test_columns_are_those_that_some_option_fills(
    options: tuple[dict[str, Any], ...], told: list[str]
) -> None:
    assert columns(*options) == told


def test_facts_and_what_does_not_fit_stand_in_the_row() -> None:
    card = DecisionCard.model_construct(options=[OptionCard(id="a", **LAPTOP)], more=[])
    drawn = render_to_string("components/option_table.html", {"decision": card})
    assert "16 GB · 1.3 kg" in drawn
    assert "Costs more than you pay now" in drawn
    assert "Where" not in drawn
