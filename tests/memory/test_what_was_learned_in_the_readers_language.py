"""What rules learned is read in the language of who reads it; what somebody said stays as it was said."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.translation import gettext as _
from django.utils.translation import override

from agency.reasoning.feedback_rules import read_feedback
from agency.reasoning.learned_words import in_readers_words
from memory.cards import cards_of
from memory.models import MemoryItem
from memory.names import preferences_of
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import remember
from trust.models import User

KEPT = [
    ("dining.cuisine.thai", "You like Thai food.", "Du isst gern thailändisch."),
    ("dining.cuisine.sushi", "You like to eat sushi.", "Du isst gern Sushi."),
    ("dining.seating.outdoor", "You like to sit outside.", "Du sitzt gern draußen."),
    ("travel.interests.museum", "Fewer museums on trips.", "Auf Reisen weniger: Museen."),
    ("dining.weeknight_budget", "On weeknights, less expensive places.", None),
]


@pytest.mark.parametrize(("key", "english", "german"), KEPT)
def test_a_sentence_of_the_rules_is_said_again(key: str, english: str, german: str | None) -> None:
    with override("de"):
        said = in_readers_words(key, {}, english)
    assert said == german or (german is None and said != english and "{" not in said)
    with override("en"):
        assert in_readers_words(key, {}, said) == english
        assert in_readers_words(key, {}, english) == english


@pytest.mark.parametrize("text", ["Thai is what I live for", "Never again that place", ""])
def test_what_somebody_said_stays(text: str) -> None:
    with override("de"):
        assert in_readers_words("dining.cuisine.thai", {}, text) == text
        assert in_readers_words("notes.one", {}, text) == text


@pytest.mark.parametrize(
    ("key", "value", "sentence", "blanks"),
    [
        ("places.likes.lyon", "Lyon", "You like to go to %(place)s.", {"place": "Lyon"}),
        ("shopping.retailers.ohm", "Ohm", "You chose an offer of %(retailer)s.", {"retailer": "Ohm"}),
    ],
)
def test_what_first_steps_and_choices_taught_too(
    key: str, value: str, sentence: str, blanks: dict[str, str]
) -> None:
    with override("de"):
        german = _(sentence) % blanks
        assert in_readers_words(key, {"value": value}, sentence % blanks) == german != sentence % blanks


@pytest.mark.parametrize("language", ["en", "de"])
def test_whatever_the_rules_say_they_find_again(language: str) -> None:
    with override(language):
        found = read_feedback(
            "Loved the Thai food and the terrace, more vegan options please, too loud", mission_type="dining"
        )["preferences"]
    assert len(found) > 2
    other = "de" if language == "en" else "en"
    for one in found:
        with override(other):
            elsewhere = in_readers_words(one["path"], {}, one["sentence"])
        assert elsewhere != one["sentence"]
        with override(language):
            assert in_readers_words(one["path"], {}, elsewhere) == one["sentence"]


@pytest.mark.django_db
def test_the_memory_page_says_it(owner: User) -> None:
    remember(
        user=owner,
        namespace=preferences_of(owner),
        key="dining.cuisine.greek",
        value={"polarity": "like", "value": None},
        text="You like Greek food.",
        provenance=Provenance(ProvenanceKind.FEEDBACK),
    )
    items: list[Any] = list(MemoryItem.objects.filter(user=owner))
    with override("de"):
        assert [card.sentence for card in cards_of(owner, items)] == ["Du isst gern griechisch."]


EUR = {"polarity": "limit", "value": True, "currency": "EUR"}


@pytest.mark.parametrize(
    ("key", "value", "english", "german"),
    [
        (
            "dining.weeknight_budget",
            {**EUR, "amount": 50, "per": "person"},
            "On weeknights, under €50 a person.",
            "Unter der Woche weniger als 50\xa0€ pro Person.",
        ),
        ("events.budget", {**EUR, "amount": 12.5, "per": "person"}, "Under €12.50 a person.", None),
        (
            "dining.lunch_budget",
            {
                "polarity": "limit",
                "value": {"amount": 15, "currency": "EUR", "per": "person", "meal": "lunch"},
            },
            "For lunch, under €15 a person.",
            None,
        ),
        (
            "dining.max_distance_km",
            {"polarity": "need", "value": "near", "amount": 1.6, "unit": "km"},
            "Within 1.6 km.",
            None,
        ),
        ("shopping.price.lower", {"polarity": "like", "value": "lower"}, "You look for lower prices.", None),
    ],
)
def test_limits_are_said_again_with_their_amounts(
    key: str, value: dict[str, Any], english: str, german: str | None
) -> None:
    with override("de"):
        said = in_readers_words(key, value, english)
    assert said != english
    assert german is None or said == german
    with override("en"):
        assert in_readers_words(key, value, said) == english


def test_a_limit_in_the_persons_own_words_stays() -> None:
    value = {**EUR, "amount": 50, "per": "person"}
    with override("de"):
        assert in_readers_words("dining.budget", value, "Fifty is plenty") == "Fifty is plenty"
