"""Goals for restaurants, all different, whose level is known."""

from __future__ import annotations

from itertools import count

CITIES = ("Paris", "London", "Berlin", "Rome", "Vienna", "Amsterdam", "Barcelona", "Tokyo", "San Francisco")
CUISINES = ("Italian",)
DAYS = ("Wednesday", "Thursday", "Friday", "Saturday")
HOURS = tuple(f"{hour}:{minute:02d}" for hour in (19, 20) for minute in (0, 15, 30, 45))

TRIPS = ("Rome", "London", "Vienna", "Barcelona", "Amsterdam")
MONTHS = ("April", "May", "June", "September")

_numbers = count(1)


def simple_goal() -> str:
    """Return a goal of level 1 that no other sample has."""
    return f"nearest {_details()}"


def coordinated_goal() -> str:
    """Return a goal of level 2 that no other sample has."""
    return f"compare {_details()}"


def trip_goal() -> str:
    """Return a trip from Paris that no other sample has, and whose flights are asked about."""
    number = next(_numbers)
    city, month = TRIPS[number % len(TRIPS)], MONTHS[number // 5 % len(MONTHS)]
    days, people = 4 + number // 3 % 3, 1 + number // 7 % 3
    budget = 1500 * people + number
    return f"{days} days in {city} in {month} with flights and hotel, {people} people, budget €{budget}"


def _details() -> str:
    number = next(_numbers)
    city = CITIES[number % len(CITIES)]
    cuisine = CUISINES[number % len(CUISINES)]
    hour = HOURS[number // 7 % len(HOURS)]
    day = DAYS[number // 91 % len(DAYS)]
    people = 2 + number // 3 % 4
    return f"{cuisine} restaurant in {city} for {people} people on {day} at {hour} (request {number})"
