"""Desires that come again: a schedule in the person's own clock time wakes them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from agency.desires import executing, lifecycle
from agency.models import Desire, Schedule
from agency.reasoning.dates import find_dates
from agency.reasoning.slots.numbers import languages_of
from agency.runtime.schedules.services import drop_schedule, set_schedule

S = Desire.Stage
LAST_DAY_OF_ALL = 28
"""The last day that every month has."""
RULES: Final = {
    Desire.Every.DAY: "FREQ=DAILY",
    Desire.Every.WEEK: "FREQ=WEEKLY",
    Desire.Every.MONTH: "FREQ=MONTHLY",
}


def follow(desire: Desire) -> None:
    """Set or drop the schedule of a desire, by how often it is wanted, at the time of day it was asked."""
    key = _key(desire)
    if desire.every == Desire.Every.ONCE:
        drop_schedule(user=desire.user, key=key)
        return
    asked = timezone.localtime(desire.created_at, desire.user.zone)
    set_schedule(
        user=desire.user,
        key=key,
        kind=lifecycle.KIND,
        rule=RULES[Desire.Every(desire.every)],
        at=asked.time().replace(second=0, microsecond=0),
        starts_on=_first_day(desire, asked),
        payload={"desire": str(desire.pk)},
    )


def _first_day(desire: Desire, asked: datetime) -> date:
    """The day that the others are counted from: of a month one that every month has, of a week the one that
    is said ("on Mondays"), else the day it was asked."""
    day = asked.date()
    if desire.every == Desire.Every.MONTH:
        return day.replace(day=min(day.day, LAST_DAY_OF_ALL))
    if desire.every == Desire.Every.WEEK:
        return weekday_said(desire.description, asked, desire.user.language) or day
    return day


def weekday_said(words: str, asked: datetime, language: str) -> date | None:
    """The next day, from `asked` on (aware), of the weekday on which something is to come again by its own
    words; None where they name none."""
    for told in languages_of(words, language):
        for span in find_dates(words, ref=asked, language=told):
            if span.kind == "recurrence" and span.grain == "week" and isinstance(span.begins, date):
                return span.begins.date() if isinstance(span.begins, datetime) else span.begins
    return None


def next_time(desire: Desire) -> datetime | None:
    """When a desire comes again; None for one that does not."""
    if desire.every == Desire.Every.ONCE:
        return None
    rows = Schedule.objects.of(desire.user).filter(key=_key(desire), enabled=True)
    return rows.values_list("next_run_at", flat=True).first()


def drop(desire: Desire) -> None:
    """Let a desire come no more."""
    drop_schedule(user=desire.user, key=_key(desire))


def wake(schedule: Schedule, slot: datetime) -> None:
    """The job of the schedule: plan a dormant desire anew; one that is being worked on is left alone."""
    desire_id = UUID(str((schedule.payload or {})["desire"]))
    desire = Desire.objects.select_related("user").filter(pk=desire_id, user_id=schedule.user_id).first()
    if desire is None or desire.stage != S.DORMANT:
        return
    with transaction.atomic():
        if lifecycle.move(desire, S.PENDING, _("It is time again")):
            executing.start_planning(desire, _("Planning"))


def _key(desire: Desire) -> str:
    return f"{lifecycle.KIND}:{desire.pk}"
