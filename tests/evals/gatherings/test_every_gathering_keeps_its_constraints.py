"""Gatherings in words, possible and not: seats, diets, rides, budget and times hold, or it is said."""

from __future__ import annotations

import json
from datetime import time
from decimal import Decimal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from agency.sources.base import Offer
from missions.plugins import discovery
from missions.plugins.complex import ComplexMission, Found, Judged, Part
from missions.trips.plan import TripPlan
from tests.missions.trips.driving import assert_kept, drafted

GOALS = [json.loads(line) for line in Path(__file__).with_name("goals.jsonl").read_text("utf-8").splitlines()]
NAMES = [case["goal"][:60] for case in GOALS]
type Made = tuple[TripPlan, dict[str, Found]]


def planned(case: dict[str, Any], dearest: bool = False) -> Made:
    kind = discovery.load(Path(discovery.__file__).parent / "gathering")
    assert isinstance(kind, ComplexMission)

    def last(part: Part, judged: Judged) -> list[Offer]:
        return [max(judged.options, key=lambda one: one.offer.price or 0).offer] if judged.options else []

    more = {"currency": case["currency"], "language": case.get("language", "en")}
    chosen = {"choose": last} if dearest else {}
    draft, _, done = drafted(kind, case["goal"], **chosen, **more)
    return TripPlan.model_validate(draft.data), done


@pytest.mark.parametrize("case", GOALS, ids=NAMES)
def test_the_gathering(case: dict[str, Any]) -> None:
    plan, done = planned(case)
    assert_kept(plan)
    if case.get("limit"):
        assert plan.budget.limit == Decimal(case["limit"])
    assert bool(plan.misfits) is not case["possible"], plan.misfits
    assert plan.people == case["people"]
    assert str(plan.days[0].date) == case["day"]
    items = plan.days[0].items
    assert all(a.end <= b.start for a, b in pairwise(items))
    assert plan.budget.total == sum(item.cost for item in items)
    if case["possible"]:
        _holds(case, plan, done)


def _holds(case: dict[str, Any], plan: TripPlan, done: dict[str, Found]) -> None:
    """What was said is in the plan."""
    meal = next(item for item in plan.days[0].items if item.kind == "meal")
    assert meal.start == time.fromisoformat(case.get("starts", "12:00"))
    if case.get("limit"):
        assert plan.budget.limit == Decimal(case["limit"])
        assert plan.budget.total <= plan.budget.limit
    venue, menu = done["venue"].chosen[0], done["menu"].chosen[0]
    assert int(str(venue.attributes["most_people"])) >= case["people"]
    assert sum(one.count for one in plan.meals) == case["people"]
    features = {str(one) for one in menu.attributes["features"]}  # type: ignore[union-attr]
    assert set(case.get("diet", [])) | set(case.get("diets", {})) <= features | {"vegetarian"} & features
    assert {one.what: one.count for one in plan.meals}.items() >= case.get("diets", {}).items()
    assert {name for task in plan.tasks for name in task.who} >= set(case.get("helpers", []))
    fetched = sum(len(ride.passengers) + ride.others for ride in plan.rides)
    assert fetched == case.get("rides", fetched)
    assert {ride.driver for ride in plan.rides} >= set(case.get("drivers", []))
    assert {name for ride in plan.rides for name in ride.passengers} >= set(case.get("riders", []))
    assert all(ride.fetched < meal.start < ride.home for ride in plan.rides)
    if case.get("wheelchairs"):
        assert "step free" in venue.attributes["features"]  # type: ignore[operator]


@pytest.mark.parametrize("case", [one for one in GOALS if one["possible"] and one.get("limit")], ids=str)
def test_whoever_takes_the_dearest_of_what_is_shown_still_keeps_the_budget(case: dict[str, Any]) -> None:
    plan, _ = planned(case, dearest=True)
    assert plan.budget.total <= Decimal(case["limit"]), plan.budget


def test_there_are_goals_of_every_kind() -> None:
    assert len(GOALS) >= 12
    assert sum(not case["possible"] for case in GOALS) >= 3
