"""A source that hangs, answers garbage, HTML or errors is named on the card; the mission goes on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from agency.sources.registry import unregister_source
from missions.cards import card_for
from missions.services import create_mission
from tests.fakes.http_server import Reply
from tests.fakes.openstreetmap import FakeOpenStreetMap, overpass_node
from tests.missions.steps import answer_first, drive, refresh

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"
HTML = {"Content-Type": "text/html"}
BAD = {
    "hangs": Reply(b"{}", hang=30),
    "drips": Reply(b'{"elements": []}' * 50, drip=0.5),
    "garbage": Reply(b"\x00\xff\xfe garbage"),
    "HTML": Reply(b"<html><body>Sign in to this network</body></html>", headers=HTML),
    "500": Reply(b"boom", 500),
    "429": Reply(b"slow down", 429, {"Retry-After": "120"}),
    "other JSON": Reply(b'{"answer": 42}'),
    "a list": Reply(b"[1, 2, 3]"),
    "odd elements": Reply(b'{"elements": [null, 7, {"type": "node"}, {"tags": []}]}'),
    "nothing": Reply(b""),
}
ENDLESS = {"hangs", "drips"}


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


@pytest.mark.parametrize("name", BAD)
def test_the_card_names_it_and_shows_what_the_others_found(
    world: None, owner: Any, osm: FakeOpenStreetMap, settings: Any, name: str
) -> None:
    if name in ENDLESS:
        settings.SOURCE_TIMEOUT = 2
    osm.will_say(BAD[name])
    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    card = card_for(refresh(mission))
    assert card.status == "interrupted"
    sources = {source.name: source for source in card.sources}
    assert sources["catalogue"].status == "answered"
    if name != "odd elements":
        assert sources["openstreetmap"].status == "failed"
        words = str(sources["openstreetmap"])
        assert "OpenStreetMap" in words
        for inside in ("Traceback", "Error(", "Exception", "127.0.0.1", "boom", "Sign in"):
            assert inside not in words
    answer_first(mission, "choose")
    drive(mission)
    assert refresh(mission).status == "completed"
