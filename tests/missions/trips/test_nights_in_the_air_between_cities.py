"""A way to the next city that takes a night: it begins on the evening before, and the plan keeps to that."""

from __future__ import annotations

from datetime import time, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from missions.plugins import discovery
from missions.trips.checks import broken
from missions.trips.mission import TripMission
from tests.missions.trips.driving import drafted


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.mark.parametrize(
    "words",
    [
        "4 days in New York and Paris from Berlin, 2 people, June 2027",
        "5 days Tokyo and Rome for 2 from London, June 2027",
        "6 days Paris and Tokyo, from New York, 4 people, 20000 dollars, June 2027",
        "7 days San Francisco, New York and London from Rome, 2 people, June 2027",
    ],
)
def test_every_hard_check_holds_and_the_night_is_flown(travel: TripMission, words: str) -> None:
    draft, brief, _done = drafted(travel, words)
    plan = travel.plan_in(draft.data)
    assert broken(plan.checks) == []
    assert [day.city for day, after in pairwise(plan.days) if day.city != after.city] == [
        city.name for city in travel.wish(brief).cities[:-1]
    ]
    by_night = [leg for leg in plan.transport[1:-1] if leg.arrives_on and leg.arrives_on > leg.date]
    for leg in by_night:
        slept = {
            stay.checkin + timedelta(n)
            for stay in plan.stays
            for n in range((stay.checkout - stay.checkin).days)
        }
        assert leg.date not in slept
        evening = next(day for day in plan.days if day.date == leg.date)
        assert evening.city == leg.origin
        assert evening.items[-1].end == time(23, 59)


@pytest.mark.parametrize(
    "words",
    [
        "3 days San Francisco and Tokyo, from Berlin, 1 person, June 2027",
        "New York, London and Tokyo in 4 days, 2 people, June 2027",
    ],
)
def test_a_city_that_would_be_left_before_one_comes_there_is_said_not_to_fit(
    travel: TripMission, words: str
) -> None:
    plan = travel.plan_in(drafted(travel, words)[0].data)
    assert broken(plan.checks) == []
    assert len(plan.misfits) == 1
    assert "leaves time there" in plan.misfits[0]
