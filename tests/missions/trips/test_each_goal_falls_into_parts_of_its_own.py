"""A lunch, days with company, a city by train, two cities by plane: other parts that wait for others."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from missions.plugins import discovery
from missions.plugins.complex import ComplexMission, order_of
from tests.missions.trips.driving import understood

Waits = dict[str, set[str]]
PLANS: dict[str, tuple[str, str, Waits]] = {
    "gathering": (
        "gathering",
        "Senior community lunch for 30 people in Berlin on 12 June, budget 900 euros",
        {"venue": set(), "menu": {"venue"}, "helpers": {"venue"}, "transport": {"venue"}},
    ),
    "itinerary": (
        "itinerary",
        "Plan 3 days in Paris with my parents, 10-12 June, 4 people",
        {"company": set(), "sights": {"company"}, "activities": {"company"}, "restaurants": {"sights"}},
    ),
    "one city without flights": (
        "travel",
        "4 days in Hamburg without flights, 2 people, in May",
        {
            "trains": set(),
            "stay": {"trains"},
            "sights": set(),
            "activities": set(),
            "restaurants": {"sights"},
        },
    ),
    "two cities": (
        "travel",
        "6 days in Rome and Florence in April, $4000 for two",
        {
            "flights": set(),
            "between_florence": {"flights"},
            "stay_rome": {"flights"},
            "stay_florence": {"flights"},
            "sights_rome": set(),
            "sights_florence": set(),
            "activities_rome": set(),
            "activities_florence": set(),
            "restaurants_rome": {"sights_rome"},
            "restaurants_florence": {"sights_florence"},
        },
    ),
}


def parts_of(type_name: str, goal: str) -> Waits:
    """The parts of a goal, in the order of the plan, with what each waits for."""
    kind = discovery.load(Path(discovery.__file__).parent / type_name)
    assert isinstance(kind, ComplexMission)
    parts = order_of(kind.decompose(understood(kind, goal)))
    return {part.key: set(part.depends_on) for part in parts}


@pytest.mark.parametrize("plan", PLANS)
def test_the_parts_of_a_plan_wait_for_what_they_need_and_for_nothing_else(plan: str) -> None:
    type_name, goal, waits = PLANS[plan]
    found = parts_of(type_name, goal)
    assert found == waits
    assert all(set(list(found)[:place]) >= needed for place, needed in enumerate(found.values()))


@pytest.mark.parametrize(("one", "other"), list(combinations(PLANS, 2)))
def test_no_two_plans_have_the_same_parts(one: str, other: str) -> None:
    first, second = (parts_of(*PLANS[plan][:2]) for plan in (one, other))
    assert set(first) - set(second)
    assert set(second) - set(first)
    shared = set(first) & set(second)
    assert {key: first[key] for key in shared} != {key: second[key] for key in shared} or not shared
