"""A source that hangs, answers garbage, HTML or errors, or is not there: the card names it with what it did;
the mission goes on."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any

import pytest

from agency.sources.registry import unregister_source
from missions.cards import SourceLine, card_for
from missions.models import Mission
from missions.services import create_mission
from tests.fakes.http_server import Reply
from tests.fakes.openstreetmap import FakeOpenStreetMap, overpass_node
from tests.missions.steps import answer_first, drive, refresh
from trust.models import Activity, User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"
HTML = {"Content-Type": "text/html"}
UNREAD, ODD = "sent an answer that cannot be read.", "answered in a form that is not understood."
BAD: dict[str, tuple[Reply, str]] = {
    "hangs": (Reply(b"{}", hang=30), "did not answer in time."),
    "drips": (Reply(b'{"elements": []}' * 50, drip=0.5), "did not answer in time."),
    "garbage": (Reply(b"\x00\xff\xfe garbage"), UNREAD),
    "HTML": (
        Reply(b"<html><body>Sign in to this network</body></html>", headers=HTML),
        "answered with a web page instead of data.",
    ),
    "500": (Reply(b"boom", 500), "had a fault of its own (HTTP 500)."),
    "429": (Reply(b"slow down", 429, {"Retry-After": "120"}), "is busy and asked us to wait 2 minutes."),
    "other JSON": (Reply(b'{"answer": 42}'), ODD),
    "a list": (Reply(b"[1, 2, 3]"), ODD),
    "nothing": (Reply(b""), UNREAD),
}
"""What it answers, and what is said of it on the card, after its name."""
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


@pytest.fixture
def closed() -> Iterator[str]:
    """The address of a port that is taken, so that nobody else gets it, and refuses every connection."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{silent.getsockname()[1]}"


def asked_for(owner: User) -> tuple[Mission, dict[str, SourceLine]]:
    """A mission that has come to its choice, and what its card says of each source."""
    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    card = card_for(refresh(mission))
    assert card.status == "interrupted"
    sources = {source.name: source for source in card.sources}
    assert (sources["catalogue"].status, sources["catalogue"].count > 0) == ("answered", True)
    assert sources["openstreetmap"].title == "OpenStreetMap"
    return mission, sources


def goes_on(mission: Mission) -> None:
    """Choose what another source found."""
    answer_first(mission, "choose")
    drive(mission)
    assert refresh(mission).status == "completed"


def assert_failed(mission: Mission, source: SourceLine, words: str) -> None:
    """The card says what the source did, and the timeline says it under the source's name."""
    assert (source.status, source.words) == ("failed", words)
    said = {line.text for line in Activity.objects.filter(subject_id=mission.pk)}
    assert f"OpenStreetMap {words}" in said


@pytest.mark.parametrize("name", BAD)
def test_the_card_names_it_and_shows_what_the_others_found(
    world: None, owner: User, osm: FakeOpenStreetMap, settings: Any, name: str
) -> None:
    if name in ENDLESS:
        settings.SOURCE_TIMEOUT = 2
    reply, words = BAD[name]
    osm.will_say(reply)
    mission, sources = asked_for(owner)
    assert osm.asked
    assert_failed(mission, sources["openstreetmap"], words)
    goes_on(mission)


def test_one_that_refuses_connections_could_not_be_reached(
    world: None, owner: User, osm: FakeOpenStreetMap, settings: Any, closed: str
) -> None:
    settings.NOMINATIM_URL = settings.OVERPASS_URL = closed
    mission, sources = asked_for(owner)
    assert_failed(mission, sources["openstreetmap"], "could not be reached.")
    goes_on(mission)


def test_elements_that_make_no_sense_are_left_out_and_the_rest_of_the_answer_counts(
    world: None, owner: User, osm: FakeOpenStreetMap
) -> None:
    osm.will_say(Reply.of({"elements": [None, 7, {"type": "node"}, *osm.elements, {"tags": []}]}))
    mission, sources = asked_for(owner)
    assert (sources["openstreetmap"].status, sources["openstreetmap"].words) == ("answered", "1 found")
    goes_on(mission)
