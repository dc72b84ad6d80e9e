"""After the last day of a plan the person is asked once how it was, and the next plan is another."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from agency.models import Schedule
from agency.runtime import tasks
from agency.runtime.schedules import sweep
from feedback import services
from feedback.services import asks_afterwards, feedback_of, give_feedback
from feedback.tasks import refine_feedback
from missions import afterwards
from missions.levels.complex import drafts
from missions.levels.desk import brief_of
from missions.models import Mission, Subgoal
from missions.services import create_mission
from missions.trips.plan import TripPlan
from missions.trips.reading import wish_of
from ownyou.lib.errors import InvalidInput
from tests.missions.evenings import V, say, work
from trust.models import Activity, Decision, Notification, User

TRIP = "Plan a 4-day trip to Rome from 11 to 14 May 2027 for 2 people, $3000, without flights"
LUNCH = "Organize a lunch for 20 people in Berlin on 12 May 2027 at noon, budget 2000 EUR"
START = datetime(2027, 4, 1, 9, tzinfo=UTC)
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The time, which can be moved; messages to workers are carried out at once."""
    monkeypatch.setattr(tasks.run_schedule, "apply_async", lambda args, **_: tasks.run_schedule(*args))
    with time_machine.travel(START) as moved:
        yield moved


def delivered(owner: User, goal: str) -> Mission:
    """A plan that is approved, with the first option wherever something is asked."""
    mission = work(create_mission(user=owner, goal=goal))
    while waiting := Decision.objects.open().filter(subject_id=mission.pk).first():
        key = waiting.payload.get("part", "review")
        if waiting.kind == Decision.Kind.CLARIFICATION:
            mission = say(mission, key, V.ANSWER, text="Berlin")
        else:
            mission = say(mission, key, V.CHOOSE if waiting.kind == Decision.Kind.CHOICE else V.APPROVE)
    assert mission.status == Mission.Status.COMPLETED
    return mission


def asked(mission: Mission) -> list[str]:
    rows = Notification.objects.filter(user=mission.user, key=f"mission_afterwards:{mission.pk}")
    return [row.text for row in rows]


def plan_of(mission: Mission) -> TripPlan:
    return TripPlan.model_validate(drafts.draft_of(mission, mission.result["version"]).data)


def test_a_trip_is_asked_about_once_after_its_last_day(world: None, owner: User, clock: Any) -> None:
    mission = delivered(owner, TRIP)
    title = mission.result["title"]
    last = plan_of(mission).days[-1].date
    clock.move_to(datetime(last.year, last.month, last.day, 20, tzinfo=UTC))
    sweep.sweep()
    assert asked(mission) == [], "the trip is not over yet"
    assert not afterwards.parts_to_rate(mission)
    with pytest.raises(InvalidInput):
        give_feedback(user=owner, mission_id=mission.pk, completion="complete", parts={"stay": 1})
    before = give_feedback(user=owner, mission_id=mission.pk, completion="complete", quality=5)

    clock.shift(timedelta(hours=21))
    sweep.sweep()
    sweep.sweep()
    assert asked(mission) == [f"How was it? {title}"]
    told = Activity.objects.filter(user=owner, subject_id=mission.pk, key=f"mission:{mission.pk}:over")
    assert told.count() == 1
    assert asks_afterwards(mission, before), "stars for the planning say nothing of the trip"
    rated = {part.key for part in afterwards.parts_to_rate(mission)}
    assert {"stay", "sights", "restaurants"} <= rated

    client = Client()
    client.force_login(owner)
    panel = client.get(f"/missions/{mission.pk}/feedback/").content.decode()
    assert "It is over: how was it?" in panel
    assert "Where to sleep in Rome" in panel
    sent = {"completion": "complete", "quality": "3", "text": "", "part:stay": "1", "part:sights": "2",
            "part:restaurants": "1"}  # fmt: skip
    answer = client.post(f"/missions/{mission.pk}/feedback/", sent, headers={"HX-Request": "true"})
    assert "You would not go to" in answer.content.decode()
    assert "It is over: how was it?" not in client.get(f"/missions/{mission.pk}/feedback/").content.decode()

    hotel = Subgoal.objects.get(mission=mission, key="stay").chosen[0]["title"]
    old, following = wish_of(brief_of(mission, known=[])), wish_of(brief_of(mission))
    assert old is not None
    assert following is not None
    assert hotel in following.excluded
    assert following.fewer > old.fewer
    assert following.picky
    clock.shift(timedelta(days=3))
    again = delivered(owner, TRIP.replace("2027", "2028"))
    assert hotel not in [stay.name for stay in plan_of(again).stays]


def test_who_said_how_it_was_is_not_asked_and_their_stars_are_not_lost(
    world: None, owner: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mission = delivered(owner, LUNCH)
    clock.move_to(datetime(2027, 5, 13, 8, tzinfo=UTC))
    part = afterwards.parts_to_rate(mission)[0]
    with monkeypatch.context() as died:  # the request ends before it has learned from the stars
        died.setattr(services, "learn_from_stars", lambda feedback: None)
        given = give_feedback(user=owner, mission_id=mission.pk, completion="complete", parts={part.key: 1})
    assert given.learned == []
    refine_feedback(str(given.feedback.pk))
    told = feedback_of(owner, mission.pk)
    assert told is not None
    assert told.learned
    clock.shift(timedelta(hours=12))
    sweep.sweep()
    assert asked(mission) == []


def test_a_gathering_that_was_no_good_is_not_offered_first_again(
    world: None, owner: User, clock: Any
) -> None:
    owner.home = {"name": "Berlin", "country": "DE", "lat": 52.52, "lon": 13.405}
    owner.save()
    mission = delivered(owner, LUNCH)
    venue = Subgoal.objects.get(mission=mission, key="venue").chosen[0]["title"]
    clock.move_to(datetime(2027, 5, 13, 20, tzinfo=UTC))
    sweep.sweep()
    assert len(asked(mission)) == 1
    given = give_feedback(user=owner, mission_id=mission.pk, completion="complete", parts={"venue": 1})
    assert [one.sentence for one in given.learned] == [f"You would not take {venue} again."]
    assert (
        give_feedback(user=owner, mission_id=mission.pk, completion="complete", parts={"venue": 1}).learned
        == feedback_of(owner, mission.pk).learned
    )  # type: ignore[union-attr]
    later = work(create_mission(user=owner, goal=LUNCH.replace("2027", "2028")))
    offered = Subgoal.objects.get(mission=later, key="venue").options
    assert offered[0]["offer"]["title"] != venue


def test_who_gave_a_mission_up_is_not_asked(world: None, owner: User, clock: Any) -> None:
    mission = Mission.objects.create(
        user=owner, goal=TRIP, mission_type="travel", level=3, status="abandoned", result={"title": "Rome"}
    )
    afterwards.ask_later(mission, datetime(2027, 5, 14, tzinfo=UTC).date())
    clock.move_to(datetime(2027, 6, 1, tzinfo=UTC))
    sweep.sweep()
    assert asked(mission) == []
    assert not Schedule.objects.get(user=owner).next_run_at
