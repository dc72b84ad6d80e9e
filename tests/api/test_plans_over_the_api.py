"""The plan of an open goal as JSON, and its inputs changed."""

from __future__ import annotations

from typing import Any

import pytest

from agency.models import Plan
from agency.plans.essence import PlanLite
from agency.plans.storing import store
from missions.lifecycle import subject_of
from missions.models import Mission
from tests.plans.conftest import tooled  # noqa: F401
from tests.plans.plans import PLAN

pytestmark = pytest.mark.usefixtures("tooled")


@pytest.fixture
def planned(owner: Any) -> Mission:
    """A paused open goal with a plan of which nothing was done yet."""
    mission = Mission.objects.create(
        user=owner, goal="Giverny to me", mission_type="open_goal", level=2, status="paused"
    )
    store(PlanLite.model_validate(PLAN), user=owner, subject=subject_of(mission))
    return mission


def test_the_plan_says_what_a_change_does_again(api: Any, planned: Mission) -> None:
    body = api.get(f"/missions/{planned.pk}/plan").json()
    assert body["fixed"] == ""
    topics = next(one for one in body["inputs"] if one["name"] == "topics")
    assert topics["value"] == ["Giverny", "Fontainebleau"]
    assert topics["again"] == [hop["name"] for hop in body["hops"]]
    assert topics["acts"] == []


def test_an_input_is_changed(api: Any, planned: Mission) -> None:
    answer = api.post(f"/missions/{planned.pk}/plan/inputs/topics", {"value": ["Vernon"]})
    assert answer.status_code == 200
    assert answer.json()["id"] == str(planned.pk)
    assert Plan.objects.get().assets.get(name="topics").value == ["Vernon"]


@pytest.mark.parametrize(
    ("name", "value", "status"), [("topics", "Vernon", 422), ("nothing", "x", 404), ("recipient", "me", 422)]
)
def test_what_does_not_fit_is_refused(api: Any, planned: Mission, name: str, value: Any, status: int) -> None:
    answer = api.post(f"/missions/{planned.pk}/plan/inputs/{name}", {"value": value})
    assert answer.status_code == status
    assert answer.json()["detail"]


def test_a_mission_without_a_plan_has_none(api: Any, owner: Any) -> None:
    mission = Mission.objects.create(user=owner, goal="pasta", mission_type="dining")
    assert api.get(f"/missions/{mission.pk}/plan").status_code == 404
    assert api.post(f"/missions/{mission.pk}/plan/inputs/topics", {"value": "x"}).status_code == 404
