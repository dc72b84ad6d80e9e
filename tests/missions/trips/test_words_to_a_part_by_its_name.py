""" "Another hotel", "cheaper restaurants", "an earlier flight": which part is meant, wherever it is said."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from missions.brief import Brief
from missions.plugins import discovery
from missions.plugins.complex import Found, Part
from missions.trips.judging import judge_part
from missions.trips.mission import TripMission
from tests.missions.trips.driving import answer, drafted, understood

GOAL = "Plan a 5-day Paris trip for May with one day trip, budget $3000, 2 travelers"
TWO = "Plan 6 days in Rome and Florence in May, budget $4000, 2 travelers"


@lru_cache(maxsize=1)
def travel() -> TripMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


def spoken(words: str, goal: str = GOAL) -> list[tuple[tuple[str, ...], bool]]:
    """The parts that words are said to, and whether they want others than there are."""
    brief = understood(travel(), goal)
    found = travel().spoken_to(words, travel().decompose(brief), brief)
    return [(one.keys, one.others) for one in found]


@pytest.mark.parametrize(
    ("words", "key", "others"),
    [
        ("another hotel", "stay", True),
        ("ein anderes Hotel bitte", "stay", True),
        ("a hotel closer to the centre", "stay", False),
        ("hotel under $100 a night", "stay", False),
        ("better rated hotel", "stay", False),
        ("cheaper restaurants", "restaurants", False),
        ("the restaurants are too expensive", "restaurants", False),
        ("günstigere Restaurants", "restaurants", False),
        ("a cheaper lunch on the last day", "restaurants", False),
        ("günstigeres Mittagessen", "restaurants", False),
        ("other places to eat", "restaurants", True),
        ("an earlier flight", "flights", False),
        ("früherer Flug", "flights", False),
        ("the flight home should leave later", "flights", False),
        ("fly later", "flights", False),
        ("cheaper flights", "flights", False),
        ("a different day trip", "day_trips", True),
        ("ein anderer Tagesausflug", "day_trips", True),
        ("cheaper activities", "activities", False),
    ],
)
def test_the_part_that_is_named_is_meant(words: str, key: str, others: bool) -> None:
    assert spoken(words) == [((key,), others)]


@pytest.mark.parametrize(
    "words",
    [
        "closer to the restaurants",
        "a hotel near better restaurants",
        "no other hotel",
        "kein anderes Hotel",
        "cheaper hotel",  # a wish of the whole trip, read with its others
        "add another day trip",
        "fly home a day earlier",
        "two days later",
        "more gardens, fewer museums",
        "dinner on Friday",
        "no flights",
    ],
)
def test_where_it_is_not_clear_or_about_the_whole_none_is(words: str) -> None:
    assert spoken(words) == []


def test_several_parts_in_one_sentence() -> None:
    assert spoken("another hotel, cheaper flights") == [(("stay",), True), (("flights",), False)]
    assert spoken("cheaper flights and restaurants") == [(("flights",), False), (("restaurants",), False)]


def test_the_city_that_is_named_with_it() -> None:
    assert spoken("another hotel in Florence", TWO) == [(("stay_florence",), True)]
    assert spoken("another hotel", TWO) == [(("stay_rome", "stay_florence"), True)]


def prices_of(part: Part, brief: Brief, done: dict[str, Found]) -> list[float]:
    kind = travel()
    offers = [one for request in kind.requests(part, brief, done) for one in answer(request)]
    judged = judge_part(part, offers, kind.wish(brief), brief, done)
    return [float(one.offer.price or 0) for one in judged.options]


def test_cheaper_restaurants_leave_only_the_cheaper_ones_and_enough_of_them() -> None:
    _draft, brief, done = drafted(travel(), GOAL)
    part = next(one for one in travel().decompose(brief) if one.key == "restaurants")
    every = prices_of(part, brief, done)
    cheaper = brief.adjustments.model_copy(update={"sort": "price"})
    fewer = prices_of(part, brief.model_copy(update={"adjustments": cheaper}), done)
    assert 10 <= len(fewer) < len(every)
    assert max(fewer) <= sorted(every)[len(fewer)]
