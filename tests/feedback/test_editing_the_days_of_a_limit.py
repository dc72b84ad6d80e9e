"""A limit whose sentence is edited holds on the days that the sentence names."""

from __future__ import annotations

from typing import Any

import pytest

from agency.reasoning.days_said import days_said
from memory.names import preferences_of
from memory.preferences import preferences
from memory.provenance import BY_USER
from memory.telling import retell
from memory.writing import remember
from tests.feedback.conftest import FRIDAY, SATURDAY, TUESDAY

WEEKNIGHT, WEEKEND = ["mon", "tue", "wed", "thu"], ["fri", "sat", "sun"]


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("At most 40 euros a person on weeknights", WEEKNIGHT),
        ("At most 40 euros a person on weekdays", WEEKNIGHT),
        ("Höchstens 40 Euro pro Person unter der Woche", WEEKNIGHT),
        ("At most 40 euros at the weekend", WEEKEND),
        ("Am Wochenende höchstens 60 Euro", WEEKEND),
        ("At most 40 euros on Fridays", ["fri"]),
        ("freitags und samstags höchstens 60 Euro", ["fri", "sat"]),
        ("Monday to Friday at most 40 euros", [*WEEKNIGHT, "fri"]),
        ("Freitag bis Montag höchstens 40 Euro", ["mon", "fri", "sat", "sun"]),
        ("At most 40 euros a person", []),
    ],
)
def test_a_sentence_names_its_days(text: str, days: list[str]) -> None:
    assert days_said(text) == days


def limit(owner: Any, **more: Any) -> Any:
    value = {"polarity": "limit", "value": True, "amount": 40, "currency": "USD", "per": "person", **more}
    return remember(
        user=owner,
        namespace=preferences_of(owner),
        key="dining.budget",
        value=value,
        text="At most $40 a person" + (" on weeknights" if more else ""),
        provenance=BY_USER,
    ).item


def test_an_edited_limit_holds_on_its_days_only(owner: Any, next_dinner: Any) -> None:
    retell(user=owner, item_id=limit(owner).pk, sentence="At most 50 dollars a person on weeknights")
    [kept] = preferences(owner, "dining").values()
    assert (kept.amount, list(kept.days)) == (50, WEEKNIGHT)
    assert next_dinner(TUESDAY, price=60)["drop"] == "over $50"
    assert next_dinner(FRIDAY, price=60)["drop"] == ""
    assert next_dinner(SATURDAY, price=60)["drop"] == ""


def test_a_limit_that_names_no_days_any_more_holds_every_day(owner: Any, next_dinner: Any) -> None:
    retell(user=owner, item_id=limit(owner, days=WEEKNIGHT).pk, sentence="At most $40 a person")
    assert next_dinner(FRIDAY, price=60)["drop"] == "over $40"


def test_an_edit_that_leaves_the_days_leaves_them(owner: Any) -> None:
    retell(user=owner, item_id=limit(owner, days=WEEKNIGHT).pk, sentence="At most $45 a person on weeknights")
    [kept] = preferences(owner, "dining").values()
    assert (kept.amount, list(kept.days)) == (45, WEEKNIGHT)
