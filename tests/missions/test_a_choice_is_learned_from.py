"""What a choice teaches is learned once, whatever dies in between: the row says whether it was."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from memory.models import MemoryItem
from memory.preferences import preferences
from missions import learning, tasks
from missions.models import Mission
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, refresh
from trust.models import User

GOAL = "Find Italian restaurants in Paris for Friday night, 4 people"


class Killed(BaseException):
    """A worker that dies: nothing after it runs."""


@pytest.fixture
def chosen(
    world: None, owner: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Mission:
    """A mission that was completed while the queue was away."""
    from kombu.exceptions import OperationalError

    def away(*args: Any, **more: Any) -> None:
        raise OperationalError

    mission = create_mission(user=owner, goal=GOAL)
    drive(mission)
    caplog.clear()
    with monkeypatch.context() as patch:
        patch.setattr(tasks.learn_from_choice, "apply_async", away)
        answer_first(mission, "choose")
        assert drive(mission).status == "done"
    assert not [record for record in caplog.records if "stumbled" in record.message]
    return refresh(mission)


def age(mission: Mission, by: timedelta = timedelta(minutes=5)) -> None:
    Mission.objects.filter(pk=mission.pk).update(completed_at=timezone.now() - by)


def favourites(owner: User) -> int:
    return len(preferences(owner, "dining.favourites"))


def test_one_whose_message_was_lost_is_found_and_learned_from_once(chosen: Mission, owner: User) -> None:
    assert (chosen.status, chosen.learned_at, favourites(owner)) == ("completed", None, 0)
    assert learning.learn_what_was_missed() == 0, "its message may still come"
    age(chosen)
    tasks.learn_what_was_missed()
    assert favourites(owner) == 1
    assert refresh(chosen).learned_at is not None
    assert learning.learn_what_was_missed() == 0


def test_a_worker_that_dies_while_it_learns_leaves_it_to_the_sweep(
    chosen: Mission, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def die(*args: Any) -> None:
        raise Killed

    age(chosen)
    with monkeypatch.context() as patch:
        patch.setattr(learning, "_remember_mission", die)
        with pytest.raises(Killed):
            tasks.learn_from_choice(str(chosen.pk))
    assert (favourites(owner), refresh(chosen).learned_at) == (0, None), "all of it is learned, or nothing"
    assert learning.learn_what_was_missed() == 1
    assert favourites(owner) == 1
    kept = [item.key for item in MemoryItem.objects.filter(user=owner)]
    assert kept.count(str(chosen.pk)) == 1


def test_one_that_cannot_be_learned_from_does_not_keep_the_others_from_it(
    chosen: Mission, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Mission.objects.create(
        user=owner, goal="x", mission_type="gone", status="completed", result={"title": "x", "option": {}}
    )
    age(broken, timedelta(minutes=9))
    age(chosen)
    assert learning.learn_what_was_missed() == 1
    assert favourites(owner) == 1


def test_a_message_that_comes_twice_learns_once(chosen: Mission, owner: User) -> None:
    tasks.learn_from_choice(str(chosen.pk))
    first = refresh(chosen).learned_at
    tasks.learn_from_choice(str(chosen.pk))
    assert refresh(chosen).learned_at == first
    assert favourites(owner) == 1
