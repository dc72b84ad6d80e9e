"""A request that dies between storing a goal and starting it: the watchdog starts it, and it runs once."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from agency.models import Thread
from agency.runtime import watchdog
from missions import services
from missions.models import Mission, SourceReport
from missions.runs import thread_of
from missions.services import create_mission
from ownyou.lib import live, queues
from tests.missions.steps import answer_first, drive, open_decision, refresh
from trust.models import Activity, User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"


class Killed(BaseException):
    """A web process that dies: nothing after it runs."""


@pytest.fixture
def stored(world: None, owner: User, monkeypatch: pytest.MonkeyPatch) -> Mission:
    """A goal that is stored, and nothing more."""

    def die(*args: Any) -> None:
        raise Killed

    live.connection().delete(queues.INTERACTIVE, queues.MISSIONS)
    with monkeypatch.context() as patch:
        patch.setattr(services, "_direct", die)
        with pytest.raises(Killed):
            create_mission(user=owner, goal=GOAL)
    return Mission.objects.get(user=owner)


@pytest.fixture
def messages() -> Callable[[], int]:
    return lambda: int(live.connection().llen(queues.INTERACTIVE) + live.connection().llen(queues.MISSIONS))


def wait_a_while(mission: Mission) -> None:
    thread = thread_of(mission)
    assert thread is not None
    Thread.objects.filter(pk=thread.pk).update(updated_at=timezone.now() - timedelta(minutes=5))


def test_the_watchdog_sends_it_once(stored: Mission, messages: Callable[[], int]) -> None:
    assert messages() == 0
    watchdog.watch()
    assert messages() == 0, "the request may still be at it"
    wait_a_while(stored)
    watchdog.watch()
    watchdog.watch()
    assert messages() == 1


def test_it_is_understood_and_runs_once_to_its_end(stored: Mission) -> None:
    assert (stored.mission_type, stored.provisional) == ("", True)
    wait_a_while(stored)
    watchdog.watch()
    drive(stored)  # level 1's graph understands it, and hands it over
    drive(stored)
    drive(stored)  # a message that comes twice finds nothing to do
    mission = refresh(stored)
    assert (mission.mission_type, mission.level, mission.slots["place"]) == ("dining", 2, "Paris")
    assert open_decision(mission).payload["options"]
    answer_first(mission, "choose")
    drive(mission)
    assert refresh(mission).status == Mission.Status.COMPLETED
    reports = SourceReport.objects.filter(mission=mission)
    assert reports.count() == reports.values("source").distinct().count()
    lines = list(Activity.objects.filter(subject_id=mission.pk).order_by("seq"))
    assert len({line.text for line in lines}) == len(lines)


def test_a_request_that_comes_back_late_starts_nothing_a_second_time(
    stored: Mission, messages: Callable[[], int]
) -> None:
    thread = thread_of(stored)
    assert thread is not None
    drive(stored)
    begun = refresh(stored)
    found = services.by_rules("anything else", services.context_of(begun.user, timezone.now()))
    live.connection().delete(queues.INTERACTIVE, queues.MISSIONS)
    services._direct(begun, thread, found)
    assert messages() == 0
    assert refresh(stored).slots == begun.slots
