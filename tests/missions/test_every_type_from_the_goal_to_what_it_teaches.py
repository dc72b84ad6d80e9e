"""Each type of levels 1 and 2: understood, searched, labelled, chosen, and learned from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine

from memory.preferences import preferences
from missions.cards import card_for
from missions.learning import learn_from_choice
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import User


@dataclass(frozen=True, slots=True)
class Story:
    """A goal, where it runs, and what its choice teaches: the key's beginning and the option's part in it."""

    goal: str
    mission_type: str
    level: int
    graph: str
    key: str = ""
    by: str = ""


SHOP = ("shopping.retailers.", "retailer")
STORIES = [
    Story("jazz concerts in Paris this month", "events", 2, "coordinated", "events.genre.", "category"),
    Story("pizza open now near me", "dining", 1, "simple", "dining.favourites.", "title"),
    Story("a laptop for video editing", "shopping", 2, "coordinated", *SHOP),
    Story(
        "best price for Sony WH-1000XM5 headphones",
        "shopping",
        1,
        "simple",
        "shopping.retailers.",
        "retailer",
    ),
    Story("Cheaper electricity", "bill_switching", 1, "simple"),
]


@pytest.fixture
def friday_evening() -> Iterator[None]:
    """2026-12-04, half past seven in Paris."""
    with time_machine.travel(datetime(2026, 12, 4, 18, 30, tzinfo=UTC)):
        yield


@pytest.mark.parametrize("story", STORIES, ids=lambda story: f"{story.mission_type}-{story.level}")
def test_a_goal_is_chosen_from_sample_data_and_learned_from(
    world: None, owner: User, settings: Any, friday_evening: None, story: Story
) -> None:
    settings.SOURCES = "catalogue"
    owner.home = {"name": "Paris", "country": "FR", "lat": 48.8566, "lon": 2.3522}
    owner.time_zone = "Europe/Paris"
    owner.save(update_fields=["home", "time_zone"])

    mission = create_mission(user=owner, goal=story.goal)
    thread = drive(mission)
    mission = refresh(mission)
    assert (mission.mission_type, mission.level) == (story.mission_type, story.level)
    assert thread.graph == f"mission.{story.graph}"

    options = open_decision(mission).payload["options"]
    assert {option["sample"] for option in options} == {True}
    assert all(option["title"] and option["source_title"] for option in options)
    [source] = card_for(mission).sources
    assert (source.name, source.status, source.sample) == ("catalogue", "answered", True)
    assert source.words == f"{source.count} found"
    assert source.count >= len(options)

    answer_first(mission, "choose")
    drive(mission)
    mission = refresh(mission)
    assert (mission.status, mission.result["title"]) == ("completed", options[0]["title"])
    learn_from_choice(mission.pk)
    learned = {key: found.value["value"] for key, found in preferences(owner, story.mission_type).items()}
    if not story.key:
        assert learned == {}
        return
    [(key, value)] = learned.items()
    assert key.startswith(story.key)
    assert value == options[0][story.by]
