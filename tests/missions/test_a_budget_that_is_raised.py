"""A draft that takes more than it may is delivered under a budget that the person raised, or not at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from agency.models import Thread
from missions.levels.complex import drafts
from missions.levels.desk import Desk
from missions.models import Mission
from missions.services import create_mission
from missions.slot_words import slot_words
from missions.trips.checks import broken
from missions.trips.plan import TripPlan
from tests.missions.evenings import V, asked, say, work
from trust.models import Activity, Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
GOAL = "5 days in Barcelona from Berlin for 2 people in July, $300"


@pytest.fixture
def drafted(world: None, owner: User) -> Mission:
    """A mission with a draft that no budget of its goal covers."""
    owner.currency = "USD"
    owner.save()
    mission = work(create_mission(user=owner, goal=GOAL))
    rows = Decision.objects.open().filter(subject_id=mission.pk, kind=Decision.Kind.CHOICE)
    while (row := rows.first()) is not None:
        mission = say(mission, row.payload["part"], V.CHOOSE)
    return mission


def plan_of(mission: Mission, version: int) -> TripPlan:
    return TripPlan.model_validate(json.loads(drafts.read(mission, f"drafts/plan_v{version}.json")))


def test_a_yes_raises_the_budget_and_what_is_delivered_keeps_every_check(drafted: Mission) -> None:
    question = asked(drafted, "review")
    amount = question.payload["raises"]["amount"]
    assert amount > 300
    assert "Raise it?" in question.title
    assert f"${amount:,.0f}" in question.payload["approve_words"]
    assert mission_tells_its_days_once(drafted)
    mission = say(drafted, "review", V.APPROVE)
    assert mission.status == Mission.Status.COMPLETED
    assert mission.result["version"] == 2
    assert mission.slots["budget"]["amount"] == amount
    before, after = plan_of(mission, 1), plan_of(mission, 2)
    assert [check.name for check in broken(before.checks)] == ["Within the budget"]
    assert not broken(after.checks)
    assert after.budget.limit == amount
    assert after.budget.total == before.budget.total
    assert after.days == before.days
    assert "instead of $300" in after.misfits[-1]
    assert mission.understood["changes"][-1]["after"] == 1


def test_a_no_leaves_the_budget_and_delivers_nothing(drafted: Mission) -> None:
    mission = say(drafted, "review", V.REJECT)
    assert mission.status == Mission.Status.ABANDONED
    assert mission.slots["budget"]["amount"] == 300
    assert drafts.versions_of(mission) == [1]
    assert not mission.result


def mission_tells_its_days_once(mission: Mission) -> bool:
    """Its page says when it is as people write it; the day that was taken stands in the plan."""
    return mission.slots["begins"] not in {words.value for words in slot_words(mission)}


@pytest.mark.parametrize("dies_after", [(drafts, "keep_draft"), (Desk, "save")])
def test_a_worker_that_dies_as_it_raises_the_budget_raises_it_once(
    drafted: Mission, dies_after: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    amount = asked(drafted, "review").payload["raises"]["amount"]
    with monkeypatch.context() as once:
        once.setattr(*dies_after, dying(getattr(*dies_after)))
        with pytest.raises(Killed):
            say(drafted, "review", V.APPROVE)
    Thread.objects.about("mission", drafted.pk).update(status=Thread.Status.READY)  # as the watchdog does
    mission = work(drafted)
    assert mission.status == Mission.Status.COMPLETED
    assert mission.slots["budget"]["amount"] == amount
    assert drafts.versions_of(mission) == [1, 2]
    lines = Activity.objects.filter(subject_id=mission.pk)
    assert sum("as you agreed" in line.text for line in lines) == 1
    assert not Decision.objects.open().filter(subject_id=mission.pk).exists()


class Killed(BaseException):
    """A worker that dies: nothing after it runs."""


def dying(change: Callable[..., Any]) -> Callable[..., Any]:
    def changed(*args: Any, **more: Any) -> Any:
        change(*args, **more)
        raise Killed

    return changed
