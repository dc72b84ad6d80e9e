"""Money in words: about so much, nothing, as little as possible, no limit; and how it was read is shown."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from agency.reasoning.slots.money import find_money
from missions.models import Mission
from missions.plugins import discovery
from missions.services import create_mission
from missions.slot_words import slot_words
from missions.trips.mission import TripMission
from tests.missions.evenings import V, asked, part, say, work
from tests.missions.trips.driving import drafted, refined, understood
from trust.models import User

GOAL = "5 days in Paris in May for 2 people from Berlin"


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.mark.parametrize(
    ("words", "bound"),
    [
        ("a budget of about 1200 euros", "about"),
        ("budget ungefähr 1200 Euro", "about"),
        ("we can spend around 1200 euros", "about"),
        ("a budget of 1200 euros", "max"),
        ("under about 1200 euros", "max"),
        ("budget at most 1200 euros", "max"),
    ],
)
def test_a_budget_of_about_so_much_is_about_it(words: str, bound: str) -> None:
    (found,) = find_money(words, "EUR", ("en", "de"))
    assert isinstance(found.value, dict)
    assert (found.value["amount"], found.value["bound"]) == (1200, bound)


@pytest.mark.parametrize(
    "words", ["budget 0 euros", "budget $-500", "budget: 0", "minus 200 euros", "a budget of -500 EUR"]
)
def test_a_budget_of_nothing_is_planned_as_cheap_as_possible_and_that_is_said(
    travel: TripMission, words: str
) -> None:
    draft, brief, _done = drafted(travel, f"{GOAL}, {words}")
    wish = travel.wish(brief)
    assert (wish.limit, wish.saving) == (None, True)
    assert "as cheap as possible, without a limit" in " ".join(draft.misfits)


@pytest.mark.parametrize(
    "words", ["as cheap as possible", "on a shoestring", "so günstig wie möglich", "möglichst billig"]
)
def test_as_cheap_as_possible_costs_less(travel: TripMission, words: str) -> None:
    cheap, _brief, _done = drafted(travel, f"{GOAL}, {words}")
    plain, _brief, _done = drafted(travel, GOAL)
    assert travel.plan_in(cheap.data).budget.total < travel.plan_in(plain.data).budget.total


@pytest.mark.parametrize("words", ["no limit", "money is no object", "Budget egal", "ohne Limit"])
def test_no_limit_takes_it_away(travel: TripMission, words: str) -> None:
    brief = travel.possible(understood(travel, f"{GOAL}, budget 1200 dollars"))
    assert travel.wish(brief).limit == 1200
    after, said = refined(travel, brief, words)
    assert travel.wish(after).limit is None
    assert "no limit" in said
    assert travel.wish(understood(travel, f"{GOAL}, {words}")).limit is None


@pytest.mark.parametrize("words", ["2000 m from the centre", "from 0 to 5", "May 3-200 steps", "room 0"])
def test_other_figures_are_no_budget(travel: TripMission, words: str) -> None:
    assert "budget" not in understood(travel, f"{GOAL}, {words}").slots


def budget_line(mission: Mission) -> str:
    return next((one.value for one in slot_words(mission) if one.label == "Budget"), "")


@pytest.mark.django_db(transaction=True)
def test_how_a_budget_was_read_is_shown_and_one_tap_makes_it_exact(world: None, owner: User) -> None:
    mission = work(create_mission(user=owner, goal=f"{GOAL}, about 1200 dollars"))
    assert budget_line(mission) == "about $1,200: up to $1,320 in all"
    (exact, *_more) = asked(mission, "flights").payload["refine_suggestions"]
    assert exact == "budget at most $1,200"
    mission = say(mission, "flights", V.REFINE, exact)
    assert budget_line(mission) == "at most $1,200"
    assert part(mission, "flights").round == 1
    mission = say(mission, "flights", V.REFINE, "make it 900 a person in all, budget 900 per person")
    assert mission.slots["budget"]["per"] == "person"
    assert budget_line(mission) == "at most $900 a person: up to $1,800 in all"
    mission = say(mission, "flights", V.REFINE, "no limit please")
    assert budget_line(mission) == ""
    mission = say(mission, "flights", V.REFINE, "under $90 each")
    assert "budget" not in mission.slots
    assert Decimal(str(part(mission, "flights").adjustments["adjustments"]["max_price"])) == 90
