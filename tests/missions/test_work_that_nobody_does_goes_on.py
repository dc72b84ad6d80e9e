"""What a fault left behind: runs that are over or paused though their mission works. The sweep finds them."""

from __future__ import annotations

from datetime import timedelta
from threading import Thread as Sweep

import pytest
from django.db import connection, transaction
from django.utils import timezone

from agency.models import Thread
from missions import healing, services
from missions.models import Mission, Subgoal
from missions.runs import thread_of
from missions.services import create_mission
from tests.missions.evenings import V, part, say, status_of, work
from tests.missions.steps import drive, open_decision, refresh
from trust.models import Decision, User

pytestmark = pytest.mark.django_db(transaction=True)
LONG_AGO = timedelta(hours=1)


def left(status: Thread.Status, pk: object, at: timedelta = LONG_AGO) -> None:
    """A run as a fault left it, a while ago."""
    Thread.objects.filter(pk=pk).update(status=status, updated_at=timezone.now() - at)


def standing(mission: Mission, status: Mission.Status, at: timedelta = LONG_AGO) -> Mission:
    moment = timezone.now() - at
    Mission.objects.filter(pk=mission.pk).update(status=status, updated_at=moment)
    Subgoal.objects.filter(mission=mission).update(updated_at=moment)
    return refresh(mission)


def own_run(mission: Mission) -> Thread:
    thread = thread_of(mission)
    assert thread is not None
    return thread


def test_a_part_whose_run_was_stopped_is_asked_about_and_works_again(evening: Mission) -> None:
    show = part(evening, "show")
    Subgoal.objects.filter(pk=show.pk).update(status=Subgoal.Status.WORKING)
    left(Thread.Status.CANCELLED, show.thread_id)
    mission = say(standing(evening, Mission.Status.EXECUTING), "dinner", V.CHOOSE)
    standing(mission, Mission.Status.EXECUTING)
    assert status_of(mission)["show"] == "working"
    healing.heal()
    mission = work(mission)
    assert mission.status == Mission.Status.INTERRUPTED
    question = open_decision(mission)
    assert question.kind == Decision.Kind.CLARIFICATION
    assert "came to an end without a result" in question.payload["why"]
    mission = say(mission, "review", V.ANSWER, text="Try again")
    assert status_of(mission)["show"] == "asking", "the part looks again"


def test_what_was_left_a_moment_ago_is_let_be(evening: Mission) -> None:
    show = part(evening, "show")
    left(Thread.Status.CANCELLED, show.thread_id, at=timedelta(seconds=5))
    standing(evening, Mission.Status.EXECUTING)
    healing.heal()
    assert status_of(evening)["show"] == "asking"


@pytest.mark.parametrize("over", [Thread.Status.CANCELLED, Thread.Status.DONE, Thread.Status.FAILED])
def test_a_mission_whose_run_is_over_fails_and_can_be_tried_again(
    world: None, owner: User, over: Thread.Status
) -> None:
    mission = create_mission(user=owner, goal="Best price for a Sony WH-1000XM5")
    left(over, own_run(mission).pk)
    standing(mission, Mission.Status.EXECUTING)
    healing.heal()
    mission = refresh(mission)
    assert mission.status == Mission.Status.FAILED
    assert mission.problem == "The work came to an end without a result."
    services.retry_mission(user=owner, mission_id=mission.pk)
    drive(mission)
    assert open_decision(mission).kind == Decision.Kind.CHOICE


def test_a_run_that_is_paused_alone_goes_on(evening: Mission) -> None:
    show = part(evening, "show")
    left(Thread.Status.PAUSED, show.thread_id)
    standing(evening, Mission.Status.INTERRUPTED)
    healing.heal()
    assert Thread.objects.get(pk=show.thread_id).status == Thread.Status.READY


def test_what_somebody_moves_just_now_is_let_be(evening: Mission) -> None:
    show = part(evening, "show")
    left(Thread.Status.PAUSED, show.thread_id)
    standing(evening, Mission.Status.INTERRUPTED)
    with transaction.atomic():
        Mission.objects.select_for_update().get(pk=evening.pk)
        sweep = Sweep(target=_heal)
        sweep.start()
        sweep.join(20.0)
        assert not sweep.is_alive(), "it does not wait either"
        assert Thread.objects.get(pk=show.thread_id).status == Thread.Status.PAUSED
    healing.heal()
    assert Thread.objects.get(pk=show.thread_id).status == Thread.Status.READY


def _heal() -> None:
    try:
        healing.heal()
    finally:
        connection.close()


def test_a_paused_mission_stays_paused(evening: Mission) -> None:
    services.pause_mission(user=evening.user, mission_id=evening.pk)
    for run in Thread.objects.filter(user=evening.user):
        left(Thread.Status(run.status), run.pk)
    standing(evening, Mission.Status.PAUSED)
    healing.heal()
    assert refresh(evening).status == Mission.Status.PAUSED
    assert {run.status for run in Thread.objects.filter(user=evening.user)} == {Thread.Status.PAUSED}


def test_a_run_that_nobody_woke_looks_again(evening: Mission) -> None:
    Subgoal.objects.filter(mission=evening).update(status=Subgoal.Status.SKIPPED)
    for run in Thread.objects.filter(parent=own_run(evening)):
        left(Thread.Status.CANCELLED, run.pk)
    Decision.objects.filter(subject_id=evening.pk).update(status=Decision.Status.CANCELLED)
    left(Thread.Status.WAITING, own_run(evening).pk)
    standing(evening, Mission.Status.EXECUTING)
    healing.heal()
    assert own_run(evening).status == Thread.Status.READY


def test_missions_that_work_or_ask_are_let_be(evening: Mission) -> None:
    before = status_of(evening)
    for run in Thread.objects.filter(user=evening.user):
        left(Thread.Status(run.status), run.pk)
    standing(evening, Mission.Status(evening.status))
    healing.heal()
    assert status_of(evening) == before
    assert refresh(evening).status == Mission.Status.INTERRUPTED


def test_a_mission_that_went_on_since_it_was_looked_for_keeps_its_question(evening: Mission) -> None:
    asked = set(Decision.objects.filter(subject_id=evening.pk, status=Decision.Status.OPEN))
    assert asked
    facts = {**healing._facts(), "only": evening.pk}
    healing._mended(healing._LEFT_MISSIONS, facts, healing._end_mission, evening.pk)
    assert refresh(evening).status == Mission.Status.INTERRUPTED
    assert set(Decision.objects.filter(subject_id=evening.pk, status=Decision.Status.OPEN)) == asked
