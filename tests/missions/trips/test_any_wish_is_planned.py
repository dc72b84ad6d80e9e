"""Whatever is wished for, the plan keeps every hard constraint and its account, or says what does not fit."""

from __future__ import annotations

from datetime import date

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from missions.trips.account import total_of
from missions.trips.checks import broken, check_plan
from missions.trips.nearest import plan_or_nearest
from missions.trips.plan import TripPlan
from missions.trips.turns import as_slots, read_turn
from tests.missions.trips.conftest import found, wish
from tests.missions.trips.driving import assert_kept

ROUTES = ("Paris", "London", "Berlin", "Rome, Florence", "Vienna, Venice", "Tokyo", "Amsterdam", "New York")
CATEGORIES = ("museum", "garden", "church", "market", "walk", "viewpoint", "palace")
WISHES = st.fixed_dictionaries(
    {
        "cities": st.sampled_from(ROUTES),
        "first": st.dates(date(2027, 1, 2), date(2027, 12, 20)),
        "days": st.integers(1, 9),
        "people": st.integers(1, 9),
        "origin": st.sampled_from([None, "Munich", "New York", "San Francisco", "Berlin"]),
        "limit": st.sampled_from([None, 200, 900, 2000, 5000, 20000]),
        "pace": st.sampled_from(["slow", "normal", "full"]),
        "late_start": st.booleans(),
        "diets": st.sampled_from([(), ("vegetarian",), ("vegan", "gluten_free")]),
        "fewer": st.frozensets(st.sampled_from(CATEGORIES), max_size=2),
        "liked": st.frozensets(st.sampled_from(CATEGORIES), max_size=2),
        "avoided": st.frozensets(st.sampled_from(CATEGORIES), max_size=3),
        "day_trips": st.integers(0, 3),
    }
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(WISHES)
def test_every_plan_passes_and_is_whole(said: dict[str, object]) -> None:
    origin, cities = said.pop("origin"), str(said["cities"])
    asked = wish(origin=None if origin in cities.split(", ") else origin, **said)  # type: ignore[arg-type]
    plan = plan_or_nearest(asked, found(asked))
    assert_kept(plan)
    assert plan.budget.limit == asked.limit
    assert plan.budget.total == total_of(plan)
    assert TripPlan.model_validate(plan.model_dump(mode="json", by_alias=True)) == plan
    if not plan.misfits:
        assert not broken(check_plan(plan, asked.with_(first=plan.days[0].date)))
        assert len(plan.days) == asked.days


@settings(max_examples=200, deadline=None)
@given(
    st.text(max_size=120),
    st.lists(st.sampled_from(["too many museums", "not Versailles", "slower", "two day trips"])),
)
def test_any_words_about_a_trip_can_be_read(text: str, more: list[str]) -> None:
    slots = as_slots(read_turn(" ".join([text, *more])), {})
    assert all(value not in ([], None) for value in slots.values())
