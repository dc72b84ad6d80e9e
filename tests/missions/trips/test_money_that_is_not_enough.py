"""Too little money: as many days as it pays for; and only where the shortest trip is too dear, that it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from missions.trips.checks import broken, check_plan
from missions.trips.ground import Found
from missions.trips.nearest import plan_or_nearest
from missions.trips.planner import FROM_SHOPS, LEVELS, plan_trip
from missions.trips.wish import TripWish
from tests.missions.trips.conftest import found, wish
from tests.missions.trips.driving import assert_kept

TRIPS: list[dict[str, Any]] = [
    {"origin": "Berlin"},
    {"origin": "Berlin", "days": 9, "people": 5},
    {"cities": "Rome, Florence, Venice", "days": 8, "origin": "Munich"},
    {"days": 6, "day_trips": 2, "wanted": ("Disneyland", "Giverny")},
    {"days": 4, "home": True},
    {"cities": "Tokyo", "days": 7, "origin": "San Francisco", "people": 3},
]


def smaller(asked: TripWish) -> list[tuple[TripWish, Found]]:
    """The same trip in fewer days, as it is found for these days."""
    least = 1 if asked.home else len(asked.cities) + 1
    shorter = [asked.with_(days=days, day_trips=0, wanted=()) for days in range(least, asked.days)]
    return [(one, found(one)) for one in shorter]


@pytest.mark.parametrize("limit", [40, 500, 900, 1500])
@pytest.mark.parametrize("trip", TRIPS, ids=str)
def test_that_it_is_too_little_is_said_only_where_no_plan_of_fewer_days_fits(
    trip: dict[str, Any], limit: int
) -> None:
    asked = wish(**trip, limit=limit)
    plan = plan_or_nearest(asked, found(asked))
    assert_kept(plan)
    said = [words for words in plan.misfits if "even" in words]
    if plan.budget.needed is None:
        assert plan.budget.total <= limit
        assert not said
        return
    assert said
    for one, ground in smaller(asked):
        for thrift in LEVELS:
            assert plan_trip(one, ground, thrift).budget.total > limit, one.days


def test_500_dollars_pay_for_two_days_in_paris_and_not_for_three() -> None:
    asked = wish(origin="Berlin", limit=500)
    plan = plan_or_nearest(asked, found(asked))
    assert len(plan.days) == 2
    assert "$500 is enough for 2 days" in plan.misfits[0]
    one_more = asked.with_(days=3)
    assert plan_trip(one_more, found(one_more), LEVELS[-1]).budget.total > 500


def test_a_shorter_trip_to_two_cities_changes_city_on_the_day_of_its_train() -> None:
    asked = wish("Rome, Florence", days=8, origin="Munich", limit=800)
    plan = plan_or_nearest(asked, found(asked))
    assert_kept(plan)
    assert 3 <= len(plan.days) < 8
    changed = next(day.date for day in plan.days if day.city == "Florence")
    assert [leg.date for leg in plan.transport if leg.to == "Florence"] == [changed]


def test_a_trip_whose_cities_are_too_dear_together_is_one_to_the_first() -> None:
    asked = wish("Rome, Florence", days=5)
    both = asked.with_(days=3)
    dear = plan_trip(both, found(both), FROM_SHOPS).budget.total
    plan = plan_or_nearest(asked.with_(limit=dear - 1), found(asked))
    assert plan.budget.needed is None
    assert {day.city for day in plan.days} == {"Rome"}
    assert "in Rome: that is this plan" in plan.misfits[0]
    assert_kept(plan)


def test_meals_come_from_shops_where_simple_ones_are_too_dear() -> None:
    asked = wish(days=3)
    simple = plan_trip(asked, found(asked), LEVELS[-1]).budget.total
    plan = plan_or_nearest(asked.with_(limit=simple - 1), found(asked))
    assert len(plan.days) == 3
    assert plan.budget.total < simple
    assert "bought in shops" in plan.misfits[0]
    assert_kept(plan)


def test_what_was_named_is_left_out_before_a_day_is() -> None:
    asked = wish(days=4, home=True, day_trips=1, wanted=("Disneyland",))
    dear = plan_trip(asked, found(asked), FROM_SHOPS).budget.total
    bare = asked.with_(day_trips=0, wanted=())
    assert plan_trip(bare, found(bare), FROM_SHOPS).budget.total < dear
    plan = plan_or_nearest(asked.with_(limit=dear - 1), found(asked))
    assert len(plan.days) == 4
    assert "without all that you named" in plan.misfits[0]
    assert not broken(check_plan(plan, asked))


def test_a_trip_that_drops_its_last_city_goes_back_from_where_it_ends() -> None:
    asked = wish("Rome, Florence", days=5, origin="Berlin", limit=600)
    plan = plan_or_nearest(asked, found(asked))
    assert_kept(plan)
    assert {day.city for day in plan.days} == {"Rome"}
    back = plan.transport[-1]
    assert (back.origin, back.to) == ("Rome", "Berlin")
    assert "FCO – BER" in back.note
    only_there = asked.with_(cities=asked.cities[:1], days=len(plan.days), limit=None)
    fares = {journey.price for journey in found(only_there).journeys if journey.price is not None}
    assert sum(leg.cost for leg in plan.transport) / 2 in fares


def test_a_city_that_cannot_be_come_to_is_not_gone_back_from() -> None:
    asked = wish("Berlin, London", days=4, origin="Paris", ways=("train",))
    ground = replace(found(asked), between={})
    plan = plan_or_nearest(asked, ground)
    assert [(leg.origin, leg.to) for leg in plan.transport] == [("Paris", "Berlin"), ("Berlin", "Paris")]
    assert plan.transport[-1].note.startswith("Berlin – Paris")


def test_who_does_not_fly_is_not_flown_to_keep_a_budget() -> None:
    asked = wish("Vienna, Venice", days=5, origin="Berlin", limit=700, ways=("train",))
    ground = replace(found(asked), journeys=[one for one in found(asked).journeys if one.kind == "train"])
    plan = plan_or_nearest(asked, ground)
    assert_kept(plan)
    assert {leg.kind for leg in plan.transport} == {"train"}
