"""Days from one to another are written as a person writes them: the year once, a whole month by its name."""

from __future__ import annotations

from datetime import date

import pytest

from missions.when import slots_in_words, span_in_words


@pytest.mark.parametrize(
    ("first", "last", "language", "words"),
    [
        (date(2027, 5, 11), date(2027, 5, 15), "en", "Tuesday, 11 May – Saturday, 15 May 2027"),
        (date(2027, 5, 11), date(2027, 5, 15), "de", "Dienstag, 11. Mai – Samstag, 15. Mai 2027"),
        (date(2027, 5, 1), date(2027, 5, 31), "en", "May 2027"),
        (date(2028, 2, 1), date(2028, 2, 29), "de", "Februar 2028"),
        (date(2028, 2, 1), date(2028, 2, 28), "en", "Tuesday, 1 February – Monday, 28 February 2028"),
        (
            date(2026, 12, 30),
            date(2027, 1, 2),
            "en",
            "Wednesday, 30 December 2026 – Saturday, 2 January 2027",
        ),
    ],
)
def test_a_span_says_its_year_once(first: date, last: date, language: str, words: str) -> None:
    assert span_in_words(first, last, language) == words


def test_the_slot_of_a_month_is_the_month() -> None:
    assert slots_in_words({"date": {"start": "2027-05-01", "end": "2027-05-31"}}, "en") == "May 2027"
