"""A trip whose days nobody named keeps those that were taken for it, however long it is talked about."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from missions.plugins import discovery
from missions.trips.mission import TripMission
from missions.trips.reading import BEGINS
from tests.missions.trips.driving import NOW, understood


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.mark.parametrize("when", ["", " in May", " in December"])
def test_days_that_were_taken_stay_while_they_are_ahead(travel: TripMission, when: str) -> None:
    brief = travel.possible(understood(travel, f"5 days in Paris{when} for 2 people"))
    first = travel.wish(brief).first
    for days in (1, 3, (first - NOW.date()).days - 1):
        later = brief.model_copy(update={"now": NOW + timedelta(days=days)})
        assert travel.wish(later).first == first
        assert travel.wish(travel.possible(later)).first == first


def test_without_them_a_trip_moves_with_the_calendar(travel: TripMission) -> None:
    brief = understood(travel, "5 days in Paris for 2 people")
    later = brief.model_copy(update={"now": NOW + timedelta(days=20)})
    assert travel.wish(later).first != travel.wish(brief).first


def test_another_month_and_days_that_passed_are_taken_anew(travel: TripMission) -> None:
    june = understood(travel, "5 days in Paris in June for 2 people")
    with_may = june.model_copy(update={"slots": {**june.slots, BEGINS: "2027-05-11"}})
    assert travel.wish(travel.possible(with_may)).first.month == 6
    passed = understood(travel, "5 days in Paris for 2 people")
    passed = passed.model_copy(update={"slots": {**passed.slots, BEGINS: "2026-11-02"}})
    assert travel.wish(travel.possible(passed)).first > NOW.date()


def test_a_day_that_was_named_is_not_kept_beside_it(travel: TripMission) -> None:
    brief = travel.possible(understood(travel, "5 days in Paris from 3 June 2027 for 2 people"))
    assert travel.wish(brief).first == date(2027, 6, 3)
    assert BEGINS not in brief.slots


def test_cities_of_an_area_are_as_many_as_were_said_for_who_lives_in_the_first(travel: TripMission) -> None:
    brief = understood(travel, "a week in three cities in Germany starting in Berlin, for 2 people")
    wish = travel.wish(brief)
    assert len({city.name for city in wish.cities}) == 3
    assert wish.origin is not None
    assert wish.origin.name == "Berlin"
    assert "Berlin" not in {city.name for city in wish.cities}
