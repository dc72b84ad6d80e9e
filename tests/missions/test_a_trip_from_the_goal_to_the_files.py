"""The Paris story through the graph: choices on the way, a refinement, the package."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from missions.levels.complex import drafts
from missions.models import Mission, SourceReport, Subgoal
from missions.plugins import discovery
from missions.plugins.complex import Part
from missions.services import create_mission
from missions.trips.checks import broken
from missions.trips.plan import TripPlan
from tests.missions.evenings import leave_the_rest, work
from trust import decisions
from trust.decisions import Answer
from trust.models import Activity, Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
V = Decision.Verdict
GOAL = "Plan a 5-day Paris trip for May, budget $3000, 2 travelers, from Berlin"


def open_questions(mission: Mission) -> dict[str, Decision]:
    rows = Decision.objects.open().filter(subject_id=mission.pk)
    return {str(row.payload.get("part", row.kind)): row for row in rows}


def say(mission: Mission, key: str, verdict: Decision.Verdict, text: str = "") -> Mission:
    decision = open_questions(mission)[key]
    options: Any = (decision.payload["options"][0]["id"],) if verdict == V.CHOOSE else ()
    given = Answer(verdict, options=options, text=text)
    decisions.answer(user=mission.user, decision_id=decision.pk, given=given)
    return work(mission)


def plan_of(mission: Mission, version: int) -> TripPlan:
    plan = TripPlan.model_validate(json.loads(drafts.read(mission, f"drafts/plan_v{version}.json")))
    assert not broken(plan.checks)
    return plan


def statuses(mission: Mission) -> dict[str, str]:
    return dict(Subgoal.objects.of(mission).values_list("key", "status"))


def test_five_days_in_paris_from_the_goal_to_the_files(world: None, owner: User, client: Client) -> None:
    mission = work(create_mission(user=owner, goal=GOAL))
    assert (mission.mission_type, mission.level) == ("travel", 3)
    assert statuses(mission) == {
        "flights": "asking",
        "stay": "pending",
        "sights": "done",
        "activities": "done",
        "restaurants": "done",
    }
    mission = say(mission, "flights", V.CHOOSE)
    mission = say(mission, "stay", V.CHOOSE)
    assert "what could go wrong: Rooms sell out" in drafts.read(mission, "plan.md").decode()
    client.force_login(owner)
    address = f"/missions/{mission.pk}/files/plan.md"
    assert "settled:" not in client.get(f"{address}?version=1").content.decode()
    assert "settled:" in client.get(f"{address}?version=2").content.decode()
    assert [client.get(f"{address}?version={said}").status_code for said in ("9", "x")] == [404, 404]
    by_api = f"/api/missions/{mission.pk}/artifacts"
    listed = {row["path"]: row["versions"] for row in client.get(by_api).json()["items"]}
    assert listed["plan.md"] == [1, 2]
    assert b"settled:" not in client.get(f"{by_api}/plan.md?version=1").content
    first = plan_of(mission, 1)
    assert len(first.days) == 5
    assert [item.name for day in first.days for item in day.items if item.held_from], "what is on while there"
    assert first.budget.total <= 3000
    mission = say(mission, "review", V.REFINE, "Too many museums, add one day trip outside Paris")
    assert set(open_questions(mission)) == {"day_trips"}
    mission = say(mission, "day_trips", V.CHOOSE)
    second = plan_of(mission, 2)
    assert sum(day.title.startswith("Day trip") for day in second.days) == 1
    assert second.stays == first.stays
    mission = say(mission, "review", V.APPROVE)
    assert mission.status == Mission.Status.COMPLETED
    paths = {row.path for row in drafts.files_of(mission)}
    assert {
        "plan.md",
        "research/hotels.json",
        "drafts/itinerary_v1.md",
        "drafts/itinerary_v2.md",
        "final/booking_summary.pdf",
        "final/daily_schedule.md",
        "final/itinerary.ics",
    } <= paths
    assert drafts.read(mission, "final/booking_summary.pdf").startswith(b"%PDF-")
    client.force_login(owner)
    assert client.get(f"/missions/{mission.pk}/next/").status_code == 200  # a plan has no chosen option


def test_tables_that_cannot_be_looked_up_take_their_contingency_and_the_feed_says_so(
    world: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = type(discovery.type_named("travel"))
    judge = kind.judge

    def breaks(self: Any, part: Part, *more: Any) -> Any:
        if part.key == "restaurants":
            raise RuntimeError("the coordinator stumbles")
        return judge(self, part, *more)

    monkeypatch.setattr(kind, "judge", breaks)
    mission = work(create_mission(user=owner, goal=GOAL))
    assert "restaurants" not in open_questions(mission)
    assert "review" not in open_questions(mission), "nobody is asked about it"
    mission = say(mission, "flights", V.CHOOSE)
    mission = say(mission, "stay", V.CHOOSE)
    said = Activity.objects.filter(user=owner, subject_id=mission.pk).values_list("text", flat=True)
    assert sum("did not work, so instead" in line for line in said) == 1
    assert statuses(mission)["restaurants"] in {"done", "skipped"}
    assert set(open_questions(mission)) == {"review"}
    assert plan_of(mission, 1).days


def test_a_trip_to_two_cities_of_which_one_has_a_long_name_is_planned(world: None, owner: User) -> None:
    goal = "7 days in Madrid and Santiago de Compostela in May for 2 people"
    mission = leave_the_rest(work(create_mission(user=owner, goal=goal)))
    while choices := [
        key for key, row in open_questions(mission).items() if row.kind == Decision.Kind.CHOICE
    ]:
        mission = leave_the_rest(say(mission, choices[0], V.CHOOSE))
    assert set(statuses(mission).values()) == {"done"}
    assert plan_of(mission, 1).days
    asked = SourceReport.objects.filter(mission=mission).values_list("part", flat=True)
    assert "restaurants_santiago_de_compostela" in asked


def test_plan_my_next_vacation_becomes_a_short_dialogue(world: None, owner: User) -> None:
    mission = work(create_mission(user=owner, goal="Plan my next vacation"))
    asked = []
    for answer in ("Rome and Florence", "in April", "6 days", "2"):
        decision = next(iter(open_questions(mission).values()))
        asked.append(decision.payload["slot"])
        given = Answer(V.ANSWER, text=answer)
        decisions.answer(user=owner, decision_id=decision.pk, given=given)
        mission = work(mission)
    assert asked == ["place", "date", "duration", "people"]
    assert "between_florence" in statuses(mission)
