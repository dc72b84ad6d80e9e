"""Five days in Paris: choices days apart, a draft changed in words, the package, and what is learned."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from memory.models import MemoryItem
from missions import learning
from missions.levels.complex import drafts
from missions.models import Mission
from missions.services import create_mission
from missions.trips.plan import TripPlan
from tests.missions.evenings import V, say, status_of, work
from trust.models import Decision, User

GOAL = "Plan a 5-day Paris trip for May, budget $3000, 2 travelers"
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Moves what the application takes for now."""
    real, ahead = timezone.now, [timedelta()]
    monkeypatch.setattr(timezone, "now", lambda: real() + ahead[0])

    def move(**span: float) -> None:
        ahead[0] += timedelta(**span)

    return move


def plan_of(mission: Mission, version: int) -> TripPlan:
    return TripPlan.model_validate(drafts.draft_of(mission, version).data)


def test_paris(world: None, owner: User, later: Any) -> None:
    owner.home = {"name": "Berlin", "country": "DE", "lat": 52.52, "lon": 13.405}
    owner.currency = "EUR"
    owner.save()
    mission = work(create_mission(user=owner, goal=GOAL))
    while clarifications := Decision.objects.open().filter(subject_id=mission.pk, kind="clarification"):
        mission = say(mission, clarifications[0].payload.get("part", "review"), V.ANSWER, text="Berlin")
    assert mission.level == 3
    waits = status_of(mission)
    assert waits["flights"] == "asking"
    later(days=2)
    assert "done" in status_of(mission).values(), "what is independent has gone on"
    mission = say(mission, "flights", V.CHOOSE, option=1)
    later(hours=5)
    mission = say(mission, "stay", V.CHOOSE)
    assert set(status_of(mission).values()) == {"done"}
    first = plan_of(mission, 1)
    assert (first.budget.limit, first.budget.currency) == (3000, "USD"), "in the goal's currency"
    assert first.budget.total <= 3000
    assert all(check.ok for check in first.checks if check.hard)
    mission = say(mission, "review", V.REFINE, text="too many museums, add one day trip outside Paris")
    assert status_of(mission)["flights"] == "done"
    while waiting := Decision.objects.open().filter(subject_id=mission.pk, kind="choice").first():
        mission = say(mission, waiting.payload["part"], V.CHOOSE)
    second = plan_of(mission, 2)
    assert [leg.offer for leg in first.transport] == [leg.offer for leg in second.transport]
    assert first.days != second.days
    assert all(check.ok for check in second.checks if check.hard)
    assert any(item.kind == "restaurant" for day in second.days for item in day.items)
    assert "Day trips from Paris" in drafts.read(mission, "plan.md").decode()
    mission = say(mission, "review", V.APPROVE)
    assert mission.status == Mission.Status.COMPLETED
    paths = {row.path for row in drafts.files_of(mission)}
    assert {"final/booking_summary.pdf", "final/daily_schedule.md", "final/itinerary.ics", "plan.md"} <= paths
    assert not asked_anything(mission)
    later(weeks=4)
    learning.learn_what_was_missed()
    learning.learn_from_choice(mission.pk)
    assert MemoryItem.objects.filter(user=owner, namespace__0="completed_missions").exists()


def asked_anything(mission: Mission) -> bool:
    return Decision.objects.open().filter(subject_id=mission.pk).exists()
