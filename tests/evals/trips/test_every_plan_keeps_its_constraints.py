"""Travel goals in words, tight and loose, possible and not: what is delivered passes all hard checks."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from missions.plugins import discovery
from missions.plugins.complex import ComplexMission
from missions.trips.checks import broken, check_plan
from missions.trips.mission import TripMission
from missions.trips.plan import TripPlan
from tests.evals.trips.asked_for import differs, facts_of
from tests.missions.trips.driving import assert_kept, drafted

GOALS = [json.loads(line) for line in Path(__file__).with_name("goals.jsonl").read_text("utf-8").splitlines()]


@pytest.fixture(scope="module")
def travel() -> ComplexMission:
    kind = discovery.load(Path(discovery.__file__).parent / "travel")
    assert isinstance(kind, TripMission)
    return kind


@pytest.mark.parametrize("case", GOALS, ids=[case["goal"][:60] for case in GOALS])
def test_the_plan_for(travel: TripMission, case: dict[str, Any]) -> None:
    draft, brief, _ = drafted(travel, str(case["goal"]))
    plan = TripPlan.model_validate(draft.data)
    wish = travel.wish(brief)
    assert_kept(plan)
    assert differs(case, facts_of(plan), cut=bool(plan.misfits)) == []
    if case["possible"]:
        assert plan.misfits == []
        assert not broken(check_plan(plan, wish.with_(first=plan.days[0].date)))
        assert plan.budget.limit is None or plan.budget.total <= plan.budget.limit
    else:
        assert plan.misfits
        assert plan.days
        assert plan.budget.total > Decimal(0)


def test_there_are_goals_of_every_kind() -> None:
    assert len(GOALS) >= 60
    assert sum(case.get("language") == "de" for case in GOALS) >= 10
    assert sum(not case["possible"] for case in GOALS) >= 8
    for label in ("limit", "origin", "first", "no_flights", "weekend"):
        assert sum(label in case for case in GOALS) >= 2, label
