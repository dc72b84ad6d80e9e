"""An allergy leaves out places that do not list it; the person may see them, labelled, and ask there."""

from __future__ import annotations

from typing import Any

import pytest

from memory.preferences import preferences
from memory.telling import tell
from missions.levels.briefs import brief_of
from missions.models import Mission
from missions.plugins.discovery import type_named
from missions.services import create_mission
from missions.tastes import tastes_of
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import Decision, User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"
ASK_THERE = "show them, I will ask there"
NUTS = "dining.diet.nut_free"


@pytest.fixture
def allergic(world: object, owner: User, settings: Any) -> Mission:
    """A dinner of somebody who is allergic, for which nothing fits."""
    settings.SOURCES = "catalogue"
    tell(user=owner, sentence="I am allergic to peanuts")
    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    return refresh(mission)


def test_they_are_shown_each_with_what_is_not_known_and_the_allergy_stays(allergic: Mission) -> None:
    asked = open_decision(allergic)
    assert asked.title == "No place says that it has nut-free options. Shall I show them all the same?"
    assert "I am allergic to peanuts, as you told me on" in asked.payload["why"]
    assert ASK_THERE in asked.payload["suggestions"]
    answer_first(allergic, "answer", text=ASK_THERE)
    drive(allergic)
    shown = open_decision(allergic)
    assert shown.kind == Decision.Kind.CHOICE
    assert all("not known to be nut-free" in option["misses"] for option in shown.payload["options"])
    assert NUTS in preferences(allergic.user)


def test_the_next_dinner_leaves_them_out_again(allergic: Mission) -> None:
    answer_first(allergic, "answer", text="zeig sie mir, ich frage dort nach")
    drive(allergic)
    assert open_decision(allergic).kind == Decision.Kind.CHOICE
    after = create_mission(user=allergic.user, goal=GOAL)
    drive(after)
    assert ASK_THERE in open_decision(after).payload["suggestions"]


def test_it_is_offered_only_where_a_diet_was_the_reason(world: object, owner: User, settings: Any) -> None:
    settings.SOURCES = "catalogue"
    mission = create_mission(user=owner, goal="Find a restaurant in Paris for Friday night for 90 people")
    drive(mission)
    asked = open_decision(mission)
    assert asked.title == "Nothing fits. What may I change?"
    assert ASK_THERE not in asked.payload["suggestions"]


def test_places_that_list_no_diet_at_all_are_not_taken_for_safe(
    world: object, owner: User, settings: Any
) -> None:
    settings.SOURCES = "catalogue"
    mission = create_mission(user=owner, goal="dinner for two in Berlin on Friday, she is allergic to nuts")
    drive(mission)
    assert open_decision(mission).title.startswith("No place says that it has nut-free options")


def test_a_list_of_what_fits_offers_those_that_do_not_tell(world: object, owner: User, settings: Any) -> None:
    settings.SOURCES = "catalogue"
    tell(user=owner, sentence="I am coeliac")
    mission = create_mission(user=owner, goal="dinner for two in Berlin on Friday")
    drive(mission)
    asked = open_decision(mission)
    assert asked.kind == Decision.Kind.CHOICE
    assert asked.payload["refine_suggestions"][0] == ASK_THERE
    assert "no gluten-free options listed" in asked.payload["why"]
    assert "I am coeliac, as you told me on" in asked.payload["why"]


def test_an_allergy_holds_where_preferences_are_ignored(allergic: Mission) -> None:
    dining = type_named("dining")
    brief = brief_of(allergic, tastes_of(allergic.user, "dining"))
    ignoring = brief.adjustments.model_copy(update={"ignore_tastes": True})
    assert dining.needed_diets(brief.model_copy(update={"adjustments": ignoring})) == ["nut_free"]
