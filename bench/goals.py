"""Goals for restaurants, all different, whose level is known."""

from __future__ import annotations

from itertools import count

CITIES = ("Paris", "London", "Berlin", "Rome", "Vienna", "Amsterdam", "Barcelona", "Tokyo", "San Francisco")
CUISINES = ("Italian",)
DAYS = ("Wednesday", "Thursday", "Friday", "Saturday")
HOURS = tuple(f"{hour}:{minute:02d}" for hour in (19, 20) for minute in (0, 15, 30, 45))

_numbers = count(1)


def simple_goal() -> str:
    """Return a goal of level 1 that no other sample has."""
    return f"nearest {_details()}"


def coordinated_goal() -> str:
    """Return a goal of level 2 that no other sample has."""
    return f"compare {_details()}"


def _details() -> str:
    number = next(_numbers)
    city = CITIES[number % len(CITIES)]
    cuisine = CUISINES[number % len(CUISINES)]
    hour = HOURS[number // 7 % len(HOURS)]
    day = DAYS[number // 91 % len(DAYS)]
    people = 2 + number // 3 % 4
    return f"{cuisine} restaurant in {city} for {people} people on {day} at {hour} (request {number})"
