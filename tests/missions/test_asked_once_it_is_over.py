"""After the last day of a plan the person is asked once how it was, and the next plan is another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.db import OperationalError
from django.test import Client

from agency.models import Schedule
from agency.runtime import tasks
from agency.runtime.schedules import sweep
from agency.runtime.schedules.services import follow_zone
from feedback import services
from feedback.services import asks_afterwards, edit_learned, feedback_of, give_feedback, undo_learned
from feedback.tasks import refine_feedback
from memory.names import preferences_of
from memory.preferences import preferences
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import remember
from missions import afterwards
from missions.levels.briefs import brief_of
from missions.levels.complex import drafts
from missions.models import Mission, Subgoal
from missions.services import create_mission
from missions.trips.plan import TripPlan
from missions.trips.reading import wish_of
from ownyou.lib.errors import Conflict, InvalidInput
from ownyou.lib.ids import new_id
from ownyou.lib.text import key_of
from tests.missions.evenings import V, say, work
from trust import notices
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


def test_an_evening_on_which_it_could_not_be_asked_is_followed_by_another(
    world: None, owner: User, clock: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    mission = over_on_the_tenth(owner)
    clock.move_to(datetime(2027, 5, 11, 20, tzinfo=UTC))
    with monkeypatch.context() as away:  # the database is gone in the middle of it
        away.setattr(notices, "notify", unreachable)
        sweep.sweep()
    assert asked(mission) == []
    for _evening in range(3):
        clock.shift(timedelta(days=1))
        sweep.sweep()
    assert len(asked(mission)) == 1
    told = Activity.objects.filter(user=owner, subject_id=mission.pk, key=f"mission:{mission.pk}:over")
    assert told.count() == 1
    assert Schedule.objects.get(user=owner).next_run_at is None
    owner.time_zone = "Pacific/Auckland"
    owner.save()
    follow_zone(owner)
    assert Schedule.objects.get(user=owner).next_run_at is None, "what is over stays over"


def test_who_flies_past_the_hour_is_asked_on_the_next_evening(world: None, owner: User, clock: Any) -> None:
    owner.time_zone = "America/Los_Angeles"
    owner.save()
    mission = over_on_the_tenth(owner)
    clock.move_to(datetime(2027, 5, 11, 20, tzinfo=UTC))  # one in the afternoon at home
    owner.time_zone = "Asia/Tokyo"  # where it is five in the morning of the 12th
    owner.save()
    follow_zone(owner)
    clock.move_to(datetime(2027, 5, 12, 10, tzinfo=UTC))
    sweep.sweep()
    assert len(asked(mission)) == 1


# Stars say it anew -----------------------------------------------------------------------------------------


def test_better_stars_take_back_what_the_first_taught(world: None, owner: User, clock: Any) -> None:
    mission = delivered(owner, TRIP)
    hotel = Subgoal.objects.get(mission=mission, key="stay").chosen[0]["title"]
    clock.shift(timedelta(days=90))

    def rate(**stars: int) -> dict[str, Any]:
        give_feedback(user=owner, mission_id=mission.pk, completion="complete", parts=stars)
        return {key: one.polarity for key, one in preferences(owner, "travel").items()}

    before = {key: one.polarity for key, one in preferences(owner, "travel").items()}
    bad = rate(stay=1, sights=1, restaurants=2)
    assert bad[place := f"travel.place.rome.{key_of(hotel).replace(' ', '_')}"] == "dislike"
    less = next(key for key in bad if key.startswith("travel.less."))
    assert "travel.restaurants.rated" in bad
    good = rate(stay=5, sights=5, restaurants=5)
    assert good[place] == "like"
    assert not {less, "travel.restaurants.rated"} & set(good)
    assert good[less.replace("less", "interests")] == "like"
    assert rate(stay=3, sights=3, restaurants=3) == before
    entries = feedback_of(owner, mission.pk)
    assert entries is not None
    assert entries.learned == [], "three stars teach nothing"
    assert rate(sights=1)[less] == "dislike", "stars may say it again"


def test_good_stars_take_back_an_older_lesson_and_an_undo_has_it_back(
    world: None, owner: User, clock: Any
) -> None:
    mission = delivered(owner, TRIP)
    clock.shift(timedelta(days=90))
    most = most_seen(plan_of(mission))
    for key, stated in ((f"travel.less.{most}", False), ("travel.less.zoo", False)):
        remember(
            user=owner,
            namespace=preferences_of(owner),
            key=key,
            value={"polarity": "dislike", "value": key.rsplit(".", 1)[-1]},
            text=f"On an older trip there were too many: {key}",
            provenance=Provenance(ProvenanceKind.FEEDBACK, new_id()),
            stated=stated,
        )
    given = give_feedback(user=owner, mission_id=mission.pk, completion="complete", parts={"sights": 5})
    taken = next(one for one in given.learned if one.polarity == "withdrawn")
    assert taken.sentence == f"No longer counts: On an older trip there were too many: travel.less.{most}"
    assert set(preferences(owner, "travel.less")) == {"travel.less.zoo"}
    assert taken.sentence in [
        row.text for row in Activity.objects.filter(user=owner, kind=Activity.Kind.LEARNED)
    ]
    with pytest.raises(Conflict):
        edit_learned(user=owner, mission_id=mission.pk, item_id=taken.item_id, text="They were fine")
    undo_learned(user=owner, mission_id=mission.pk, item_id=taken.item_id)
    assert f"travel.less.{most}" in preferences(owner, "travel.less")
    refine_feedback(str(given.feedback.pk))
    assert f"travel.less.{most}" in preferences(owner, "travel.less"), "what was undone is not done again"


def most_seen(plan: TripPlan) -> str:
    """The kind of sight of which there were most, the first of equals."""
    kinds = Counter(item.category for day in plan.days for item in day.items if item.kind == "sight")
    return min(kinds, key=lambda one: (-kinds[one], one)).replace(" ", "_")


def over_on_the_tenth(owner: User) -> Mission:
    """A completed trip until 10 May 2027."""
    mission = Mission.objects.create(
        user=owner, goal=TRIP, mission_type="travel", level=3, status="completed", result={"title": "Rome"}
    )
    afterwards.ask_later(mission, date(2027, 5, 10))
    return mission


def unreachable(**_: Any) -> None:
    raise OperationalError
