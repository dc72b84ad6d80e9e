"""Setting, moving and dropping schedules."""

from __future__ import annotations

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from django.utils import timezone

from agency.models import Schedule
from agency.runtime.schedules import rules
from agency.runtime.schedules.jobs import check_kind
from trust.models import User


def set_schedule(
    *,
    user: User,
    key: str,
    kind: str,
    rule: str,
    at: time,
    zone: str = "",
    starts_on: date | None = None,
    payload: dict[str, object] | None = None,
) -> Schedule:
    """Make or change the schedule of one purpose (`key`). Raises `InvalidInput` for a rule that is none.

    `zone` empty: it follows the person's own zone, also when they move. A slot that has passed today is not
    made up for.
    """
    check_kind(kind)
    schedule = Schedule.objects.filter(user=user, key=key).first() or Schedule(user=user, key=key)
    schedule.kind, schedule.rule, schedule.at = kind, rules.check_rule(rule), at
    schedule.zone, schedule.payload, schedule.enabled = zone, payload, True
    schedule.starts_on = starts_on or timezone.localdate(timezone=zone_of(schedule))
    schedule.next_run_at = slot_after(schedule, timezone.now())
    schedule.save()
    return schedule


def drop_schedule(*, user: User, key: str) -> None:
    """Forget the schedule of one purpose."""
    Schedule.objects.filter(user=user, key=key).delete()


def end_schedule(schedule: Schedule) -> None:
    """Start nothing more of a schedule whose purpose is served; its history stays."""
    Schedule.objects.filter(pk=schedule.pk).update(next_run_at=None)


def follow_zone(user: User) -> None:
    """Move what follows the person's own zone, after they moved; what is over stays over."""
    for schedule in Schedule.objects.filter(user=user, zone="", enabled=True).exclude(next_run_at=None):
        schedule.user = user
        schedule.next_run_at = slot_after(schedule, timezone.now())
        schedule.save(update_fields=["next_run_at"])


def upcoming(schedule: Schedule, most: int = 5) -> list[datetime]:
    """The next runs, in UTC."""
    return rules.slots(
        schedule.rule,
        at=schedule.at,
        zone=zone_of(schedule),
        starts_on=schedule.starts_on,
        after=timezone.now(),
        most=most,
    )


def slot_after(schedule: Schedule, moment: datetime) -> datetime | None:
    """The first slot later than `moment`; None when the schedule is over.

    A slot that was started is never given again, whatever zone the schedule is in by now.
    """
    if schedule.last_slot is not None:
        moment = max(moment, schedule.last_slot)
    return rules.next_slot(
        schedule.rule,
        at=schedule.at,
        zone=zone_of(schedule),
        starts_on=schedule.starts_on,
        after=moment,
    )


def zone_of(schedule: Schedule) -> ZoneInfo:
    """The zone on whose clock the schedule runs."""
    return ZoneInfo(schedule.zone) if schedule.zone else schedule.user.zone
