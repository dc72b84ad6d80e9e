"""A source that is switched off, or that policy denies, is not asked by missions; the card says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from agency.sources.registry import unregister_source
from missions.cards import card_for
from missions.models import Mission
from missions.services import create_mission
from tests.fakes.openstreetmap import FakeOpenStreetMap, overpass_node
from tests.missions.steps import drive, refresh
from trust import autonomy, switches
from trust.models import ToolSwitch, User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"


@pytest.fixture
def osm(settings: Any) -> Iterator[FakeOpenStreetMap]:
    """OpenStreetMap on this machine, asked beside the catalogue."""
    restaurant = overpass_node(1, {"name": "Da Enzo", "cuisine": "italian"}, lat=48.857, lon=2.353)
    with FakeOpenStreetMap(restaurant) as fake:
        settings.SOURCES, settings.SOURCE_TIMEOUT = "catalogue,openstreetmap", 60
        for name, value in fake.environment.items():
            setattr(settings, name.removeprefix("OWNYOU_"), value)
        unregister_source("openstreetmap")
        yield fake
    unregister_source("openstreetmap")


def said_of_the_map(owner: User) -> tuple[str, str]:
    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    card = card_for(refresh(mission))
    assert card.decisions
    [line] = [source for source in card.sources if source.name == "openstreetmap"]
    return line.status, line.words


def refuse(owner: User, how: str) -> None:
    match how:
        case "itself":
            switches.switch_tool(admin=owner, tool="source.openstreetmap", on=False)
        case "its tool":
            ToolSwitch.objects.create(tool="places.restaurants", enabled=False)
        case "a rule":
            autonomy.add_rule(user=owner, agent="places", kind="read", mentions="Paris")
        case "autonomy":
            autonomy.set_autonomy(user=owner, to="observe")


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ("itself", "is switched off here"),
        ("its tool", "is switched off here"),
        ("a rule", "Your own rule says no"),
        ("autonomy", "observe only"),
    ],
)
def test_it_is_not_asked_and_the_card_says_why(
    world: None, owner: User, osm: FakeOpenStreetMap, how: str, words: str
) -> None:
    refuse(owner, how)
    status, said = said_of_the_map(owner)
    assert (status, words in said) == ("off", True)
    assert osm.asked == []


def test_one_that_is_on_is_asked(world: None, owner: User, osm: FakeOpenStreetMap) -> None:
    assert said_of_the_map(owner)[0] == "answered"
    assert osm.asked


def test_sources_have_a_switch_in_the_registry(world: None, owner: User, osm: FakeOpenStreetMap) -> None:
    rows = {row.name: row.enabled for row in switches.registry_for(owner)}
    assert (rows["source.openstreetmap"], rows["source.catalogue"]) == (True, True)


def test_nothing_found_because_all_is_off_says_so(world: None, owner: User, settings: Any) -> None:
    settings.SOURCES = "catalogue"
    switches.switch_tool(admin=owner, tool="source.catalogue", on=False)
    mission: Mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    [question] = card_for(refresh(mission)).decisions
    assert "switched off here" in question.why
