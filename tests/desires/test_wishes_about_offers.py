"""A wish about what sources know is looked for in them, by one step, and not on the web."""

# ruff: noqa: E501  (wishes stand here as people say them)

from __future__ import annotations

from typing import Any

import pytest
import time_machine
from django.utils import translation

from agency.desires.cards import page_for
from agency.desires.noticing.offering import Offering, followed_words, offering_of, offers_in
from agency.desires.noticing.patterns import described
from agency.desires.services import create_desire
from agency.models import Desire, Plan
from agency.plans.storing import essence
from agency.reasoning.wish_rules import read_wishes
from agency.tools.journeys import days_in, find_fares
from agency.tools.offers import Place
from tests.desires.steps import allow, drive, say
from trust.models import ToolSwitch, User
from trust.tools import Errand, ToolFailed

SAID = [
    ("Keep an eye on concerts in Berlin", "places.events", "concerts", "Berlin"),
    ("Keep an eye on the theatre programme in Vienna", "places.events", "the theatre programme", "Vienna"),
    ("Tell me every week about jazz concerts in Graz", "places.events", "jazz concerts", "Graz"),
    ("Keep an eye on new Italian restaurants in Lyon", "places.restaurants", "new Italian restaurants", "Lyon"),
    ("Find me a jazz concert in Graz every Friday!", "places.events", "a jazz concert", "Graz"),
    ("Keep an eye on flights to Lisbon", "travel.fares", "flights to Lisbon", "Lisbon"),
    ("Keep an eye on flights from Berlin to Rome", "travel.fares", "flights from Berlin to Rome", "Rome"),
    ("Behalte Flüge nach Lissabon im Auge", "travel.fares", "Flüge nach Lissabon im Auge", "Lissabon"),
    ("Watch the price of hotels in Rome", "places.stays", "hotels", "Rome"),
    ("Watch hotel prices in Rome", "places.stays", "hotel prices", "Rome"),
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
    "Keep an eye on a week in Lisbon with flights and hotel",  # a trip is more than either
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
    return [step.tool for _hop, step in plan.steps()], {one.name: one.value for one in plan.mission.inputs}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("text", "tool", "words", "city"), [SAID[0], SAID[5], SAID[-1]])
def test_the_plan_asks_that_tool_and_lists_what_it_finds(
    world: None, owner: User, text: str, tool: str, words: str, city: str
) -> None:
    tools, given = plan_of(owner, followed_words(look_for(text)))
    assert tools == [tool, "offers.list"]
    assert given == {"words": words} | ({"city": city} if city else {})


@pytest.mark.django_db(transaction=True)
def test_where_the_tool_is_off_the_web_is_searched(world: None, owner: User) -> None:
    ToolSwitch.objects.create(tool="places.events", enabled=False)
    tools, _given = plan_of(owner, followed_words("news about concerts in Berlin"))
    assert tools[0] == "web.search"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Keep an eye on concerts in Berlin", ["Trio am Ufer", "€", "sample data"]),
        ("Watch the price of hotels in Rome", ["a night", "2 nights", "sample data"]),
        ("Keep an eye on flights from Berlin to Lisbon", ["BER – LIS", "each", "reckoned, not a real offer"]),
    ],
)
def test_what_was_found_is_read_on_its_page(world: None, owner: User, text: str, said: list[str]) -> None:
    desire = drive(create_desire(user=owner, description=followed_words(look_for(text)), every="week"))
    desire = say(desire, "approve")
    assert desire.stage == Desire.Stage.DORMANT, desire.problem
    shown = page_for(desire).text
    assert [words for words in said if words not in shown] == [], shown


def test_flights_begin_at_home_where_nobody_says_where(world: None, owner: User) -> None:
    errand, wanted = Errand(owner), Place(words="flights to Lisbon", city="Lisbon")
    owner.home = None
    with pytest.raises(ToolFailed, match="home"):
        find_fares(errand, wanted)
    owner.home = {"name": "Vienna", "country": "AT", "lat": 48.21, "lon": 16.37}
    assert find_fares(errand, wanted).result.offers[0].title.startswith("VIE – LIS")


def test_days_are_those_that_were_said_else_the_same_ahead_each_time() -> None:
    with time_machine.travel("2026-11-29T12:00Z"):
        days = [
            [moment.date().isoformat() for moment in days_in(words, "Europe/Rome", long=2)]
            for words in ("hotels from 3 to 6 March", "hotels on 3 March", "hotels in May", "hotels")
        ]
    assert days == [
        ["2027-03-03", "2027-03-06"],
        ["2027-03-03", "2027-03-05"],
        ["2027-05-07", "2027-05-09"],
        ["2027-01-01", "2027-01-03"],
    ]
