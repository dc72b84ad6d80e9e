"""A question was asked, and the answer is a word or two."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from agency.reasoning.slots import COMMON_SLOTS, SlotContext, extract_slots

REF = datetime(2026, 11, 25, 10, 30)


def answered(name: str, words: str) -> Any:
    context = SlotContext(ref=REF, zone="Europe/Zurich", currency="CHF", asked=(name,))
    found = extract_slots(words, list(COMMON_SLOTS), context)
    return found[name].value if name in found else None


ANSWERS = [
    ("people", "four", 4),
    ("people", "just me", 1),
    ("people", "me", 1),
    ("people", "nur ich", 1),
    ("people", "zu viert", 4),
    ("people", "cuatro", 4),
    ("people", "in quattro", 4),
    ("place", "paris", "paris"),
    ("place", "Temple Bar, Dublin", "Temple Bar, Dublin"),
    ("date", "tomorrow", "2026-11-26"),
    ("date", "morgen", "2026-11-26"),
    ("date", "domani", "2026-11-26"),
    ("date", "sat", "2026-11-28"),
    ("date", "5th", "2026-12-05"),
    ("date", "24.12.", "2026-12-24"),
    ("date", "may", {"start": "2027-05-01", "end": "2027-05-31"}),
    ("date", "im Mai", {"start": "2027-05-01", "end": "2027-05-31"}),
    ("time", "8pm", "20:00"),
    ("time", "evening", {"start": "18:00", "end": "22:00"}),
    ("time", "mittags", {"start": "12:00", "end": "14:00"}),
    ("budget", "50", {"amount": 50, "currency": "CHF", "bound": "max", "per": "total"}),
    ("date", "whenever", None),
    ("date", "not sure", None),
    ("time", "no idea", None),
    ("people", "no idea", None),
]


@pytest.mark.parametrize(("name", "words", "value"), ANSWERS)
def test_a_word_or_two_answers_what_was_asked(name: str, words: str, value: Any) -> None:
    assert answered(name, words) == value
