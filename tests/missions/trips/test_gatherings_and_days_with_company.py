"""The senior lunch and days with company: other parts than a trip, and plans that hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from missions.plugins import discovery
from missions.plugins.complex import ComplexMission, order_of
from missions.trips.plan import TripPlan
from tests.missions.trips.conftest import sample
from tests.missions.trips.driving import drafted, refined, understood

LUNCH = "Senior community lunch for 30 people in Berlin on 12 June, budget 900 euros"
PARENTS = "Plan 3 days in Paris with my parents, 10-12 June, 4 people"


def kind(name: str) -> ComplexMission:
    loaded = discovery.load(Path(discovery.__file__).parent / name)
    assert isinstance(loaded, ComplexMission)
    return loaded


@pytest.fixture(scope="module")
def gathering() -> ComplexMission:
    return kind("gathering")


def test_the_place_comes_first_and_the_rest_side_by_side(gathering: ComplexMission) -> None:
    parts = order_of(gathering.decompose(understood(gathering, LUNCH)))
    assert {part.key: part.depends_on for part in parts} == {
        "venue": (),
        "menu": ("venue",),
        "helpers": ("venue",),
        "transport": ("venue",),
    }


def test_the_lunch_is_planned_from_setting_up_to_washing_up(gathering: ComplexMission) -> None:
    draft, _, done = drafted(gathering, LUNCH, currency="EUR")
    plan = TripPlan.model_validate(draft.data)
    assert all(check.ok for check in plan.checks)
    assert plan.people == 30
    assert str(plan.days[0].date) == "2027-06-12"
    names = [item.name for item in plan.days[0].items]
    assert names[0].startswith("Setting up")
    assert names[-1].startswith("Washing up")
    assert "Lunch together" in names
    assert int(str(done["venue"].chosen[0].attributes["most_people"])) >= 30


def test_a_lunch_that_is_too_dear_says_so(gathering: ComplexMission) -> None:
    draft, *_ = drafted(gathering, LUNCH.replace("900", "50"), currency="EUR")
    assert "does not cover it" in draft.misfits[0]
    assert all(check.ok for check in TripPlan.model_validate(draft.data).checks)


def test_a_diet_changes_only_the_meal(gathering: ComplexMission) -> None:
    brief = understood(gathering, LUNCH)
    after, _ = refined(gathering, brief, "vegetarian please")
    assert gathering.affected(brief, after, gathering.decompose(after)) == {"menu"}
    draft, *_ = drafted(gathering, f"{LUNCH}, vegetarian", currency="EUR")
    lunch = next(item for item in TripPlan.model_validate(draft.data).days[0].items if item.kind == "meal")
    menus = {offer.title: offer for offer in sample()["service", "Berlin"]}
    assert "vegetarian" in menus[lunch.note].attributes["features"]  # type: ignore[operator]


def test_days_with_company_have_neither_flights_nor_beds() -> None:
    itinerary = kind("itinerary")
    parts = {part.key: part.depends_on for part in itinerary.decompose(understood(itinerary, PARENTS))}
    assert set(parts) == {"company", "sights", "activities", "restaurants"}
    assert parts["sights"] == ("company",)


def test_parents_are_not_rushed() -> None:
    itinerary = kind("itinerary")
    draft, *_ = drafted(itinerary, PARENTS)
    plan = TripPlan.model_validate(draft.data)
    assert all(check.ok for check in plan.checks if check.hard)
    assert [str(day.date) for day in plan.days] == ["2027-06-10", "2027-06-11", "2027-06-12"]
    assert max(sum(item.kind in {"sight", "activity"} for item in day.items) for day in plan.days) <= 2
    assert plan.stays == plan.transport == []


def test_the_parts_of_the_three_types_differ() -> None:
    goals = {"travel": "5 days in Paris in May for 2", "itinerary": PARENTS, "gathering": LUNCH}
    keys = {
        name: frozenset(p.key for p in kind(name).decompose(understood(kind(name), goal)))
        for name, goal in goals.items()
    }
    assert len(set(keys.values())) == 3
