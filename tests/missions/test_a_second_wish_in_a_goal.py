"""A goal that asks for two things is looked for in one, and the other is named."""

from __future__ import annotations

from typing import Any

import pytest

from missions.also_wished import also_wished
from missions.services import create_mission
from tests.missions.steps import drive, open_decision
from trust.models import User


@pytest.mark.parametrize(
    ("goal", "mission_type", "other"),
    [
        ("a vegan dinner for 6 on Saturday and concert tickets for afterwards", "dining",
         "concert tickets for afterwards"),
        ("Restaurant für vier am Freitag und danach ein Jazzkonzert", "dining", "ein Jazzkonzert"),
        ("Italian for Friday night and outside if it is warm", "dining", ""),
        ("Thai in Paris am Samstag für 2, und maile Eva die Adresse", "dining", "maile Eva die Adresse"),
        ("Thai in Paris on Saturday for 2, and mail Eva the address", "dining", "mail Eva the address"),
        ("fish and chips near the harbour", "dining", ""),
        ("a concert and dinner in Paris in May", "trip", ""),
    ],
)  # fmt: skip
def test_what_asks_for_another_kind_of_thing_is_found(goal: str, mission_type: str, other: str) -> None:
    assert also_wished(goal, mission_type) == other


@pytest.mark.django_db(transaction=True)
def test_it_is_said_above_the_options(world: object, owner: User, settings: Any) -> None:
    settings.SOURCES = "catalogue"
    goal = "an Italian restaurant for dinner on Friday night for 4 people and jazz concert tickets"
    mission = create_mission(user=owner, goal=goal)
    drive(mission)
    assert "ask me for “jazz concert tickets” as well" in open_decision(mission).payload["why"]
