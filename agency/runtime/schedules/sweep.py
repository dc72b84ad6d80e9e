"""The tick: start what is due, each slot once; start again what died."""

from __future__ import annotations

import logging
from datetime import timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import override

from agency.models import Schedule, ScheduleRun
from agency.runtime.schedules.jobs import job_of
from agency.runtime.schedules.services import slot_after
from ownyou.lib.commit import after_commit

log = logging.getLogger(__name__)
BATCH = 500
LOST_AFTER = timedelta(minutes=15)
MOST_FAILURES = 5


def sweep() -> int:
    """Start every schedule that is due, in batches; returns how many slots were started.

    Slots that passed while nothing ran are made up for once, by the latest of them.
    """
    started = 0
    while count := _start_batch():
        started += count
    _start_lost()
    return started


def _start_batch() -> int:
    now = timezone.now()
    with transaction.atomic():
        due = list(
            Schedule.objects.due(now)
            .select_related("user")
            .select_for_update(skip_locked=True, of=("self",))[:BATCH]
        )
        runs = [ScheduleRun(schedule=schedule, slot=schedule.next_run_at or now) for schedule in due]
        ScheduleRun.objects.bulk_create(runs, ignore_conflicts=True)
        for schedule in due:
            schedule.last_slot = schedule.next_run_at
            schedule.next_run_at = slot_after(schedule, now)
        Schedule.objects.bulk_update(due, ["last_slot", "next_run_at"])
        for run in runs:
            after_commit(_send, run.pk)
    return len(due)


def _start_lost() -> None:
    """Send again what was lost on its way or died in a worker."""
    before = timezone.now() - LOST_AFTER
    lost = ScheduleRun.objects.filter(ended_at=None, started_at__lt=before).order_by("started_at")
    for run_id in lost.values_list("pk", flat=True)[:BATCH]:
        if ScheduleRun.objects.filter(pk=run_id, started_at__lt=before).update(started_at=timezone.now()):
            _send(run_id)


def run(run_id: UUID) -> None:
    """Do the job of one slot. A job that fails is not tried again before its next slot."""
    row = ScheduleRun.objects.select_related("schedule__user").filter(pk=run_id, ended_at=None).first()
    if row is None:
        return
    job = job_of(row.schedule.kind)
    ok = job is not None and _tried(partial(job, row.schedule, row.slot), row)
    with transaction.atomic():
        ScheduleRun.objects.filter(pk=run_id, ended_at=None).update(ended_at=timezone.now(), ok=ok)
        _count(row.schedule, ok)


def _tried(job: partial[None], row: ScheduleRun) -> bool:
    try:
        with override(row.schedule.user.language):
            job()
    except Exception:
        log.exception("schedule %s (%s) failed", row.schedule_id, row.schedule.kind)
        return False
    return True


def _count(schedule: Schedule, ok: bool) -> None:
    """Switch a schedule off that fails again and again; one that was dropped meanwhile is gone."""
    failures = 0 if ok else schedule.failures + 1
    Schedule.objects.filter(pk=schedule.pk).update(failures=failures, enabled=failures < MOST_FAILURES)


def _send(run_id: UUID) -> None:
    from agency.runtime.tasks import run_schedule

    run_schedule.apply_async_on_commit(args=[str(run_id)], retry=False)  # type: ignore[attr-defined]
