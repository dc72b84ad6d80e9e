"""When an event happens: recurrence rules (RFC 5545, section 3.3.10) on the clocks of its city."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from dateutil.rrule import DAILY, WEEKLY, rrule, rrulestr

ANCHOR = date(2025, 1, 6)
"""The Monday that rules without a start date count their intervals from."""

UNDER_WAY = timedelta(hours=1)
"""What must be left of an event that has begun for it still to be worth going."""

_SWEPT = 400
"""Occurrences looked at, at most, for one event and search."""

_LAST_YEARS = datetime(9990, 1, 1)
"""Near the calendar's end, where a rule that never happens is found out after few steps."""

_UTC_UNTIL = re.compile(r"(UNTIL=\d{8}T\d{6})Z", re.I)


def check_rule(rule: str) -> str:
    """The rule as given; raises ValueError when it is none, never happens or recurs within a day."""
    if not rule:
        return ""
    try:
        parsed = _parse(rule, datetime.combine(ANCHOR, time()))
        happens = next(iter(parsed.replace(dtstart=_LAST_YEARS, until=None, count=None)), None)
    except (ValueError, TypeError, KeyError, AttributeError):
        raise ValueError(f"{rule[:60]!r} is no recurrence rule such as FREQ=WEEKLY;BYDAY=FR") from None
    if parsed._freq > DAILY:  # type: ignore[attr-defined]
        raise ValueError("an event recurs daily at most")
    if parsed._freq == DAILY and parsed._interval > 1 and "BY" in rule.upper():  # type: ignore[attr-defined]
        raise ValueError("a rule of every so many days cannot also name days; use FREQ=WEEKLY")
    if happens is None:
        raise ValueError(f"{rule[:60]!r} never happens")
    return rule


def occurrences(
    *,
    rule: str,
    start_date: date | None,
    start_time: time | None,
    duration: timedelta,
    zone: ZoneInfo,
    begins: datetime,
    ends: datetime,
) -> Iterator[tuple[datetime, datetime]]:
    """Aware (start, end) of the event in `zone`: starts in [begins, ends), or of that day and under way.

    An occurrence keeps its local clock across changes to and from summer time; its duration is elapsed time.
    """
    clock = start_time or time()
    earliest = (begins - duration).astimezone(zone).replace(tzinfo=None)
    latest = ends.astimezone(zone).replace(tzinfo=None)
    for naive in _local_starts(rule, start_date, clock, earliest, latest):
        start = naive.replace(tzinfo=zone)
        end = (start.astimezone(UTC) + duration).astimezone(zone)
        if start < ends and (start >= begins or _under_way(start, end, begins)):
            yield start, end


def _under_way(start: datetime, end: datetime, begins: datetime) -> bool:
    """Begun earlier on the day of `begins`, with enough left; last night's party is not today's."""
    return start.date() == begins.astimezone(start.tzinfo).date() and end - begins >= UNDER_WAY


def _local_starts(
    rule: str, start_date: date | None, clock: time, earliest: datetime, latest: datetime
) -> Iterator[datetime]:
    first = datetime.combine(start_date or ANCHOR, clock)
    if not rule:
        return iter([first] if earliest <= first <= latest else [])
    parsed = _parse(rule, first)
    nearer = parsed.replace(dtstart=_nearer(parsed, first, earliest))
    coming = islice(nearer.xafter(earliest, inc=True), _SWEPT)
    return takewhile(lambda start: start <= latest, coming)


def _parse(rule: str, first: datetime) -> rrule:
    parsed = rrulestr(_UTC_UNTIL.sub(r"\1", rule.removeprefix("RRULE:")), dtstart=first)
    if not isinstance(parsed, rrule):
        raise ValueError("more than one rule")
    return parsed


def _nearer(parsed: rrule, first: datetime, earliest: datetime) -> datetime:
    """A later start in step with the rule, so that old events need not be counted from their first day."""
    step = {WEEKLY: 7, DAILY: 1}.get(parsed._freq, 0) * parsed._interval  # type: ignore[attr-defined]
    if not step or parsed._count is not None or earliest <= first:  # type: ignore[attr-defined]
        return first
    return first + timedelta(days=((earliest - first).days // step) * step)
