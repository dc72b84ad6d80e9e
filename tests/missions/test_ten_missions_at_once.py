"""Ten missions of one person may work at once, however they were set to work; answers always go on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from missions.models import Mission
from missions.services import create_mission, resume_mission, retry_mission
from ownyou.lib.errors import TooMany
from trust.models import User

S = Mission.Status


@pytest.fixture
def make(db: None, owner: User) -> Callable[..., Mission]:
    def made(status: S, **more: str) -> Mission:
        return Mission.objects.create(user=owner, goal="x", mission_type="dining", status=status, **more)

    return made


@pytest.fixture
def full(make: Callable[..., Mission]) -> list[Mission]:
    """Ten that work, and one that waits for the person."""
    make(S.INTERRUPTED)
    return [make(S.EXECUTING) for _ in range(10)]


def test_an_eleventh_is_refused_however_it_is_set_to_work(
    full: list[Mission], make: Callable[..., Mission], owner: User
) -> None:
    failed, paused = make(S.FAILED), make(S.PAUSED, paused_from=S.EXECUTING)
    with pytest.raises(TooMany):
        create_mission(user=owner, goal="pizza open now near me")
    with pytest.raises(TooMany):
        retry_mission(user=owner, mission_id=failed.pk)
    with pytest.raises(TooMany):
        resume_mission(user=owner, mission_id=paused.pk)
    for refused in (failed, paused):
        before = refused.status
        refused.refresh_from_db()
        assert refused.status == before


def test_there_is_room_again_when_one_ends(
    full: list[Mission], make: Callable[..., Mission], owner: User
) -> None:
    failed = make(S.FAILED)
    Mission.objects.filter(pk=full[0].pk).update(status=S.COMPLETED)
    assert retry_mission(user=owner, mission_id=failed.pk).status == S.PLANNING


def test_one_that_waits_for_the_person_goes_on_waiting_after_a_pause(
    full: list[Mission], make: Callable[..., Mission], owner: User
) -> None:
    paused = make(S.PAUSED, paused_from=S.INTERRUPTED)
    assert resume_mission(user=owner, mission_id=paused.pk).status == S.INTERRUPTED


def test_the_missions_of_others_take_no_room(full: list[Mission], stranger: User) -> None:
    assert create_mission(user=stranger, goal="pizza open now near me").pk
