"""Where nothing fits: cities that no source knows are named as such, and what is offered was tried."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone, translation

from agency.models import CatalogueItem
from missions.models import Mission
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import Decision, User


@pytest.fixture(autouse=True)
def only_the_catalogue(world: None, settings: Any) -> None:
    settings.SOURCES = "catalogue"


def asked(owner: User, goal: str) -> Decision:
    mission = create_mission(user=owner, goal=goal)
    drive(mission)
    return open_decision(refresh(mission))


@pytest.mark.parametrize(
    ("goal", "words", "more"),
    [
        (
            "Restaurant in Munich tomorrow night for 2",
            "No source here knows restaurants in Munich.",
            "OpenStreetMap, which may know them, is not switched on.",
        ),
        (
            "Concerts in Munich this weekend",
            "No source here knows events in Munich.",
            "For Munich, add a source under Settings",
        ),
    ],
)
def test_a_city_that_no_source_knows_is_said_with_those_that_are(
    owner: User, goal: str, words: str, more: str
) -> None:
    decision = asked(owner, goal)
    assert decision.title == "Nothing fits. What may I change?"
    assert decision.payload["why"].startswith(words)
    assert "Vienna" in decision.payload["why"]
    assert more in decision.payload["why"]
    assert decision.payload["suggestions"] == ["Leave it"]


def test_cities_are_called_as_the_reader_calls_them(owner: User) -> None:
    owner.language = "de"
    owner.save()
    with translation.override("de"):
        why = asked(owner, "Konzerte in München am Wochenende").payload["why"]
    assert "in München" in why
    assert "Wien (" in why


def test_a_price_is_offered_to_be_left_open_where_that_was_the_reason(owner: User) -> None:
    decision = asked(owner, "Italian restaurant in Paris on Friday night for 2, under 3 euros a person")
    assert "any price" in decision.payload["suggestions"]
    assert "ignore my preferences" not in decision.payload["suggestions"]
    mission = Mission.objects.get(pk=decision.subject_id)
    answer_first(mission, "answer", text="any price")
    drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CHOICE


def test_no_other_day_is_offered_where_the_party_is_too_large(owner: User) -> None:
    decision = asked(owner, "Find a restaurant in Paris for Friday night for 90 people")
    assert "tomorrow" not in decision.payload["suggestions"]
    assert "No source here" not in decision.payload["why"]


def test_a_weekend_without_anything_offers_the_next_one_in_words_that_are_understood(owner: User) -> None:
    CatalogueItem.objects.filter(kind="event", category="jazz").delete()
    decision = asked(owner, "jazz concerts in Berlin this weekend")
    assert "next weekend" in decision.payload["suggestions"]
    mission = Mission.objects.get(pk=decision.subject_id)
    before = mission.slots["date"]
    answer_first(mission, "answer", text="next weekend")
    drive(mission)
    first, last = (date.fromisoformat(refresh(mission).slots["date"][end]) for end in ("start", "end"))
    assert last - first == timedelta(days=1)
    assert first > date.fromisoformat(before["end"] if isinstance(before, dict) else before)


def test_no_weekend_is_offered_for_a_working_day(owner: User) -> None:
    CatalogueItem.objects.filter(kind="event", category="jazz").delete()
    monday = timezone.localdate() + timedelta(days=7 - timezone.localdate().weekday())
    decision = asked(owner, f"jazz concerts in Berlin on {monday.isoformat()}")
    assert "next weekend" not in decision.payload["suggestions"]
