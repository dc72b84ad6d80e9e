"""An hour said on a draft is meant in the half of the day in which the gathering is."""

from __future__ import annotations

from datetime import time
from typing import Any

import pytest

from missions.trips.gathering_words import in_its_half


@pytest.mark.parametrize(
    ("at", "before", "words", "meant"),
    [
        ("08:00", time(18), "and the meal a little later, around eight", "20:00"),
        ("08:00", time(18), "um 8 Uhr morgens", "08:00"),
        ("08:00", time(10, 30), "at eight", "08:00"),
        ("19:30", time(12), "at half past seven in the evening", "19:30"),
        ({"start": "18:00", "end": "22:00"}, time(18), "evening", {"start": "18:00", "end": "22:00"}),
    ],
)
def test_eight_of_an_evening_is_twenty_hours(at: Any, before: time, words: str, meant: Any) -> None:
    assert in_its_half(at, before, words) == meant
