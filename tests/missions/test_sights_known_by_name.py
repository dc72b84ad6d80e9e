"""A sight known by name alone tells the city; how long one takes is no date; mountains are no city."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from agency.reasoning.slots import SlotContext
from missions.plugins.discovery import type_named
from missions.trips.asked import rooms_asked
from missions.understanding import by_rules

CONTEXT = SlotContext(ref=datetime(2026, 11, 29, 18, 0), zone="Europe/Berlin", language="en", currency="EUR")


def slots(text: str) -> dict[str, Any]:
    return by_rules(text, CONTEXT).slots


@pytest.mark.parametrize(
    ("text", "city", "name"),
    [
        ("dinner near the Eiffel Tower on Friday for two", "Paris", "Eiffel Tower"),
        ("sushi near Times Square tonight", "New York", "Times Square"),
        ("Essen beim Brandenburger Tor morgen zu zweit", "Berlin", "Brandenburger Tor"),
        ("concert near Alexanderplatz on Friday", "Berlin", "Alexanderplatz"),
        ("a restaurant by the Louvre", "Paris", "Louvre"),
        ("lunch near the Colosseum in Rome tomorrow", "Rome", "Colosseum"),
    ],
)
def test_a_sight_tells_its_city_and_is_what_distances_are_from(text: str, city: str, name: str) -> None:
    found = slots(text)
    assert found["place"] == city
    assert found["near"]["of"] == name
    assert len(found["near"]["at"]) == 2


def test_a_city_that_is_named_counts_before_a_sight_elsewhere() -> None:
    found = slots("dinner near Central Park in San Mateo on Friday")
    assert found["place"] == "San Mateo"
    assert "at" not in found["near"]


def test_how_long_is_taken_for_what_is_seen_is_no_day() -> None:
    found = slots("what should we see in Rome in two days")
    assert (found.get("date"), found["duration"]) == (None, "P2D")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("visit my mom in Munich in two weeks", "2026-12-13"),
        ("a trip to visit friends in Rome in two days", "2026-12-01"),
    ],
)
def test_when_somebody_is_visited_is_a_day(text: str, day: str) -> None:
    assert day in str(slots(text)["date"])


def test_when_one_leaves_is_a_day() -> None:
    assert slots("a trip to Rome in 3 weeks for 4 days")["date"]["start"] == "2026-12-20"


def test_mountains_are_no_city() -> None:
    assert "place" not in slots("Wellnesswochenende für zwei in den Bergen")


def test_a_meal_of_the_goal_has_its_hours_once_the_day_is_known() -> None:
    dining = type_named("dining")
    found = dining.answered({"people": 2, "date": "2026-12-04"}, "Friday", "lunch in Rome for two")
    assert found["time"]["start"] == "12:00"
    said = dining.answered({"date": "2026-12-04", "time": "13:30"}, "Friday 13:30", "lunch in Rome")
    assert said["time"] == "13:30"


@pytest.mark.parametrize(
    "text",
    ["shared rooms are fine", "I don't mind a dorm", "Mehrbettzimmer sind auch ok", "shared rooms ok"],
)
def test_rooms_that_would_do_are_not_wished_for(text: str) -> None:
    assert rooms_asked(text) == ([], [])


def test_rooms_that_are_wished_for_are() -> None:
    assert rooms_asked("shared rooms please") == (["hostel"], [])
    assert rooms_asked("no shared rooms") == ([], ["hostel"])
