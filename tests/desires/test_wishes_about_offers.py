"""A wish about what sources know is looked for in them, by one step, and not on the web."""

# ruff: noqa: E501  (wishes stand here as people say them)

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from agency.desires.noticing.offering import Offering, followed_words, offering_of, offers_in
from agency.desires.noticing.patterns import described
from agency.desires.services import create_desire
from agency.models import Desire, Plan
from agency.plans.storing import essence
from agency.reasoning.wish_rules import read_wishes
from tests.desires.steps import allow, drive
from trust.models import ToolSwitch, User

SAID = [
    ("Keep an eye on concerts in Berlin", "places.events", "concerts", "Berlin"),
    ("Keep an eye on the theatre programme in Vienna", "places.events", "the theatre programme", "Vienna"),
    ("Tell me every week about jazz concerts in Graz", "places.events", "jazz concerts", "Graz"),
    ("Keep an eye on new Italian restaurants in Lyon", "places.restaurants", "new Italian restaurants", "Lyon"),
    ("Find me a jazz concert in Graz every Friday!", "places.events", "a jazz concert", "Graz"),
    ("Keep an eye on electricity tariffs", "shopping.tariffs", "electricity tariffs", ""),
    ("Keep an eye on prices of espresso machines", "shopping.products", "espresso machines", ""),
]  # fmt: skip
OTHERS = [
    "Keep an eye on Giverny",
    "Keep an eye on rents in Lyon",
    "Keep an eye on Berlin",
    "Keep an eye on jazz concerts",
    "Keep an eye on the prices of oil",
    "follow the news about the election in France",
    "Keep an eye on flights from Berlin to Rome",  # the tool needs a day
]


def look_for(text: str) -> str:
    [wish], _rest = read_wishes(text)
    return wish.look_for


@pytest.mark.parametrize(("text", "tool", "words", "city"), SAID)
def test_each_kind_is_known_with_its_words_and_its_city(text: str, tool: str, words: str, city: str) -> None:
    assert offering_of(look_for(text)) == Offering(tool, words, city)


@pytest.mark.parametrize("text", OTHERS)
def test_what_no_source_knows_is_left_to_the_web(text: str) -> None:
    assert followed_words(look_for(text)) == ""
    assert offers_in(described(look_for(text))) is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_description_is_read_in_whichever_language_it_was_made(language: str) -> None:
    with translation.override(language):
        words = followed_words("news about concerts in Berlin")
    assert "concerts in Berlin" in words
    assert offers_in(words) == Offering("places.events", "concerts", "Berlin")


def plan_of(user: User, description: str) -> tuple[list[str], dict[str, Any]]:
    allow(user, "adaptive_auto", "never")
    desire = drive(create_desire(user=user, description=description, every="week"))
    assert desire.stage == Desire.Stage.REVIEWING, desire.problem
    plan = essence(Plan.objects.about("desire", desire.pk)[0])
    assert len(plan.hops) == 1
    return [step.tool for _hop, step in plan.steps()], {one.name: one.value for one in plan.mission.inputs}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("text", "tool", "words", "city"), SAID[::3] + SAID[4:])
def test_the_plan_is_one_step_with_that_tool(
    world: None, owner: User, text: str, tool: str, words: str, city: str
) -> None:
    tools, given = plan_of(owner, followed_words(look_for(text)))
    assert tools == [tool]
    assert given == {"words": words} | ({"city": city} if city else {})


@pytest.mark.django_db(transaction=True)
def test_where_the_tool_is_off_the_web_is_searched(world: None, owner: User) -> None:
    ToolSwitch.objects.create(tool="places.events", enabled=False)
    tools, _given = plan_of(owner, followed_words("news about concerts in Berlin"))
    assert tools[0] == "web.search"
