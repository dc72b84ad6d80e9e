"""The sweep: each slot is started once, what died is started again, movers keep their hour."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, time, timedelta

import pytest
import time_machine
from django.db import connection

from agency.models import Schedule, ScheduleRun
from agency.runtime import tasks
from agency.runtime.schedules import sweep
from agency.runtime.schedules.jobs import register_job
from agency.runtime.schedules.services import drop_schedule, follow_zone, set_schedule, upcoming
from ownyou.lib.errors import InvalidInput
from trust.models import User

MORNING = datetime(2026, 11, 27, 6, 0, tzinfo=UTC)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[datetime]:
    """What the job was asked for; messages to workers are carried out at once."""
    slots: list[datetime] = []
    register_job("bell", lambda schedule, slot: slots.append(slot))
    monkeypatch.setattr(tasks.run_schedule, "apply_async", lambda args, **_: tasks.run_schedule(*args))
    return slots


def daily(user: User, key: str = "bell", at: time = time(9)) -> Schedule:
    return set_schedule(user=user, key=key, kind="bell", rule="FREQ=DAILY", at=at)


@pytest.mark.django_db(transaction=True)
def test_a_slot_runs_once_at_its_hour(owner: User, done: list[datetime]) -> None:
    owner.time_zone = "Europe/Berlin"
    owner.save()
    with time_machine.travel(MORNING, tick=False) as clock:
        daily(owner)
        assert sweep.sweep() == 0
        clock.move_to(MORNING + timedelta(hours=2, seconds=1))
        assert sweep.sweep() == 1
        assert sweep.sweep() == 0
        clock.move_to(MORNING + timedelta(hours=26, seconds=1))
        assert sweep.sweep() == 1
    assert done == [datetime(2026, 11, 27, 8, tzinfo=UTC), datetime(2026, 11, 28, 8, tzinfo=UTC)]
    assert set(ScheduleRun.objects.values_list("ok", flat=True)) == {True}


@pytest.mark.django_db(transaction=True)
def test_two_schedules_of_the_same_minute_both_run(owner: User, done: list[datetime]) -> None:
    with time_machine.travel(MORNING, tick=False) as clock:
        daily(owner, "one")
        daily(owner, "two")
        clock.shift(timedelta(hours=4))
        assert sweep.sweep() == 2
    assert len(done) == 2


@pytest.mark.django_db(transaction=True)
def test_sweeps_side_by_side_start_each_slot_once(owner: User, done: list[datetime]) -> None:
    with time_machine.travel(MORNING, tick=False):
        for number in range(20):
            daily(owner, f"bell {number}")
    with time_machine.travel(MORNING + timedelta(hours=5), tick=True), ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(lambda _: _swept(), range(4)))
    assert sum(counts) == 20
    assert len(done) == 20


def _swept() -> int:
    try:
        return sweep.sweep()
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_days_that_were_slept_through_are_made_up_for_once(owner: User, done: list[datetime]) -> None:
    with time_machine.travel(MORNING, tick=False) as clock:
        schedule = daily(owner)
        clock.shift(timedelta(days=5, hours=6))
        assert sweep.sweep() == 1
        schedule.refresh_from_db()
        assert schedule.next_run_at > MORNING + timedelta(days=5, hours=6)
    assert len(done) == 1


@pytest.mark.django_db(transaction=True)
def test_a_run_that_died_is_started_again(
    owner: User, done: list[datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    with time_machine.travel(MORNING, tick=False) as clock:
        daily(owner)
        with monkeypatch.context() as lost:
            lost.setattr(tasks.run_schedule, "apply_async", lambda **_: None)
            clock.shift(timedelta(hours=5))
            sweep.sweep()
        assert done == []
        clock.shift(sweep.LOST_AFTER + timedelta(seconds=1))
        sweep.sweep()
        sweep.sweep()
    assert len(done) == 1


@pytest.mark.django_db(transaction=True)
def test_a_mover_keeps_the_hour_and_never_gets_a_slot_twice(owner: User, done: list[datetime]) -> None:
    owner.time_zone = "Europe/London"
    owner.save()
    with time_machine.travel(MORNING, tick=False) as clock:
        schedule = daily(owner)
        clock.move_to(datetime(2026, 11, 27, 9, 0, 5, tzinfo=UTC))
        sweep.sweep()
        owner.time_zone = "America/New_York"
        owner.save()
        follow_zone(owner)
        schedule.refresh_from_db()
        assert schedule.next_run_at == datetime(2026, 11, 27, 14, tzinfo=UTC)
    assert len(done) == 1


@pytest.mark.django_db(transaction=True)
def test_what_fails_again_and_again_is_switched_off(owner: User, done: list[datetime]) -> None:
    def broken(schedule: Schedule, slot: datetime) -> None:
        raise RuntimeError("no")

    register_job("bell", broken)
    with time_machine.travel(MORNING, tick=False) as clock:
        schedule = daily(owner)
        for _ in range(sweep.MOST_FAILURES + 2):
            clock.shift(timedelta(days=1))
            sweep.sweep()
    schedule.refresh_from_db()
    assert not schedule.enabled
    assert schedule.runs.count() == sweep.MOST_FAILURES


@pytest.mark.django_db
def test_one_purpose_has_one_row_and_can_be_dropped(owner: User, done: list[datetime]) -> None:
    daily(owner)
    daily(owner, at=time(10))
    assert [row.at for row in Schedule.objects.of(owner)] == [time(10)]
    assert len(upcoming(Schedule.objects.get(user=owner))) == 5
    drop_schedule(user=owner, key="bell")
    assert not Schedule.objects.of(owner).exists()


@pytest.mark.django_db
def test_a_kind_that_nobody_registered_is_refused(owner: User) -> None:
    with pytest.raises(InvalidInput):
        set_schedule(user=owner, key="x", kind="no such thing", rule="FREQ=DAILY", at=time(9))
