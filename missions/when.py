"""From the slots `date` and `time` to moments on the clock of the place."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
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


LATEST = "23:59"
"""Until when "not before 8" goes."""
_NOT_BEFORE = re.compile(
    r"\b(?:not (?:before|earlier than)|no earlier than|(?:at the )?earliest(?: at)?|after|from"
    r"|nicht vor|ab|frühestens(?: um)?|nach|pas avant|à partir de|après)\s+(?:um\s+)?\d",
    re.IGNORECASE,
)


def no_sooner(at: str, text: str) -> Any:
    """A time as the slot `time`: from it until late where the words name it as the first ("after 9")."""
    return {"start": at, "end": LATEST} if _NOT_BEFORE.search(text) else at


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
    each: tuple[Window, ...] = ()
    """Where some times are meant ("Friday at 7 or Sunday at 8", "at 7 or 8"): a window of each."""

    def of_day(self, day: date) -> Window:
        """What is wanted on one of the days, where each day has its own times."""
        own = tuple(way for way in self.each if way.first <= day <= way.last)
        return own[0] if len(own) == 1 else replace(self, each=own) if own else self

    def minutes_off(self, moment: time) -> int:
        """How far (minutes) a time of day is from the time that was named, or else from the hours wanted."""
        if self.each:
            return min(way.minutes_off(moment) for way in self.each)
        if self.hours is None or (self.at is None and self.holds(moment)):
            return 0
        return min(_minutes_between(moment, wanted) for wanted in ((self.at,) if self.at else self.hours))

    def visits(self) -> list[tuple[datetime, datetime]]:
        """When it begins and ends on each of a few days; one stretch for many, or for one."""
        if self.each:
            return sorted({visit for way in self.each for visit in way.visits()})
        days = self.days or [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]
        if len(days) < 2 or (not self.days and (self.hours is None or len(days) > len(WEEKDAYS))):
            return [(self.begins, self.ends)]
        last = self.ends - timedelta(days=(self.last - self.first).days)
        shifts = [timedelta(days=(day - self.first).days) for day in days]
        return [(self.begins + shift, last + shift) for shift in shifts]

    def covers(self, moment: datetime) -> bool:
        """Whether a moment is in the time wanted, on one of the days that are meant."""
        if self.each:
            return any(way.covers(moment) for way in self.each)
        if not self.begins <= moment <= self.ends:
            return False
        free = not self.days and self.hours is None
        return free or any(begins <= moment <= ends for begins, ends in self.visits())

    @property
    def weekday(self) -> str:
        """The day of the week of the (first) visit."""
        return WEEKDAYS[self.first.weekday()]

    def holds(self, moment: time) -> bool:
        """Whether a time of day is in the hours said, which may pass midnight; yes when none were said."""
        if self.each:
            return any(way.holds(moment) for way in self.each)
        if self.hours is None:
            return True
        start, end = self.hours
        return start <= moment <= end if start <= end else moment >= start or moment <= end

    def moment_of(self, at: time) -> datetime:
        """A time of day on the (first) day; in hours that pass midnight an early one is on the day after.

        Where days have times of their own it is on the day whose time is nearest.
        """
        if self.each:
            return min(self.each, key=lambda way: way.minutes_off(at)).moment_of(at)
        moment = datetime.combine(self.first, at, tzinfo=self.begins.tzinfo)
        passes = self.hours is not None and self.hours[0] > self.hours[1] >= at
        return moment + timedelta(days=1) if passes else moment


def window_of(brief: Brief, zone: ZoneInfo) -> Window | None:
    """Return when it is wanted, in the zone of the place; None when neither date nor time was said."""
    if brief.slots.get("open") == "now":
        now = brief.now.astimezone(zone)
        return Window(now.date(), now.date(), now, now + timedelta(minutes=30), None)
    date_said, time_said = brief.slots.get("date"), _time_meant(brief.slots)
    window = _window(date_said, time_said, brief.now.astimezone(zone).date(), zone)
    if window is None:
        return None
    each = [
        way
        for one in either(brief.slots)
        if (way := _window(one.get("day") or date_said, _range_or_point(one), window.first, zone))
    ]
    return replace(window, each=tuple(each)) if len(each) > 1 else window


def _window(day_said: Any, time_said: Any, today: date, zone: ZoneInfo) -> Window | None:
    days, hours = _days(day_said), _hours(time_said)
    if days is None and hours is None:
        return None
    first, last = days or (today, today)
    start, end = hours or (time(0), time(23, 59))
    begins = datetime.combine(first, start, tzinfo=zone)
    ends = datetime.combine(last, end, tzinfo=zone)
    if ends <= begins:
        ends += timedelta(days=1)
    return Window(first, last, begins, ends, hours, _some_days(day_said), _point(time_said))


def either(slots: Mapping[str, Any]) -> list[dict[str, str]]:
    """The times of which any will do, without those of days that are no longer meant."""
    said, days = slots.get("time"), _days(slots.get("date"))
    ways = said.get("each") if isinstance(said, dict) else None
    return [
        way
        for way in ways or ()
        if "day" not in way or (days and days[0] <= date.fromisoformat(way["day"]) <= days[1])
    ]


def _time_meant(slots: Mapping[str, Any]) -> Any:
    """The slot `time`; where days had times of their own and one day is left, that day's."""
    ways = either(slots)
    return _range_or_point(ways[0]) if len(ways) == 1 else slots.get("time")


def each_time(said: Any, change: Callable[[str], str]) -> Any:
    """The slot `time` with every time of day in it changed."""
    if not isinstance(said, dict):
        return change(said)
    ends = {name: change(said[name]) for name in ("start", "end")}
    if ways := said.get("each"):
        return ends | {"each": [each_time(way, change) | _day_of(way) for way in ways]}
    return ends


def _day_of(way: Mapping[str, str]) -> dict[str, str]:
    return {"day": way["day"]} if "day" in way else {}


def _range_or_point(way: Mapping[str, str]) -> Any:
    return way["start"] if way["start"] == way["end"] else way


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
    if len(ways := either(slots)) > 1:
        return _either_in_words(slots, ways, language)
    days, at = _days(slots.get("date")), _time_meant(slots)
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


def _either_in_words(slots: dict[str, Any], ways: list[dict[str, str]], language: str) -> str:
    """ "Friday, 4 December 2026, 19:00 or Sunday, 6 December 2026, 20:00"; the day once where it is one."""
    own = any("day" in way for way in ways)
    said = [slots_in_words({"date": way.get("day"), "time": _range_or_point(way)}, language) for way in ways]
    times = format_list(said, style="or", locale=language)
    day = "" if own else slots_in_words({"date": slots.get("date")}, language)
    return f"{day}, {times}" if day else times


def _clock(text: Any, language: str) -> str:
    """A time of a slot; what is none stands as it is."""
    try:
        return clock(time.fromisoformat(text), language)
    except (TypeError, ValueError):
        return str(text)
