"""A lunch in Hamburg: halls and caterers from the map, and what is missing is said; another day moves all."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.test import override_settings

from agency.sources.registry import unregister_source
from missions.levels.complex import drafts
from missions.models import Mission
from missions.services import create_mission
from missions.trips.checks import broken
from missions.trips.plan import TripPlan
from tests.fakes.openstreetmap import FakeOpenStreetMap, overpass_node
from tests.missions.evenings import V, asked, leave_the_rest, part, say, status_of, work
from trust.models import Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
GOAL = "Organise a lunch for 20 people in Hamburg on 12 May 2027 at noon, budget 2000 EUR"


def on_the_map() -> list[dict[str, object]]:
    places = [
        {"name": "Bürgerhaus", "amenity": "community_centre", "capacity": "60", "wheelchair": "yes"},
        {"name": "Teeküche", "amenity": "community_centre", "capacity": "12"},
        {"name": "Speicher", "amenity": "events_venue"},
        {"name": "Suppenwerk", "craft": "caterer", "diet:vegetarian": "yes"},
        {"name": "Haus ohne Saal", "amenity": "townhall"},
    ]
    return [
        overpass_node(number, tags, lat=53.55 + number * 0.002, lon=9.99)
        for number, tags in enumerate(places, 1)
    ]


@pytest.fixture
def the_map() -> Iterator[FakeOpenStreetMap]:
    with FakeOpenStreetMap(*on_the_map()) as server:
        addresses = {name.removeprefix("OWNYOU_"): value for name, value in server.environment.items()}
        unregister_source("openstreetmap")
        with override_settings(**addresses, SOURCES="catalogue,openstreetmap"):
            yield server
        unregister_source("openstreetmap")


def titles(decision: Decision) -> set[str]:
    return {option["title"] for option in decision.payload["options"]}


def plan_of(mission: Mission) -> TripPlan:
    return TripPlan.model_validate(json.loads(drafts.read(mission, "drafts/plan_v1.json")))


def test_halls_and_caterers_come_from_the_map_with_their_prices_estimated(
    world: None, owner: User, the_map: FakeOpenStreetMap
) -> None:
    mission = work(create_mission(user=owner, goal=GOAL))
    venue = asked(mission, "venue")
    assert titles(venue) == {"Bürgerhaus", "Speicher"}, "one is too small, one no hall"
    why = venue.payload["why"]
    assert "The catalogue knows no place, no caterer, no helpers and no bus in Hamburg." in why
    assert "OpenStreetMap is asked for halls and caterers" in why
    assert "what it costs is an estimate by kind" in why
    mission = leave_the_rest(say(mission, "venue", V.CHOOSE))
    plan = plan_of(mission)
    assert not broken(plan.checks)
    assert plan.budget.total > 0
    notes = " ".join(item.note for item in plan.days[0].items)
    assert "Bürgerhaus (price: estimate)" in notes
    assert "Suppenwerk (price: estimate)" in notes
    assert "Hamburg" in plan.misfits[0]
    assert "helpers and way to come and get home" in plan.misfits[0]


def test_without_the_map_the_first_card_says_what_is_missing(world: None, owner: User) -> None:
    mission = work(create_mission(user=owner, goal=GOAL))
    why = asked(mission, "venue").payload["why"]
    assert "in Hamburg. OpenStreetMap, which may know them, is not switched on." in why
    assert "The catalogue knows enough in" in why


def test_the_map_is_not_asked_where_the_catalogue_knows_enough(
    world: None, owner: User, the_map: FakeOpenStreetMap
) -> None:
    mission = work(create_mission(user=owner, goal=GOAL.replace("Hamburg", "Berlin")))
    assert "catalogue" not in asked(mission, "venue").payload["why"]
    assert the_map.asked == []


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("make it 19 June 2027", "2027-06-19"),
        ("a week later", "2027-05-19"),
        ("am 2. Juni 2027", "2027-06-02"),
    ],
)
def test_another_day_said_on_the_card_of_the_place_moves_all_of_it(
    world: None, owner: User, words: str, day: str
) -> None:
    mission = work(create_mission(user=owner, goal=GOAL.replace("Hamburg", "Berlin")))
    before = asked(mission, "venue")
    mission = say(mission, "venue", V.REFINE, words)
    assert mission.slots["date"] == day
    assert not part(mission, "venue").adjustments
    assert asked(mission, "venue").pk != before.pk
    mission = say(say(mission, "venue", V.CHOOSE), "menu", V.CHOOSE)
    assert str(plan_of(mission).days[0].date) == day


def test_another_city_and_more_people_are_of_the_whole_but_cheaper_is_of_the_place(
    world: None, owner: User
) -> None:
    mission = work(create_mission(user=owner, goal=GOAL))
    mission = say(mission, "venue", V.ANSWER, text="in Berlin instead, and for 30 people")
    assert mission.slots["people"] == 30
    assert "Hamburg" not in asked(mission, "venue").payload["why"]
    mission = say(mission, "venue", V.REFINE, "cheaper")
    assert mission.adjustments.get("sort") != "price"
    assert (part(mission, "venue").adjustments or {})["adjustments"]["sort"] == "price"
    assert status_of(mission)["venue"] == "asking"
