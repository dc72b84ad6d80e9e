"""Goals of many wordings whose plans a traveller would not have taken."""

from __future__ import annotations

from pathlib import Path

import pytest

from agency.reasoning.slots.people import find_people
from missions.plugins import discovery
from missions.trips.checks import broken
from missions.trips.guests import read_guests
from missions.trips.mission import TripMission
from tests.missions.trips.driving import drafted, understood


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.mark.parametrize(
    ("words", "people"),
    [
        ("2 days in London, just me, under 400 dollars", [1]),
        ("just me, my wife and a friend", [3]),
        ("Rome for my parents, they are 75 and walk slowly", []),
        ("a weekend with grandma and two kids, 5 people, slow", [5]),
        ("they are 5", [5]),
        ("my wife, two kids and 3 people from work", [6]),
    ],
)
def test_ages_are_no_people_and_a_total_is_not_added(words: str, people: list[int]) -> None:
    assert [found.value for found in find_people(words, ("en",))] == people


def test_from_home_to_a_city_goes_there_and_comes_back(travel: TripMission) -> None:
    draft, brief, _done = drafted(travel, "7 days, Berlin to Rome, 2 people, 3000 dollars")
    assert [city.name for city in travel.wish(brief).cities] == ["Rome"]
    legs = travel.plan_in(draft.data).transport
    assert [(leg.origin, leg.to) for leg in legs] == [("Berlin", "Rome"), ("Rome", "Berlin")]
    other = travel.wish(understood(travel, "7 days, Florence to Rome, 2 people"))
    assert [city.name for city in other.cities] == ["Florence", "Rome"]


def test_a_day_trip_to_another_city_is_one_day(travel: TripMission) -> None:
    wish = travel.wish(understood(travel, "Day trip to Munich on 12 June 2027 for 2, from Berlin by train"))
    assert (wish.days, wish.day_trips) == (1, 0)
    wish = travel.wish(understood(travel, "4 days in Paris with a day trip to Versailles for 2"))
    assert (wish.days, wish.day_trips) == (4, 1)


def test_no_flights_between_cities_rules_out_no_flight_there(travel: TripMission) -> None:
    words = "Rome, Florence and Venice for a week, no flights between cities"
    assert travel.wish(understood(travel, words)).ways == ("flight", "train")
    assert "flight" not in travel.wish(understood(travel, "Rome for a week, no flights")).ways


def test_a_city_without_a_bed_takes_none_from_the_others(travel: TripMission) -> None:
    draft, _brief, _done = drafted(travel, "6 days in Madrid and Paris in May for 2 people")
    plan = travel.plan_in(draft.data)
    assert {stay.city for stay in plan.stays} == {"Paris"}
    assert not broken(plan.checks)
    assert sum("to sleep is known in Madrid" in words for words in plan.misfits) == 1
    nights = next(check for check in plan.checks if check.name == "A bed each night")
    assert nights.detail == "a bed is left to you"


def test_rides_for_so_many() -> None:
    assert read_guests("Lunch for 25 seniors, rides for 8, 500 euros").rides == 8


@pytest.mark.parametrize(
    ("words", "home", "cities", "days"),
    [
        ("flight from SFO to Tokyo, leaving 3 June 2027, returning the 9th", "San Francisco", ["Tokyo"], 7),
        ("flights Berlin to London 5 to 9 June 2027", "Berlin", ["London"], 5),
        ("flights LHR to JFK on 3 June 2027, back on 10 June", "London", ["New York"], 8),
        ("fly Munich to Lisbon on 5 June 2027 and return on 9 June", "Munich", ["Lisbon"], 5),
        ("I CAN do a trip to Rome, 3 days in June 2027", "Berlin", ["Rome"], 3),
    ],
)
def test_there_and_back_names_where_from_and_how_long(
    travel: TripMission, words: str, home: str, cities: list[str], days: int
) -> None:
    wish = travel.wish(understood(travel, words))
    assert wish.origin is not None
    assert (wish.origin.name, [city.name for city in wish.cities], wish.days) == (home, cities, days)


def test_a_way_that_is_longer_than_a_plan_may_be_is_not_cut_in_silence(travel: TripMission) -> None:
    brief = understood(travel, "fly to Rome on 3 June 2027, back on 25 June, 2 people")
    assert brief.slots["duration"] == "P23D"


@pytest.mark.parametrize(
    ("words", "first", "days"),
    [
        ("hotel in Rome for 2 nights from 4 June 2027", "2027-06-04", 3),
        ("Rome for 2 nights starting on 4 June 2027", "2027-06-04", 3),
        ("4 nights in Rome from June 4 2027 for 2", "2027-06-04", 5),
        ("3 Nächte in London ab 12. Februar 2027", "2027-02-12", 4),
        ("3 days in Rome from 4 June 2027", "2027-06-04", 3),
        ("2 nights in Rome 4 to 6 June 2027", "2027-06-04", 3),
    ],
)
def test_the_morning_after_the_last_night_is_a_day(
    travel: TripMission, words: str, first: str, days: int
) -> None:
    wish = travel.wish(understood(travel, words))
    assert (wish.first.isoformat(), wish.days) == (first, days)
