"""The daily summary as a schedule of the person's own clock."""

from __future__ import annotations

from datetime import datetime, time

from django.db import transaction

from agency.models import Schedule
from agency.runtime.schedules.services import drop_schedule, set_schedule, upcoming
from trust import autonomy, digest
from trust.models import User

KIND = KEY = "digest"
DAILY = "FREQ=DAILY"


def set_digest(*, user: User, at: time | None) -> None:
    """Let the summary come every day at a local time; None: no more."""
    with transaction.atomic():
        autonomy.set_digest_at(user=user, to=at)
        if at is None:
            drop_schedule(user=user, key=KEY)
        else:
            set_schedule(user=user, key=KEY, kind=KIND, rule=DAILY, at=at)


def next_digests(user: User) -> list[datetime]:
    """When the next five summaries come, in UTC."""
    schedule = Schedule.objects.of(user).filter(key=KEY, enabled=True).select_related("user").first()
    return upcoming(schedule) if schedule else []


def make(schedule: Schedule, slot: datetime) -> None:
    """The job of the schedule."""
    digest.send_digest(schedule.user, slot)
