"""Words typed on the card of one part that are about the whole: when it is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from agency.models import Thread
from agency.runtime import driving
from missions.levels.complex import drafts
from missions.models import Mission, SourceReport, Subgoal
from missions.services import create_mission
from missions.subgoals import children_of
from missions.trips.plan import TripPlan
from ownyou.lib.errors import Conflict
from tests.missions.evenings import V, asked, part, runs, say, status_of, work
from tests.missions.steps import refresh
from tests.missions.test_a_trip_from_the_goal_to_the_files import GOAL, plan_of
from trust import decisions
from trust.decisions import Answer
from trust.models import Activity, Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
LATER = "a day later"


@pytest.fixture
def mission(evening: Mission) -> Mission:
    return evening


def press(mission: Mission, decision: Decision, verdict: Decision.Verdict, text: str = "") -> None:
    """Answer a question; nobody works yet."""
    options = (decision.payload["options"][0]["id"],) if verdict == V.CHOOSE else ()
    given = Answer(verdict, options=options, text=text)
    decisions.answer(user=mission.user, decision_id=decision.pk, given=given)


def test_the_other_parts_are_asked_again_and_their_old_questions_say_why(mission: Mission) -> None:
    before = asked(mission, "dinner")
    mission = say(mission, "show", V.REFINE, LATER)
    assert mission.slots["shifts"] == 1
    assert status_of(mission) == {"dinner": "asking", "show": "asking", "walk": "pending"}
    assert asked(mission, "dinner").pk != before.pk
    before.refresh_from_db()
    assert before.status == Decision.Status.SUPERSEDED
    with pytest.raises(Conflict, match="a day later"):
        press(mission, before, V.CHOOSE)
    assert len(children_of(mission)) == 2
    said = Activity.objects.filter(subject_id=mission.pk, user=mission.user).values_list("text", flat=True)
    assert "a day later. Searching again: Dinner, Show, Walk" in list(said)


def test_a_part_that_was_chosen_before_is_asked_again_too(mission: Mission) -> None:
    mission = say(mission, "dinner", V.CHOOSE)
    assert status_of(mission)["walk"] == "done"
    mission = say(mission, "show", V.REFINE, LATER)
    assert status_of(mission) == {"dinner": "asking", "show": "asking", "walk": "pending"}
    mission = say(say(mission, "show", V.CHOOSE), "dinner", V.CHOOSE)
    assert asked(mission, "review").payload["draft"]["version"] == 1


def test_what_was_said_about_the_options_of_a_part_still_holds(mission: Mission) -> None:
    mission = say(mission, "dinner", V.REFINE, "cheaper")
    mission = say(mission, "show", V.REFINE, LATER)
    assert part(mission, "dinner").adjustments["adjustments"]["sort"] == "price"


@pytest.mark.parametrize("order", [1, -1], ids=["in order", "in reverse"])
def test_the_same_words_pressed_on_two_cards_at_once_move_it_once(mission: Mission, order: int) -> None:
    for key in ("dinner", "show"):
        press(mission, asked(mission, key), V.REFINE, LATER)
    mission = work_in(mission, order)
    assert mission.slots["shifts"] == 1
    assert status_of(mission) == {"dinner": "asking", "show": "asking", "walk": "pending"}


@pytest.mark.parametrize("order", [1, -1], ids=["in order", "in reverse"])
def test_a_choice_pressed_at_the_same_moment_is_asked_again(mission: Mission, order: int) -> None:
    press(mission, asked(mission, "dinner"), V.CHOOSE)
    press(mission, asked(mission, "show"), V.REFINE, LATER)
    mission = work_in(mission, order)
    assert mission.slots["shifts"] == 1
    assert status_of(mission) == {"dinner": "asking", "show": "asking", "walk": "pending"}


def work_in(mission: Mission, order: int) -> Mission:
    """Drive the parts' runs in this order, then all that is ready."""
    for run in children_of(mission)[::order]:
        driving.drive(run.pk)
    return work(mission)


