"""The slots of a trip on its page: cities in the reader's language, no raw values, nothing said twice."""

from __future__ import annotations

import pytest
from django.utils import translation

from missions.trip_slots import LABELS, trip_words

SLOTS = {
    "place": "Rome and Florence",
    "cities": ["Rome", "Florence"],
    "begins": "2027-05-11",
    "by_day": [
        {"do": "see", "day": "2027-05-12", "name": "Pantheon", "first": "2027-05-11"},
        {"do": "see", "day": "2027-05-13", "name": "Appian Way", "first": "2027-05-11", "quiet": True},
    ],
    "swaps": [{"what": "cooking class", "cheaper": True}],
    "stay_rules": ["pets", "no_smoking"],
    "no_stay_kinds": ["hostel"],
    "kitchens": ["fine_dining", "italian"],
    "stay_price": "lower",
}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("place", "Rom und Florenz"),
        ("by_day", "Pantheon am Mittwoch, 12. Mai 2027"),
        ("swaps", "etwas Günstigeres statt: cooking class"),
        ("stay_rules", "Haustiere, Rauchfrei"),
        ("stay_price", "günstiger"),
    ],
)
def test_a_slot_in_german(name: str, words: str) -> None:
    with translation.override("de"):
        assert trip_words(name, SLOTS[name], SLOTS, "de") == words


@pytest.mark.parametrize("name", [name for name in SLOTS if name in LABELS])
def test_no_value_is_shown_raw(name: str) -> None:
    for language in ("en", "de"):
        with translation.override(language):
            words = trip_words(name, SLOTS[name], SLOTS, language)
        assert words
        assert not set("{}_[]") & set(words)


def test_what_all_types_say_alike_is_left_to_them() -> None:
    assert trip_words("people", 2, SLOTS, "en") is None
