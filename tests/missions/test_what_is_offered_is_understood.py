"""What a card offers to change, in whichever language, comes back as words that the rules must read."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.utils.translation import gettext_lazy, override

from agency.reasoning.skills.refinement import WordsToRefine, by_rules
from agency.reasoning.slots import SlotContext
from missions.levels.choosing import WITHOUT_LIMIT
from missions.plugins.base import MissionType
from missions.plugins.discovery import all_types, type_named
from missions.trips.turns import read_turn
from trust.decisions import is_answer

LANGUAGES = ("en", "de")
PLANNED = frozenset({"travel", "itinerary"})
READ_ELSEWHERE = frozenset({"Karl and Eva drive"})
"""By who comes to a gathering, of whom the common rules know nothing."""


def _asked(kind: MissionType, words: str, language: str) -> WordsToRefine:
    now = datetime(2026, 11, 27, 10, 0)
    context = SlotContext(ref=now, zone="Europe/Berlin", language=language, currency="EUR")
    specs = list(kind.config.all_slots)
    return WordsToRefine(
        text=words, goal="", specs=specs, context=context, slots={}, titles=["Without Limits"]
    )


def _read(kind: MissionType, words: str, language: str) -> tuple[bool, dict[str, object]]:
    read = by_rules(_asked(kind, words, language))
    understood = not read.empty or (kind.config.type in PLANNED and not read_turn(words).empty)
    return understood, read.slots


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_change_that_a_choice_offers_is_understood(language: str) -> None:
    with override(language):
        lost = [
            words
            for kind in all_types()
            for plain, words in zip(kind.config.refine, kind.config.refine_words, strict=True)
            if plain not in READ_ELSEWHERE and not _read(kind, words, language)[0]
        ]
    assert lost == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_learned_of_a_price_is_set_aside_by_the_words_that_are_offered(language: str) -> None:
    with override(language):
        read = by_rules(_asked(type_named("dining"), str(WITHOUT_LIMIT), language))
    assert (read.price, read.exclude, read.exclude_titles, read.slots) == ("any", [], [], {})


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_change_of_direction_asks_for_no_other_product(language: str) -> None:
    with override(language):
        shopping = next(kind for kind in all_types() if kind.config.type == "shopping")
        assert [_read(shopping, words, language)[1] for words in shopping.config.refine_words] == [{}] * 4


def test_another_day_trip_comes_to_those_there_are_in_german_too() -> None:
    assert read_turn("noch einen Tagesausflug").another
    assert read_turn("einen Tagesausflug mehr").another
    assert not read_turn("zwei Tagesausflüge").another


def test_an_answer_that_was_offered_in_the_language_of_before_still_counts() -> None:
    offered = gettext_lazy("Try again")
    with override("en"):
        assert is_answer("Noch einmal versuchen", offered)
    with override("de"):
        assert is_answer("try again.", offered)
        assert not is_answer("etwas anderes", offered)
