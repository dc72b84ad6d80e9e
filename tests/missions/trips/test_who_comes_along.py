"""Who comes along is counted with who says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from missions.plugins import discovery
from missions.trips.mission import TripMission
from tests.missions.trips.driving import understood


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.mark.parametrize(
    ("goal", "people"),
    [
        ("5 days in Paris with 2 children and my wife", 4),
        ("Rome with my husband and our two kids", 4),
        ("3 Tage Rom mit meinen Eltern und einem Kleinkind", 4),
        ("Paris mit meiner Frau und 2 Kindern", 4),
        ("3 jours à Rome avec ma femme et deux enfants", 4),
        ("3 days in Paris with my parents", 3),
        ("my wife, 2 children and I to Paris", 4),
        ("5 days in Paris with my wife, for 2 people", 2),
        ("5 days in Paris with 4 friends and my sister, 6 people", 6),
        ("5 days in Paris for 2 people", 2),
    ],
)
def test_the_speaker_counts(travel: TripMission, goal: str, people: int) -> None:
    assert travel.wish(understood(travel, goal)).people == people
