"""Where prices are shown by the person, an amount is a person's, unless it is said to be for all."""

from __future__ import annotations

import pytest

from missions.models import Mission
from missions.plugins.discovery import type_named
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, refresh
from trust.models import User

GOAL = "Dinner in Paris on Friday night for 4 people"


def budget(per: str = "total", **more: object) -> dict[str, object]:
    return {"budget": {"amount": 50, "currency": "EUR", "bound": "max", "per": per} | more}


@pytest.mark.parametrize("kind", ["dining", "events"])
@pytest.mark.parametrize(
    ("text", "per"),
    [
        ("up to 50 euros", "person"),
        ("for 4 people, under 50 euros", "person"),
        ("bis 50 Euro", "person"),
        ("höchstens 50 Euro, wir sind vier", "person"),
        ("up to 50 euros in total", "total"),
        ("50 euros altogether", "total"),
        ("50 euros for all of us", "total"),
        ("50 euros for all four of us", "total"),
        ("zusammen höchstens 50 Euro", "total"),
        ("50 Euro insgesamt", "total"),
        ("50 Euro für alle", "total"),
        ("50 euros en tout", "total"),
        ("budget 300 for the two of us", "total"),
        ("100 euros for two", "total"),
        ("$100 for two on Friday", "total"),
        ("50 euros for 2 hours", "person"),
        ("50 Euro für zwei Stunden", "person"),
        ("50 euros pour deux heures", "person"),
        ("50 euros for 3 courses", "person"),
        ("50 euros for 7.30, four people", "person"),
        ("50 Euro für 19 Uhr", "person"),
    ],
)
def test_an_amount_is_a_persons_unless_it_is_said_for_all(kind: str, text: str, per: str) -> None:
    assert type_named(kind).settle(budget(), text)["budget"]["per"] == per


@pytest.mark.parametrize("kind", ["travel", "gathering", "itinerary", "shopping", "bill_switching"])
def test_where_prices_are_not_a_persons_an_amount_stays_as_it_was_said(kind: str) -> None:
    assert type_named(kind).settle(budget(), "up to 50 euros")["budget"]["per"] == "total"


def test_what_was_said_by_the_month_stays_by_the_month() -> None:
    assert type_named("events").settle(budget("month"), "50 a month") == budget("month")


@pytest.mark.parametrize(
    ("goal", "per"),
    [
        (f"{GOAL}, up to 60 euros", "person"),
        (f"{GOAL}, up to 240 euros in total", "total"),
        ("Abendessen in Paris am Freitag für 4 Personen, bis 60 Euro", "person"),
        ("Abendessen in Paris am Freitag für 4 Personen, insgesamt bis 240 Euro", "total"),
    ],
)
def test_a_goal_says_whose_its_budget_is(world: None, owner: User, goal: str, per: str) -> None:
    mission = searched(owner, goal)
    assert mission.slots["budget"]["per"] == per
    assert mission.shortlist
    assert max(float(option["amount"]) for option in mission.shortlist if option["amount"]) > 15


def test_a_wish_with_an_amount_is_a_persons_and_leaves_something(world: None, owner: User) -> None:
    mission = searched(owner, GOAL)
    answer_first(mission, "refine", text="up to 50 euros")
    drive(mission)
    mission = refresh(mission)
    assert mission.slots["budget"]["per"] == "person"
    assert any(float(option["amount"]) > 12.5 for option in mission.shortlist if option["amount"])


def searched(owner: User, goal: str) -> Mission:
    mission = create_mission(user=owner, goal=goal)
    drive(mission)
    return refresh(mission)
