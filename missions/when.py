"""From the slots `date` and `time` to moments on the clock of the place."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from babel.dates import format_date, get_day_names
from babel.lists import format_list
from django.utils.translation import gettext as _

from missions.brief import Brief
from ownyou.lib.locales import clock, day_pattern

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKNIGHTS, WEEKEND = frozenset(WEEKDAYS[:4]), frozenset(WEEKDAYS[4:])
AROUND = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Window:
    """When something is wanted: first and last day, and the hours of the day where they were said."""

    first: date
    last: date
    begins: datetime
    ends: datetime
    hours: tuple[time, time] | None
    days: tuple[date, ...] = ()
    """Where only some of the days from first to last are meant ("Friday or Sunday"): those."""
    at: time | None = None
    """The one time that was named, in the middle of the hours."""

    def minutes_off(self, moment: time) -> int:
        """How far (minutes) a time of day is from the time that was named, or else from the hours wanted."""
        if self.hours is None or (self.at is None and self.holds(moment)):
            return 0
        return min(_minutes_between(moment, wanted) for wanted in ((self.at,) if self.at else self.hours))

    def visits(self) -> list[tuple[datetime, datetime]]:
        """When it begins and ends on each of a few days; one stretch for many, or for one."""
        days = self.days or [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]
        if len(days) < 2 or (not self.days and (self.hours is None or len(days) > len(WEEKDAYS))):
            return [(self.begins, self.ends)]
        last = self.ends - timedelta(days=(self.last - self.first).days)
        shifts = [timedelta(days=(day - self.first).days) for day in days]
        return [(self.begins + shift, last + shift) for shift in shifts]

    def covers(self, moment: datetime) -> bool:
        """Whether a moment is in the time wanted, on one of the days that are meant."""
        if not self.begins <= moment <= self.ends:
            return False
        return not self.days or any(begins <= moment <= ends for begins, ends in self.visits())

    @property
    def weekday(self) -> str:
        """The day of the week of the (first) visit."""
        return WEEKDAYS[self.first.weekday()]

    def holds(self, moment: time) -> bool:
        """Whether a time of day is in the hours said, which may pass midnight; yes when none were said."""
        if self.hours is None:
            return True
        start, end = self.hours
        return start <= moment <= end if start <= end else moment >= start or moment <= end

    def moment_of(self, at: time) -> datetime:
        """A time of day on the (first) day; in hours that pass midnight an early one is on the day after."""
        moment = datetime.combine(self.first, at, tzinfo=self.begins.tzinfo)
        passes = self.hours is not None and self.hours[0] > self.hours[1] >= at
        return moment + timedelta(days=1) if passes else moment


def window_of(brief: Brief, zone: ZoneInfo) -> Window | None:
    """Return when it is wanted, in the zone of the place; None when neither date nor time was said."""
    if brief.slots.get("open") == "now":
        now = brief.now.astimezone(zone)
        return Window(now.date(), now.date(), now, now + timedelta(minutes=30), None)
    days, hours = _days(brief.slots.get("date")), _hours(brief.slots.get("time"))
    if days is None and hours is None:
        return None
    first, last = days or (brief.now.astimezone(zone).date(),) * 2
    start, end = hours or (time(0), time(23, 59))
    begins = datetime.combine(first, start, tzinfo=zone)
    ends = datetime.combine(last, end, tzinfo=zone)
    if ends <= begins:
        ends += timedelta(days=1)
    return Window(
        first, last, begins, ends, hours, _some_days(brief.slots.get("date")), _point(brief.slots.get("time"))
    )


def _days(value: Any) -> tuple[date, date] | None:
    try:
        if isinstance(value, dict):
            return date.fromisoformat(value["start"]), date.fromisoformat(value["end"])
        return (date.fromisoformat(value),) * 2 if value else None
    except (KeyError, TypeError, ValueError):
        return None


def _some_days(value: Any) -> tuple[date, ...]:
    """The days of a choice of days that do not follow each other."""
    try:
        return tuple(date.fromisoformat(day) for day in value.get("days") or ())
    except (AttributeError, TypeError, ValueError):
        return ()


def _point(value: Any) -> time | None:
    try:
        return time.fromisoformat(value) if value and isinstance(value, str) else None
    except ValueError:
        return None


def _minutes_between(one: time, other: time) -> int:
    """Minutes between two times of day, the shorter way round the clock."""
    apart = abs((one.hour - other.hour) * 60 + one.minute - other.minute)
    return min(apart, 24 * 60 - apart)


def _hours(value: Any) -> tuple[time, time] | None:
    try:
        if isinstance(value, dict):
            return time.fromisoformat(value["start"]), time.fromisoformat(value["end"])
        if not value:
            return None
        point = datetime.combine(date(2000, 1, 2), time.fromisoformat(value))
        return (point - AROUND).time(), (point + AROUND).time()
    except (KeyError, TypeError, ValueError):
        return None


def day_in_words(day: date, language: str) -> str:
    """Write a date in full: "Friday, 4 December 2026"."""
    return format_date(day, day_pattern("EEEE, d MMMM y", language), locale=language)


def span_in_words(first: date, last: date, language: str) -> str:
    """Write two dates and what is between, the year once: "Tuesday, 11 May – Saturday, 15 May 2027"; a whole
    month by its name."""
    if first.day == 1 and last == first + timedelta(days=monthrange(first.year, first.month)[1] - 1):
        return format_date(first, "LLLL y", locale=language)
    year = "" if first.year == last.year else " y"
    begins = format_date(first, day_pattern(f"EEEE, d MMMM{year}", language), locale=language)
    return f"{begins} – {day_in_words(last, language)}"


def days_in_words(days: Collection[str], language: str) -> str:
    """Name the days of the week on which something holds: "weeknight", "weekend", else each day."""
    held = set(days)
    if not held or held >= set(WEEKDAYS):
        return ""
    if held == WEEKNIGHTS:
        return _("weeknight")
    if held in (WEEKEND, WEEKEND - {"fri"}):
        return _("weekend")
    names = get_day_names("wide", locale=language)
    return ", ".join(str(names[number]) for number, day in enumerate(WEEKDAYS) if day in held)


def slots_in_words(slots: dict[str, Any], language: str) -> str:
    """Write date and time slots in one phrase, or return an empty string."""
    days, at = _days(slots.get("date")), slots.get("time")
    words = []
    if some := _some_days(slots.get("date")):
        words.append(format_list([day_in_words(day, language) for day in some], style="or", locale=language))
    elif days and days[0] == days[1]:
        words.append(day_in_words(days[0], language))
    elif days:
        words.append(span_in_words(*days, language))
    bounds = [at.get("start"), at.get("end")] if isinstance(at, dict) else [at]
    hours = " – ".join(_clock(bound, language) for bound in bounds if bound)
    return ", ".join([*words, hours] if hours else words)


def _clock(text: Any, language: str) -> str:
    """A time of a slot; what is none stands as it is."""
    try:
        return clock(time.fromisoformat(text), language)
    except (TypeError, ValueError):
        return str(text)
