"""Wishes that say themselves how they are done, how often, or about what: read as a person means them."""

from __future__ import annotations

from typing import Any

import pytest

from agency.desires.services import create_desire
from agency.models import Desire, Plan
from agency.plans.by_rules import plan_by_rules
from agency.plans.goal import GoalToRead
from agency.plans.reading import read_by_rules
from agency.plans.storing import essence
from agency.plans.toolview import toolbox
from agency.reasoning.wish_rules import followed, read_wishes
from tests.desires.steps import allow, drive
from trust.models import User

pytestmark = pytest.mark.django_db


def first_step(text: str, user: User) -> tuple[str, Any]:
    """The first tool of the plan that the product's tools are taken for, and what it looks for."""
    tools = [tool for tool in toolbox(user) if tool.by_words]
    found = read_by_rules(GoalToRead(text=text, tools=tools))
    assert found.mission is not None
    given = {asset.name: asset.value for asset in found.mission.inputs}
    _hop, step = plan_by_rules(found.mission, tools).steps()[0]
    return step.tool, next(given[name] for name in step.uses() if name in given)


@pytest.mark.parametrize(
    ("text", "tool", "about"),
    [
        ("search the web for new Italian restaurants", "web.search", "new Italian restaurants"),
        ("search the web for the best tariffs in Berlin", "web.search", "best tariffs in Berlin"),
        ("search the web for jazz concerts", "web.search", "jazz concerts"),
        ("Look up new Thai restaurants in Berlin", "web.search", "new Thai restaurants in Berlin"),
        ("suche im Netz nach neuen Hotels", "web.search", "neuen Hotels"),
        ("search the web for trains and about the weather", "web.search", ["trains", "the weather"]),
        ("read about Giverny and about Vernon", "wikipedia.read", ["Giverny", "Vernon"]),
        ("search the web for jazz and blues", "web.search", "jazz and blues"),
    ],
)
def test_what_is_looked_for_is_no_way_of_looking(
    world: None, owner: User, text: str, tool: str, about: Any
) -> None:
    assert first_step(text, owner) == (tool, about)


@pytest.mark.parametrize(
    ("text", "look_for", "every"),
    [
        ("Schau, was es jede Woche Neues über Giverny gibt", "was es Neues über Giverny gibt", "week"),
        ("Suche jeden Montag im Netz nach neuen Filmen", "neuen Filmen", "week"),
        ("Finde zweimal im Monat neue Restaurants in Graz", "neue Restaurants in Graz", "month"),
        ("Schick mir einmal pro Woche Neues aus Graz", "Neues aus Graz", "week"),
        ("Zeig mir montags neue Filme", "neue Filme", "week"),
        ("Jeden Montag will ich wissen, was in Graz los ist", "was in Graz los ist", "week"),
        ("Ich möchte jede Woche wissen, was in Graz los ist", "was in Graz los ist", "week"),
        ("Look up new films every Monday", "new films", "week"),
        ("Lies einmal im Monat auf Wikipedia über Giverny und schreib es auf", "", "month"),
        ("Keep an eye on Giverny and about Vernon", "news about Giverny and Vernon", "week"),
    ],
)
def test_how_often_is_heard_wherever_it_stands(text: str, look_for: str, every: str) -> None:
    wishes, _rest = read_wishes(text)
    assert [(wish.look_for, wish.every) for wish in wishes] == [(look_for, every)]


@pytest.mark.parametrize(
    "text",
    [
        "Find a gym that is open every day",
        "Find me a hotel with breakfast every morning",
        "Find a yoga class once a week",
        "Find the bus timetable for Mondays",
        "Such einen Bäcker, der jeden Sonntag offen hat",
        "Schau, ob das Museum jeden Montag offen hat",
        "Der Bus kommt jede Woche zu spät",
        "Mein Chef ruft jeden Montag an",
    ],
)
def test_how_often_a_thing_is_there_is_no_wish(text: str) -> None:
    assert read_wishes(text)[0] == []


def test_what_is_only_followed_is_told_from_what_says_what_to_do() -> None:
    assert followed("Keep an eye on Giverny") == "news about Giverny"
    assert followed("Keep an eye on Giverny and write it down") == ""
    assert followed("Find a table for tonight") == ""


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("description", "every", "tools", "said"),
    [
        (
            "Write down: the band plays a concert on Tuesday",
            "",
            ["notes.save"],
            "the band plays a concert on Tuesday",
        ),
        ("Schreib auf: Konzert am Dienstag", "", ["notes.save"], "Konzert am Dienstag"),
        ("Search the web for concerts in Graz on Friday", "", ["web.search"], "concerts in Graz on Friday"),
        ("Keep an eye on Giverny", "week", ["web.search", "pages.list"], "news about Giverny"),
        ("Suche jeden Montag im Netz nach neuen Filmen", "week", ["web.search"], "neuen Filmen"),
    ],
)
def test_a_wish_that_says_how_becomes_a_plan_of_that_and_no_mission(
    world: None, owner: User, description: str, every: str, tools: list[str], said: str
) -> None:
    allow(owner, "adaptive_auto", "never")
    desire = drive(create_desire(user=owner, description=description, every=every))
    assert desire.stage == Desire.Stage.REVIEWING, desire.problem
    plan = essence(Plan.objects.about("desire", desire.pk)[0])
    assert [step.tool for _hop, step in plan.steps()] == tools
    assert said in [asset.value for asset in plan.mission.inputs]
