"""Words about a draft that say how long a trip is, where it goes and how: done, or it is said why not."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from agency.reasoning.skills.refinement import Refinement
from missions.brief import Brief
from missions.plugins import discovery
from missions.trips.lengths import longer_by
from missions.trips.mission import TripMission
from missions.trips.wish import TripWish
from tests.missions.trips.driving import refined, understood


@pytest.fixture(scope="module")
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.fixture(scope="module")
def paris(travel: TripMission) -> Brief:
    return travel.possible(understood(travel, "5 days in Paris in May for 2 people, from Berlin"))


@pytest.fixture(scope="module")
def france(travel: TripMission) -> Brief:
    goal = "a trip to Paris and Lyon from 16 to 19 March 2027 for 2 people, from Berlin"
    return travel.possible(understood(travel, goal))


def wish_after(travel: TripMission, brief: Brief, words: str) -> TripWish:
    return travel.wish(travel.possible(refined(travel, brief, words)[0]))


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("one day longer", 1), ("a day longer please", 1), ("add a night", 1), ("add two days", 2),
        ("three more nights", 3), ("another night", 1), ("extend it by a week", 7), ("stay 2 more nights", 2),
        ("come back two days later", 2), ("make it a bit longer", 1), ("longer please", 1),
        ("two days shorter", -2), ("drop a day", -1), ("one day less", -1), ("fly home a day earlier", -1),
        ("shorten the trip by 2 days", -2), ("2 fewer days", -2),
        ("einen Tag länger", 1), ("noch eine Nacht", 1), ("um zwei Tage verlängern", 2), ("kürzer bitte", -1),
        ("zwei Tage kürzer", -2), ("verkürze die Reise um einen Tag", -1), ("zwei Tage später zurück", 2),
        ("un jour de plus", 1), ("deux jours de moins", -2),
    ],
)  # fmt: skip
def test_longer_and_shorter_count_from_what_is_planned(
    travel: TripMission, paris: Brief, france: Brief, words: str, days: int
) -> None:
    assert longer_by(words) == days
    for brief in (paris, france):
        before, after = travel.wish(brief), wish_after(travel, brief, words)
        assert (after.first, after.days) == (before.first, before.days + days)


@pytest.mark.parametrize(
    "words",
    [
        "add a day trip", "one day trip more", "keep one day free", "one more day off please", "mehr Ruhe",
        "two days later", "a week earlier", "leave later", "a longer walk", "fewer museums",
        "lieber länger schlafen",
    ],
)  # fmt: skip
def test_what_is_said_of_a_day_or_of_hours_makes_no_trip_longer(words: str) -> None:
    assert longer_by(words) is None


@pytest.mark.parametrize(
    ("words", "days"), [("make it 6 days", 6), ("4 nights", 5), ("only one day", 1), ("a long weekend", 3)]
)
def test_a_length_that_is_said_is_taken_from_the_day_that_was_named(
    travel: TripMission, france: Brief, words: str, days: int
) -> None:
    after = wish_after(travel, france, words)
    assert (after.first, after.days) == (date(2027, 3, 16), days)


def test_a_trip_that_would_be_of_no_days_stays_and_that_is_said(travel: TripMission, paris: Brief) -> None:
    assert wish_after(travel, paris, "ten days shorter").days == 5
    assert travel.cannot("ten days shorter", paris) == [
        "The trip cannot be cut by its whole length: it stays at 5 days."
    ]
    assert not travel.cannot("one day shorter", paris)


@pytest.mark.parametrize(
    ("words", "one", "two"),
    [
        ("make it Rome instead", ["Rome"], ["Rome"]),
        ("Rome instead of Paris", ["Rome"], ["Rome", "Lyon"]),
        ("statt Paris nach Rom", ["Rome"], ["Rome", "Lyon"]),
        ("lieber nach Rom", ["Rome"], ["Rome"]),
        ("fewer museums, and make it Rome", ["Rome"], ["Rome"]),
        ("what about Barcelona?", ["Barcelona"], ["Barcelona"]),
        ("add Florence", ["Paris", "Florence"], ["Paris", "Lyon", "Florence"]),
        ("skip Lyon", ["Paris"], ["Paris"]),
        ("add a day trip to Versailles", ["Paris"], ["Paris", "Lyon"]),
        ("dinner at the Rome Grill", ["Paris"], ["Paris", "Lyon"]),
        ("more Rome-like churches", ["Paris"], ["Paris", "Lyon"]),
        ("skip the Louvre", ["Paris"], ["Paris", "Lyon"]),
    ],
)
def test_where_to(
    travel: TripMission, paris: Brief, france: Brief, words: str, one: list[str], two: list[str]
) -> None:
    for brief, cities in ((paris, one), (france, two)):
        assert [city.name for city in wish_after(travel, brief, words).cities] == cities


@pytest.mark.parametrize("words", ["by car", "mit dem Auto", "we'll drive", "our flights are booked"])
def test_who_sees_to_the_way_gets_a_plan_without_one_that_says_so(
    travel: TripMission, paris: Brief, words: str
) -> None:
    after, said = refined(travel, paris, words)
    assert travel.wish(after).origin is None
    assert not [part.key for part in travel.decompose(after) if part.key in ("flights", "trains")]
    assert said == ["you get there on your own"]
    assert any("neither the time nor the cost" in line for line in travel.draft(after, {}, 1).misfits)
    back = travel.wish(refined(travel, after, "by train")[0])
    assert (back.origin is not None, back.ways) == (True, ("train",))


@pytest.mark.parametrize(
    ("goal", "words", "by"),
    [
        ("fly to Paris for 4 days, 2 people", "by train instead", "no"),
        ("4 days in Paris by train, 2 people", "by plane is fine too", "if needed"),
        ("4 days in Paris, 2 people", "by train instead", None),
        ("fly to Paris for 4 days, 2 people", "leave later", None),
    ],
)
def test_what_is_said_of_the_way_on_its_card_is_no_other_than_what_stands_on_the_mission(
    travel: TripMission, goal: str, words: str, by: str | None
) -> None:
    brief = travel.possible(understood(travel, goal))
    whole = travel.refine_whole(travel.decompose(brief)[0], words, Refinement(), brief)
    assert (whole[0].slots["fly"] if whole else None) == by


def test_not_by_car_rules_out_no_way_there(travel: TripMission, paris: Brief) -> None:
    assert wish_after(travel, paris, "not by car").origin is not None


def test_a_goal_with_a_car_has_no_flights_either(travel: TripMission) -> None:
    brief = understood(travel, "5 days in Prague in May for 2 people, we go by car")
    assert "flights" not in {part.key for part in travel.decompose(brief)}
