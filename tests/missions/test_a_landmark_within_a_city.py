"""A landmark that no list names ("near Gare Rosamonde") is looked up once, for distances from there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from agency.sources.registry import unregister_source
from missions.cards import card_for
from missions.models import Mission
from missions.services import create_mission
from tests.fakes.http_server import Reply
from tests.fakes.openstreetmap import FakeOpenStreetMap, nominatim_place, overpass_node
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust import switches
from trust.models import User
from trust.timeline import timeline_of

GOAL = "Find restaurants near Gare Rosamonde in Paris for Friday night, 4 people"
GARE_DU_NORD = nominatim_place("Gare Rosamonde", 48.8809, 2.3553)
GARE_DU_NORD_ELSEWHERE = nominatim_place("Gare Rosamonde", 45.7640, 4.8357)
NOT_FOUND = "I could not find Gare Rosamonde; distances are from the middle of Paris."
BESIDE = overpass_node(1, {"name": "Chez Nord", "amenity": "restaurant"}, lat=48.8812, lon=2.3560)
SOUTH = overpass_node(2, {"name": "Chez Sud", "amenity": "restaurant"}, lat=48.8323, lon=2.3257)


@pytest.fixture
def osm(settings: Any) -> Iterator[FakeOpenStreetMap]:
    """OpenStreetMap on this machine, asked beside the catalogue."""
    with FakeOpenStreetMap(BESIDE, SOUTH) as fake:
        settings.SOURCES, settings.SOURCE_TIMEOUT = "catalogue,openstreetmap", 60
        for name, value in fake.environment.items():
            setattr(settings, name.removeprefix("OWNYOU_"), value)
        unregister_source("openstreetmap")
        yield fake
    unregister_source("openstreetmap")


def asked_of_nominatim(osm: FakeOpenStreetMap) -> list[dict[str, str]]:
    return [asked.fields for asked in osm.asked if asked.path == "/search"]


def searched(owner: User, goal: str = GOAL) -> Mission:
    mission = create_mission(user=owner, goal=goal)
    drive(mission)
    return refresh(mission)


def titles(mission: Mission) -> list[str]:
    return [option["title"] for option in mission.shortlist]


def test_distances_and_the_circle_are_from_the_landmark(
    world: None, owner: User, osm: FakeOpenStreetMap
) -> None:
    osm.places = (GARE_DU_NORD,)
    mission = searched(owner)
    assert mission.slots["near"] == {"of": "Gare Rosamonde", "km": None, "at": [48.8809, 2.3553]}
    assert "Chez Nord" in titles(mission)
    assert "Chez Sud" not in titles(mission)
    [beside] = [option for option in mission.shortlist if option["title"] == "Chez Nord"]
    assert "0.1 km from Gare Rosamonde" in beside["where_words"]
    overpass = next(asked for asked in osm.asked if asked.path != "/search")
    assert "(around:2000,48.881,2.355)" in overpass.fields["data"]
    assert "could not find" not in open_decision(mission).payload["why"]


def test_only_its_name_and_the_box_of_the_city_leave(
    world: None, owner: User, osm: FakeOpenStreetMap
) -> None:
    osm.places = (GARE_DU_NORD,)
    searched(owner)
    [fields] = asked_of_nominatim(osm)
    assert (fields["q"], fields["bounded"]) == ("Gare Rosamonde", "1")
    west, south, east, north = map(float, fields["viewbox"].split(","))
    assert west < 2.35 < east
    assert south < 48.85 < north
    assert north - south < 0.6


def test_another_round_does_not_ask_again(world: None, owner: User, osm: FakeOpenStreetMap) -> None:
    osm.places = (GARE_DU_NORD,)
    mission = searched(owner)
    answer_first(mission, "refine", text="further away is fine")
    drive(mission)
    mission = refresh(mission)
    assert (mission.round, mission.slots["near"]["at"]) == (1, [48.8809, 2.3553])
    assert len(asked_of_nominatim(osm)) == 1


def test_a_distance_said_later_is_from_the_landmark(world: None, owner: User, osm: FakeOpenStreetMap) -> None:
    osm.places = (GARE_DU_NORD,)
    mission = searched(owner)
    answer_first(mission, "refine", text="within 1 km")
    drive(mission)
    mission = refresh(mission)
    assert mission.slots["near"] == {"of": "Gare Rosamonde", "km": 1.0, "at": [48.8809, 2.3553]}
    assert len(asked_of_nominatim(osm)) == 1


def test_one_that_is_kept_from_another_city_is_looked_up_anew(
    world: None, owner: User, osm: FakeOpenStreetMap
) -> None:
    osm.places = (GARE_DU_NORD,)
    mission = searched(owner)
    answer_first(mission, "refine", text="in London instead")
    drive(mission)
    assert "from the middle of London" in open_decision(refresh(mission)).payload["why"]
    assert len(asked_of_nominatim(osm)) == 2


@pytest.mark.parametrize("goal", [GOAL, "Restaurants within 1 km of Gare Rosamonde in Paris on Friday night"])
def test_one_that_is_not_found_is_said_and_draws_no_circle_round_the_middle(
    world: None, owner: User, osm: FakeOpenStreetMap, goal: str
) -> None:
    mission = searched(owner, goal)
    assert "at" not in mission.slots["near"]
    assert NOT_FOUND in open_decision(mission).payload["why"]
    assert NOT_FOUND in [line.text for line in timeline_of(owner.pk, mission.pk)[0]]
    assert "further than" not in mission.understood["left_out"]
    assert mission.understood["fit"] > 5


def test_without_a_network_the_line_says_so_and_the_catalogue_answers(
    world: None, owner: User, osm: FakeOpenStreetMap
) -> None:
    osm.will_say(Reply(status=404))
    mission = searched(owner)
    assert NOT_FOUND in open_decision(mission).payload["why"]
    assert mission.shortlist
    [line] = [source for source in card_for(mission).sources if source.name == "openstreetmap"]
    assert line.status == "failed"


def test_a_place_of_that_name_in_another_city_is_not_taken(
    world: None, owner: User, osm: FakeOpenStreetMap
) -> None:
    osm.places = (GARE_DU_NORD_ELSEWHERE,)
    mission = searched(owner)
    assert NOT_FOUND in open_decision(mission).payload["why"]


def test_nor_from_a_server_that_does_not_mind_the_box(
    world: None, owner: User, osm: FakeOpenStreetMap
) -> None:
    osm.will_say(Reply.of([GARE_DU_NORD_ELSEWHERE]))
    mission = searched(owner)
    assert NOT_FOUND in open_decision(mission).payload["why"]


def test_where_the_map_is_switched_off_nothing_is_asked(
    world: None, owner: User, osm: FakeOpenStreetMap
) -> None:
    switches.switch_tool(admin=owner, tool="source.openstreetmap", on=False)
    mission = searched(owner)
    assert (osm.asked, NOT_FOUND in open_decision(mission).payload["why"]) == ([], True)


def test_a_quarter_that_the_table_knows_is_not_asked_for(
    world: None, owner: User, osm: FakeOpenStreetMap
) -> None:
    mission = searched(owner, "Find restaurants near Montmartre in Paris for Friday night")
    assert asked_of_nominatim(osm) == []
    assert "from Montmartre" in mission.shortlist[0]["where_words"]


def test_any_station_is_no_name_to_look_up(world: None, owner: User, osm: FakeOpenStreetMap) -> None:
    mission = searched(owner, "Find restaurants near the station in Paris for Friday night")
    assert asked_of_nominatim(osm) == []
    assert "could not find station" in open_decision(mission).payload["why"]


def test_without_a_city_it_is_sought_about_home(world: None, owner: User, osm: FakeOpenStreetMap) -> None:
    osm.places = (GARE_DU_NORD,)
    mission = searched(owner, "Dinner near Gare Rosamonde for Friday night")
    assert mission.slots["near"]["at"] == [48.8809, 2.3553]
