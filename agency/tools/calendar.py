"""Entries of the person's local calendar."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.dates import format_date
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _
from icalendar import Calendar, Event
from pydantic import BaseModel, Field, JsonValue, field_validator, model_validator

from agency.models import CalendarEntry
from agency.tools.shapes import Line, Moment, Prose
from ownyou.lib.locales import clock, day_pattern
from trust.misfits import Misplaced
from trust.tools import Done, Errand, KeptFile, Kind, Made, Risk, Settled, ToolFailed, ToolSpec

USUALLY = timedelta(hours=2)
LONGEST = timedelta(days=31)
PRODUCT = "-//OwnYou//Calendar//EN"


class NewEntry(BaseModel):
    """An entry with its beginning and end. Without an end it lasts two hours."""

    title: Line = Field(max_length=200)
    starts_at: Moment
    ends_at: Moment | None = None
    zone: str = "UTC"
    place: str = Field("", max_length=300)
    notes: Prose = ""

    @field_validator("zone")
    @classmethod
    def _a_zone(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError):
            raise ValueError(_("“%(zone)s” is not a time zone.") % {"zone": zone[:60]}) from None
        return zone

    @model_validator(mode="after")
    def _in_order(self) -> NewEntry:
        if self.ends_at is None:
            self.ends_at = self.starts_at + USUALLY
        if not self.starts_at <= self.ends_at <= self.starts_at + LONGEST:
            raise Misplaced("ends_at", _("It must end after it begins, within a month."))
        return self

    @property
    def end(self) -> datetime:
        return self.ends_at or self.starts_at + USUALLY


class EntrySaved(BaseModel):
    entry: str = Field(description="id of the entry")


def add(errand: Errand, new: NewEntry) -> Done[EntrySaved]:
    """Add the entry; the same act adds it once."""
    try:
        with transaction.atomic():
            entry = CalendarEntry.objects.create(
                user=errand.user,
                title=new.title,
                place=new.place or None,
                notes=new.notes or None,
                starts_at=new.starts_at,
                ends_at=new.end,
                zone=new.zone,
                subject_kind=errand.subject_kind,
                subject_id=errand.subject_id,
                made_by=errand.action_id,
            )
    except IntegrityError:
        entry = CalendarEntry.objects.get(made_by=errand.action_id)
    return Done(
        EntrySaved(entry=str(entry.pk)),
        receipt=_("In your calendar: %(when)s.") % {"when": when_words(new)},
        inverse={"entry": str(entry.pk)},
    )


def remove(errand: Errand, new: NewEntry, inverse: Mapping[str, JsonValue]) -> str:
    """Take the entry out again. Raises `ToolFailed` when it is gone or was changed by the person since."""
    with transaction.atomic():
        rows = CalendarEntry.objects.of(errand.user).select_for_update()
        entry = rows.filter(pk=UUID(str(inverse["entry"]))).first()
        if entry is None:
            raise ToolFailed(_("The entry is not in your calendar any more."))
        if _said_by(entry) != (new.title, new.place, new.notes, new.starts_at, new.end):
            raise ToolFailed(_("You changed the entry since, so it stays."))
        entry.deleted_at = timezone.now()
        entry.save(update_fields=["deleted_at"])
    return _("The entry is out of your calendar again.")


def _said_by(entry: CalendarEntry) -> tuple[str, str, str, datetime, datetime]:
    return entry.title, entry.place or "", entry.notes or "", entry.starts_at, entry.ends_at


def taken_by(errand: Errand, new: NewEntry) -> Mapping[str, JsonValue]:
    """What stands in the calendar at that time: the act relies on its not changing."""
    rows = CalendarEntry.objects.of(errand.user).between(new.starts_at, new.end)
    return {"at the same time": [row.title for row in rows.exclude(made_by=errand.action_id)]}


def made(errand: Errand, new: NewEntry) -> Made:
    """The entry for any other calendar (RFC 5545), at its moments in its own zone."""
    zone, event, calendar = ZoneInfo(new.zone), Event(), Calendar()
    event.add("uid", f"{errand.action_id}@ownyou")
    event.add("dtstamp", timezone.now())
    event.add("summary", new.title)
    event.add("dtstart", new.starts_at.astimezone(zone))
    event.add("dtend", new.end.astimezone(zone))
    for name, words in (("location", new.place), ("description", new.notes)):
        if words:
            event.add(name, words)
    calendar.add("prodid", PRODUCT)
    calendar.add("version", "2.0")
    calendar.add_component(event)
    calendar.add_missing_timezones()
    return Made(file=KeptFile("entry.ics", "text/calendar", bytes(calendar.to_ical())))


def settle(errand: Errand, new: NewEntry) -> Settled:
    """Look whether the act's entry is there."""
    there = CalendarEntry.objects.filter(user=errand.user, made_by=errand.action_id).exists()
    return Settled.DONE if there else Settled.NOT_DONE


def when_words(new: NewEntry) -> str:
    """The time of the entry in full, in its own zone."""
    zone, locale = ZoneInfo(new.zone), (get_language() or "en").replace("-", "_")
    begins, ends = new.starts_at.astimezone(zone), new.end.astimezone(zone)
    pattern = "EEEE, d MMMM y" if locale[:2] in {"en", "de"} else "EEEE d MMMM y"
    first = f"{format_date(begins, day_pattern(pattern, locale), locale=locale)}, {clock(begins)}"
    if begins.date() == ends.date():
        return f"{first} – {clock(ends)}"
    return f"{first} – {format_date(ends, day_pattern('d MMMM y', locale), locale=locale)}, {clock(ends)}"


def _sentence(new: NewEntry) -> str:
    return _("Put “%(title)s” into your calendar: %(when)s") % {"title": new.title, "when": when_words(new)}


ADD = ToolSpec(
    name="calendar.add",
    title=gettext_noop("Put into the calendar"),
    verb=gettext_noop("Put it in"),
    agent="calendar",
    kind=Kind.WRITE,
    description="Add an entry to the person's own calendar.",
    arguments=NewEntry,
    result=EntrySaved,
    run=add,
    risk=Risk.LOW,
    idempotent=True,
    undo=remove,
    precondition=taken_by,
    settle=settle,
    made=made,
    scope=lambda new: {"calendar": "own"},
    describe=_sentence,
    consumes={
        "title": "string:topic",
        "starts_at": "string:datetime",
        "ends_at": "string:end",
        "zone": "string:zone",
    },
    produces={"entry": "database_entity"},
    verbs=("put it in my calendar", "add it to the calendar", "trag das in den Kalender ein"),
)
TOOLS = (ADD,)