def test_a_run_that_takes_words_in_while_another_moves_all_finds_its_part_gone(
    mission: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second worker is between reading the words and writing them when the first is through."""
    from missions.levels.complex import coordinating

    for key in ("dinner", "show"):
        press(mission, asked(mission, key), V.REFINE, LATER)
    first, second = (part(mission, key).thread_id for key in ("dinner", "show"))
    assert first
    assert second
    change: Callable[..., bool] = coordinating.change_the_whole
    begun: list[object] = []

    def overtaken(*args: object) -> bool:
        if not begun:
            begun.append(args)
            driving.drive(first)
        return change(*args)

    monkeypatch.setattr(coordinating, "change_the_whole", overtaken)
    driving.drive(second)
    mission = work(mission)
    assert mission.slots["shifts"] == 1
    assert Thread.objects.get(pk=second).status == Thread.Status.CANCELLED
    assert status_of(mission) == {"dinner": "asking", "show": "asking", "walk": "pending"}
    assert len(runs(mission)) == 3


def test_a_trip_moves_by_words_on_its_flights_and_looks_again_only_for_what_has_dates(
    world: None, owner: User
) -> None:
    mission = work(create_mission(user=owner, goal=GOAL))
    first = Subgoal.objects.get(mission=mission, key="sights")
    before = mission.slots["begins"]
    mission = say(mission, "flights", V.REFINE, "two days later please")
    rounds = dict(Subgoal.objects.of(mission).values_list("key", "round"))
    assert rounds == {"flights": 1, "stay": 1, "activities": 1, "sights": 0, "restaurants": 0}
    assert Subgoal.objects.get(pk=first.pk).attempt == first.attempt
    moved = mission.slots["date"]
    assert moved > before
    options = part(mission, "flights").options
    leaves = {str(one["offer"]["attributes"]["out"]["leaves"])[:10] for one in options}
    assert moved in leaves
    mission = say(say(mission, "flights", V.CHOOSE), "stay", V.REFINE, "make it the first week of June")
    assert status_of(mission)["flights"] == "asking"
    mission = say(say(mission, "flights", V.CHOOSE), "stay", V.CHOOSE)
    plan: TripPlan = plan_of(mission, 1)
    assert {day.date.month for day in plan.days} <= {5, 6}
    assert plan.days[-1].date.month == 6
    assert SourceReport.objects.filter(mission=mission, part="sights").count() == 1
    assert refresh(mission).status == Mission.Status.INTERRUPTED


@pytest.fixture
def trip(world: None, owner: User) -> Mission:
    return work(create_mission(user=owner, goal=GOAL))


def test_a_day_longer_and_another_city_on_the_card_of_a_hotel(trip: Mission) -> None:
    trip = say(say(trip, "flights", V.CHOOSE), "stay", V.REFINE, "one day longer")
    assert trip.slots["duration"] == "P6D"
    trip = say(trip, "flights", V.REFINE, "make it Rome instead")
    assert trip.slots["cities"] == ["Rome"]
    flights = part(trip, "flights")
    assert "Rome" in flights.title
    assert "Rome" in (flights.contingency or "")
    trip = say(say(trip, "flights", V.CHOOSE), "stay", V.CHOOSE)
    plan = plan_of(trip, 1)
    assert (len(plan.days), {day.city for day in plan.days}) == (6, {"Rome"})


def test_by_car_on_the_card_of_the_flights_leaves_them_out(trip: Mission) -> None:
    trip = say(trip, "flights", V.REFINE, "we go by car")
    assert set(status_of(trip)) == {"stay", "sights", "activities", "restaurants"}
    trip = say(trip, "stay", V.CHOOSE)
    assert not plan_of(trip, 1).transport
    assert "neither the time nor the cost" in asked(trip, "review").payload["why"]


def test_what_cannot_be_is_said_on_the_card_and_the_draft_and_all_is_kept(trip: Mission) -> None:
    trip = say(trip, "flights", V.REFINE, "ten days shorter")
    assert "cannot be cut by its whole length" in asked(trip, "flights").payload["why"]
    trip = say(say(trip, "flights", V.CHOOSE), "stay", V.CHOOSE)
    trip = say(trip, "review", V.REFINE, "ten days shorter")
    assert "cannot be cut by its whole length" in asked(trip, "review").payload["why"]
    trip = say(trip, "review", V.REFINE, "gibberish zzz")
    assert "did not understand" in asked(trip, "review").payload["why"]
    assert len(plan_of(trip, 1).days) == 5


def test_words_taken_in_while_other_words_change_the_whole_both_hold(
    mission: Mission, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words on a card that has nothing to do with this one are written when this run has read the mission."""
    from missions.levels.complex import coordinating

    press(mission, asked(mission, "show"), V.REFINE, LATER)
    change: Callable[..., bool] = coordinating.change_the_whole

    def overtaken(*args: object) -> bool:
        there = refresh(mission)
        there.slots = {**there.slots, "people": 5}
        there.save(update_fields=["slots"])
        return change(*args)

    monkeypatch.setattr(coordinating, "change_the_whole", overtaken)
    mission = work(mission)
    assert (mission.slots["shifts"], mission.slots["people"]) == (1, 5)
    assert status_of(mission) == {"dinner": "asking", "show": "asking", "walk": "pending"}


def test_the_same_words_said_again_later_are_in_the_plan_again(trip: Mission) -> None:
    for city in ("Rome", "Paris", "Rome"):
        trip = say(trip, "flights", V.REFINE, f"make it {city} instead")
    assert "Rome" in drafts.read(trip, drafts.PLAN).decode()


def test_what_is_said_to_another_part_by_its_name_reaches_it_and_asks_the_rest_as_before(
    trip: Mission,
) -> None:
    trip = say(trip, "flights", V.CHOOSE)
    shown = [one["option"]["title"] for one in part(trip, "stay").options]
    trip = say(trip, "stay", V.REFINE, "cheaper restaurants")
    assert [one["option"]["title"] for one in part(trip, "stay").options] == shown
    own = part(trip, "restaurants").adjustments
    assert own is not None
    assert own["adjustments"]["sort"] == "price"
    trip = say(trip, "stay", V.REFINE, "an earlier flight")
    options = part(trip, "flights").options
    hours = [str(one["offer"]["attributes"]["out"]["leaves"])[11:16] for one in options]
    assert hours == sorted(hours)
    assert status_of(trip)["stay"] == "pending"


def test_another_hotel_on_the_draft_is_none_that_was_there_and_stays_so(trip: Mission) -> None:
    trip = say(say(trip, "flights", V.CHOOSE), "stay", V.CHOOSE)
    first = plan_of(trip, 1).stays[0].name
    trip = say(trip, "review", V.REFINE, "another hotel")
    assert first not in [one["option"]["title"] for one in part(trip, "stay").options]
    trip = say(trip, "stay", V.CHOOSE)
    second = plan_of(trip, 2)
    assert second.transport == plan_of(trip, 1).transport
    trip = say(trip, "review", V.REFINE, "one day longer")
    trip = say(trip, "flights", V.CHOOSE)
    assert first not in [one["option"]["title"] for one in part(trip, "stay").options]
