"""Days of the week are those of the month, or of the dates, that are named beside them."""

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
    ("goal", "month", "day", "weekday", "days"),
    [
        ("London from Monday to Thursday in February for 2 people", 2, None, 0, 4),
        ("Rom von Freitag bis Sonntag im Mai", 5, None, 4, 3),
        ("Ein Tagesprogramm für Freitag bis Sonntag in Hamburg vom 1. bis 3. Mai", 5, 1, None, 3),
        ("5 days in Paris from 3 June for 2 people", 6, 3, None, 5),
    ],
)
def test_they_lie_there(
    travel: TripMission, goal: str, month: int, day: int | None, weekday: int | None, days: int
) -> None:
    wish = travel.wish(understood(travel, goal))
    assert (wish.first.month, wish.days) == (month, days)
    assert day is None or wish.first.day == day
    assert weekday is None or wish.first.weekday() == weekday
