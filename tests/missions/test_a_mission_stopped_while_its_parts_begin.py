"""Pausing or giving up a mission at the moment at which a part of it begins: neither waits for the other in a
circle, and the part is stopped with the rest or does not begin."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection

from agency.models import Thread
from agency.runtime.stopping import Stopped
from missions import lifecycle, services, subgoals
from missions.models import Mission, Subgoal
from missions.runs import thread_of
from tests.missions.evenings import part, status_of, work
from tests.missions.steps import refresh

pytestmark = pytest.mark.django_db(transaction=True)
STOPS = [
    (services.pause_mission, Thread.Status.PAUSED),
    (services.cancel_mission, Thread.Status.CANCELLED),
]


def begin_again(evening: Mission, key: str = "show") -> tuple[Mission, Thread]:
    """The evening with one part that is ready to begin, and the run that begins it."""
    Thread.objects.filter(pk=part(evening, key).thread_id).update(status=Thread.Status.CANCELLED)
    Subgoal.objects.filter(mission=evening, key=key).update(status=Subgoal.Status.PENDING, thread_id=None)
    own = thread_of(evening)
    assert own is not None
    return refresh(evening), own


@pytest.mark.parametrize(("stop", "stopped"), STOPS)
def test_a_part_that_begins_at_that_moment_is_stopped_too(
    evening: Mission, monkeypatch: pytest.MonkeyPatch, stop: Callable[..., Mission], stopped: Thread.Status
) -> None:
    mission, own = begin_again(evening)
    began, told, errors = threading.Event(), threading.Event(), list[BaseException]()
    tell = lifecycle.tell

    def slowly(*arguments: object, **named: object) -> None:
        tell(*arguments, **named)  # type: ignore[arg-type]
        began.set()
        told.wait(1)  # the feed's row is held while the other one stops the runs

    def start() -> None:
        try:
            with monkeypatch.context() as patch:
                patch.setattr(lifecycle, "tell", slowly)
                subgoals.start_ready(mission, own)
        except BaseException as error:
            errors.append(error)
        finally:
            connection.close()

    starting = threading.Thread(target=start)
    starting.start()
    assert began.wait(10)
    stop(user=mission.user, mission_id=mission.pk)
    told.set()
    starting.join(10)
    assert not errors
    assert Thread.objects.get(pk=part(mission, "show").thread_id).status == stopped
    assert not Thread.objects.filter(user=mission.user, status=Thread.Status.READY).exists()


def test_no_part_begins_once_the_mission_is_paused(evening: Mission) -> None:
    mission, own = begin_again(evening)
    services.pause_mission(user=mission.user, mission_id=mission.pk)
    with pytest.raises(Stopped):
        subgoals.start_ready(mission, own)
    assert status_of(mission)["show"] == "pending"
    services.resume_mission(user=mission.user, mission_id=mission.pk)
    work(mission)
    assert status_of(mission)["show"] in ("asking", "pending")
