"""From pieces to dates: what a partial day, month or time of day means at the reference."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime, time, timedelta

from .arithmetic import DAY, month_period, third_of
from .holidays import holiday_date
from .spans import Grain
from .values import Clock, Context, Day, DayRange, Month, Part, Period

# Hours of the parts of a day, end exclusive. "Night" overlaps the evening: people who ask for a table on
# Friday night mean from six on. 24 is the midnight at the day's end.
PARTS = {
    "morning": (6, 12), "afternoon": (12, 18), "evening": (18, 22), "night": (18, 23), "lunch": (12, 14),
    "dinner": (18, 21), "breakfast": (7, 10), "brunch": (10, 13), "day": (8, 18),
    "after_work": (17, 21),
}  # fmt: skip
PART_CLOCKS = {"noon": Clock(12, grain="hour"), "midnight": Clock(0, grain="hour")}
LAST_MORNING_HOUR = 8  # an hour left open below it means the afternoon or evening: "at 7" is 19:00


def part_of(name: str) -> Part:
    return Part(name, *PARTS[name])


def resolve_day(context: Context, day: Day, near: date | None = None) -> date | None:
    """The date meant: the nearest ahead of `near` (default today, which counts) or behind it."""
    start = near or context.today
    if day.fixed:
        return day.fixed
    if day.holiday:
        key = day.holiday
        return _nearest(context, start, day.year, lambda year: holiday_date(key, year))
    if day.month and day.day:
        month, number = day.month, day.day
        return _nearest(context, start, day.year, lambda year: date(year, month, number))
    if day.day:
        return _nearest_in_months(context, start, day)
    if day.weekday is not None:
        if context.prefer == "past" and near is None:
            return start - timedelta(days=(start.weekday() - day.weekday) % 7)
        return start + timedelta(days=(day.weekday - start.weekday()) % 7)
    return None


def _nearest(context: Context, start: date, year: int | None, build: Callable[[int], date]) -> date | None:
    if year is not None:
        return build(year)
    step = -1 if context.prefer == "past" else 1
    for ahead in range(9):  # 29 February may be eight years away
        found = _try(build, start.year + step * ahead)
        if found and (found - start).days * step >= 0:
            return found
    return None


def _try(build: Callable[[int], date], year: int) -> date | None:
    try:
        return build(year)
    except ValueError:
        return None


def _nearest_in_months(context: Context, start: date, day: Day) -> date | None:
    """The next "the 31st", or the next "Tuesday the 11th" within a year."""
    step = -1 if context.prefer == "past" else 1
    first: date | None = None
    for found in _days_of_months(start, day.day or 0, step):
        if (found - start).days * step < 0:
            continue
        if day.weekday is None or found.weekday() == day.weekday:
            return found
        first = first or found
    return first


def _days_of_months(start: date, number: int, step: int) -> Iterator[date]:
    index = start.year * 12 + start.month - 1
    for ahead in range(15):
        year, month = divmod(index + step * ahead, 12)
        try:
            yield date(year, month + 1, number)
        except ValueError:
            continue


def resolve_month(context: Context, month: Month, near: date | None = None) -> Period:
    """The month meant; the present one counts, unless its part has gone by."""
    start = near or context.today
    for year in [month.year] if month.year else _years(context, start):
        whole = month_period(year, month.month)
        found = third_of(whole, month.part) if month.part else whole
        if month.year or (found.begin <= start if context.prefer == "past" else found.end > start):
            return found
    return found


def _years(context: Context, start: date) -> list[int]:
    return [start.year, start.year + (-1 if context.prefer == "past" else 1)]


def close(clock: Clock, part: Part | None = None) -> Clock:
    """A clock whose half of the day is settled, by the part of the day beside it or by habit."""
    if not clock.open:
        return clock
    hour = clock.hour % 12
    if part is None:
        late = hour < LAST_MORNING_HOUR
    elif part.name == "night":
        late = hour >= 5
    else:
        late = part.begin >= 12 or (part.begin > hour and hour + 12 < part.end)
    return replace(clock, hour=hour + 12 * late, open=False)


def at(day: date, clock: Clock) -> datetime:
    return datetime.combine(day, to_time(clock))


def to_time(clock: Clock) -> time:
    return time(clock.hour, clock.minute, clock.second)


def at_hour(day: date, hour: int) -> datetime:
    return datetime.combine(day, time()) + timedelta(hours=hour)


def close_pair(begin: Clock, end: Clock, part: Part | None = None) -> tuple[Clock, Clock]:
    """Both ends of "5 to 6pm", "8am-3", "11-4": an open end follows the other one."""
    if begin.open and not end.open:
        latest = [c for c in _halves(begin) if minutes(c) < minutes(end)]
        return (latest[-1] if latest else close(begin)), end
    if part is not None or begin.open:
        begin = close(begin, part)
    if end.open:
        later = [c for c in _halves(end) if minutes(c) > minutes(begin)]
        end = later[0] if later else _halves(end)[0]
    return begin, end


def _halves(clock: Clock) -> list[Clock]:
    return [replace(clock, hour=clock.hour % 12 + 12 * late, open=False) for late in (False, True)]


def minutes(clock: Clock) -> int:
    return clock.hour * 60 + clock.minute


def days_of(context: Context, value: Day | Month | Period | DayRange) -> tuple[date | None, date | None]:
    """Any piece that lasts whole days as [begin, end)."""
    if isinstance(value, Period | DayRange):
        return value.begin, value.end
    if isinstance(value, Month):
        period = resolve_month(context, value)
        return period.begin, period.end
    day = resolve_day(context, value)
    if day is None:
        return None, None
    return day, day + DAY


def grain_of(value: Day | Month | Period | DayRange) -> Grain:
    return (
        value.grain
        if isinstance(value, Period | DayRange)
        else "month"
        if isinstance(value, Month)
        else "day"
    )


def anchor(context: Context, value: Day | Period | Month) -> date | None:
    """The day from which a length is counted: a period's first."""
    return days_of(context, value)[0]
