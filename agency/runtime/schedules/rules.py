"""When a rule in local clock time is due next. Pure.

Rules are RRULEs of RFC 5545 over days (no times); the time of day is local. Over a change of the clocks, a
time that does not exist that day is as much later as the clocks jump (02:30 becomes 03:30), and a time that
exists twice is the first of the two.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

from dateutil.rrule import rrulestr
from django.utils.translation import gettext as _

from ownyou.lib.errors import InvalidInput

ONCE = "FREQ=DAILY;COUNT=1"
MOST_RULE = 200
_BY_THE_DAY = ("FREQ=DAILY", "FREQ=WEEKLY", "FREQ=MONTHLY", "FREQ=YEARLY")


def check_rule(rule: str) -> str:
    """Return `rule`. Raises `InvalidInput` when it is no rule over days."""
    parts = rule.upper().split(";")
    if len(rule) > MOST_RULE or not any(part in _BY_THE_DAY for part in parts):
        raise InvalidInput(_("A schedule repeats by days, weeks, months or years."), field="rule")
    if any(part.startswith(("BYHOUR", "BYMINUTE", "BYSECOND", "UNTIL")) for part in parts):
        raise InvalidInput(_("A schedule's rule names days; the time of day stands beside it."), field="rule")
    try:
        rrulestr(rule, dtstart=datetime(2026, 1, 1))
    except ValueError as error:
        raise InvalidInput(_("This schedule's rule cannot be read."), field="rule") from error
    return rule


def next_slot(rule: str, *, at: time, zone: ZoneInfo, starts_on: date, after: datetime) -> datetime | None:
    """The first slot later than `after` (aware), in UTC; None when the rule is over."""
    return next(iter(slots(rule, at=at, zone=zone, starts_on=starts_on, after=after, most=1)), None)


def slots(
    rule: str, *, at: time, zone: ZoneInfo, starts_on: date, after: datetime, most: int
) -> list[datetime]:
    """The next `most` slots later than `after`, in UTC."""
    days = rrulestr(rule, dtstart=datetime.combine(starts_on, time()))
    begin = datetime.combine(after.astimezone(zone).date() - timedelta(days=1), time())
    moments = (in_zone(day.date(), at, zone) for day in days.xafter(begin, inc=True))
    return list(islice((moment for moment in moments if moment > after), most))


def in_zone(day: date, at: time, zone: ZoneInfo) -> datetime:
    """The moment of a local time, in UTC."""
    return datetime.combine(day, at, tzinfo=zone).astimezone(UTC)
