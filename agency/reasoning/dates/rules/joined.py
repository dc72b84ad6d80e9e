"""Days with parts of the day, with times and with ranges of times."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, time, timedelta

from ..arithmetic import DAY
from ..resolving import PART_CLOCKS, at, close, close_pair, resolve_day
from ..values import (
    Clock,
    ClockRange,
    Context,
    Day,
    DayPart,
    Moment,
    Number,
    Part,
    PartName,
    Relative,
    Stretch,
    Value,
    Year,
)
from .base import rule
from .clocks import hour_of


@rule("day .comma? .in|at|on? .the? part", weight=1.5)
def day_and_part(context: Context, day: Day, part: Part) -> Value:
    return DayPart(day, part)


@rule("part .of? .on? .comma? .the? day", weight=1.4)
def part_of_day(context: Context, part: Part, day: Day) -> Value:
    return DayPart(day, part)


@rule(".the? mod part", weight=1.4)
def relative_part(context: Context, mod: Relative, part: Part) -> Value:
    return DayPart(Day(fixed=context.today + mod.offset * DAY), part)


@rule("late daypart", "early daypart", weight=1.4)
def end_of_daypart(context: Context, which: Value, whole: DayPart) -> Value:
    part = whole.part
    middle = part.begin + (part.end - part.begin) // 2
    narrowed = replace(part, begin=middle) if which.category == "late" else replace(part, end=middle)
    return DayPart(whole.day, narrowed)


@rule(".lastnight", weight=1.2)
def last_night(context: Context) -> Value:
    return DayPart(Day(fixed=context.today - DAY), Part("night", 18, 23))


@rule(
    "day .comma? .at|around|by? .around? clock",
    "clock .comma? .on|of? .the? day",
    "clock .zone .on? .the? day",
    "day .at pname",
    "day .comma? .dash clock",
    weight=1.6,
)
def day_at_clock(context: Context, first: Value, second: Value) -> Value | None:
    day, clock = (first, second) if isinstance(first, Day) else (second, first)
    if isinstance(clock, PartName):
        named = PART_CLOCKS.get(clock.name)
        if named is None:
            return None
        clock = named
    assert isinstance(day, Day)
    assert isinstance(clock, Clock)
    known = resolve_day(context, day)
    return Moment(at(known, close(clock)), clock.grain) if known else None


@rule(
    "daypart .comma? .at|around|by .around? clock|num",
    "daypart .comma? .around? clock",
    "clock .comma? .on? .the? daypart",
    "num .comma? daypart",
    weight=1.8,
)
def daypart_at_clock(context: Context, first: Value, second: Value) -> Value | None:
    """ "Tomorrow evening around 8", "7pm tonight", "10, tonight"."""
    whole, what = (first, second) if isinstance(first, DayPart) else (second, first)
    assert isinstance(whole, DayPart)
    clock = hour_of(what) if isinstance(what, Number) else what
    known = resolve_day(context, whole.day)
    if known is None or not isinstance(clock, Clock):
        return None
    closed = close(clock, whole.part)
    after_midnight = whole.part.name == "night" and closed.hour < 5
    return Moment(at(known + DAY if after_midnight else known, closed), clock.grain)


@rule("day .comma? .at? hours", "hours .comma? .on|of? .the? day", weight=1.8)
def day_and_hours(context: Context, first: Value, second: Value) -> Value | None:
    day, hours = (first, second) if isinstance(first, Day) else (second, first)
    assert isinstance(day, Day)
    assert isinstance(hours, ClockRange)
    return _stretch(context, day, hours, None)


@rule("day .comma? num .to|dash|until num", weight=2.6)
def day_and_bare_hours(context: Context, day: Day, first: Number, last: Number) -> Value | None:
    """ "3 December 14 to 16", "tomorrow 5-7": behind a weekday alone the figures may be days of a month."""
    begin, end = hour_of(first), hour_of(last)
    if begin is None or end is None or first.counts or last.counts or not (day.day or day.fixed):
        return None
    return _stretch(context, day, ClockRange(begin, end), None) if first.value < last.value else None


@rule("daypart .comma? hours", "hours .comma? .on? .the? daypart", weight=1.9)
def daypart_and_hours(context: Context, first: Value, second: Value) -> Value | None:
    whole, hours = (first, second) if isinstance(first, DayPart) else (second, first)
    assert isinstance(whole, DayPart)
    assert isinstance(hours, ClockRange)
    return _stretch(context, whole.day, hours, whole.part)


def _stretch(context: Context, day: Day, hours: ClockRange, part: Part | None) -> Stretch | None:
    known = resolve_day(context, day)
    if known is None:
        return None
    begin, end = hours.begin, hours.end
    if begin and end:
        begin, end = close_pair(begin, end, part)
    first = at(known, close(begin, part)) if begin else None
    last = at(known, close(end, part)) if end else None
    if first and last and last <= first:
        last += timedelta(days=1)
    return Stretch(first, last)


@rule("hours .in|at? .the? part", weight=1.6)
def hours_in_part(context: Context, hours: ClockRange, part: Part) -> Value | None:
    """ "From 5 to 6 in the afternoon"."""
    if hours.begin is None or hours.end is None:
        return None
    return ClockRange(*close_pair(hours.begin, hours.end, part))


@rule("moment .comma? .on? day", weight=1.2)
def moment_with_its_date(context: Context, moment: Moment, day: Day) -> Value | None:
    """A date said twice: "Tomorrow at 7, 13 April". Another weekday is another day ("Friday 7, Saturday")."""
    known = resolve_day(context, day)
    if known and day.weekday is not None and known.weekday() != moment.at.weekday():
        return None
    return Moment(datetime.combine(known, moment.at.time()), moment.grain) if known else None


@rule("moment .comma year", weight=1.4)
def moment_with_its_year(context: Context, moment: Moment, year: Year) -> Value:
    """ "January 1st at noon, 2020"."""
    return Moment(moment.at.replace(year=year.year), moment.grain)


@rule("num .on? day", "day num", weight=1.2)
def figures_and_day(context: Context, first: Value, second: Value) -> Value | None:
    """ "0800 tomorrow": four figures of which the first is 0."""
    number, day = (first, second) if isinstance(first, Number) else (second, first)
    assert isinstance(number, Number)
    assert isinstance(day, Day)
    known = resolve_day(context, day)
    if known is None or number.digits != 4 or number.value >= 1000 or number.value % 100 > 59:
        return None
    return Moment(at(known, Clock(number.value // 100, number.value % 100)))


@rule(".thistime day", weight=2.0)
def same_time(context: Context, day: Day) -> Value | None:
    """ "This time tomorrow"."""
    known = resolve_day(context, day)
    return Moment(datetime.combine(known, context.ref.time())) if known else None


@rule(".now", weight=1.0)
def now(context: Context) -> Value:
    return Moment(context.ref, "second")


@rule(".the? .eod .of|on? .the? day?", ".endof .the? .dayword", ".endof .the? day", weight=1.4)
def end_of_day(context: Context, day: Day | None = None) -> Value | None:
    known = resolve_day(context, day) if day else context.today
    return Moment(datetime.combine(known, time(23, 59, 59)), "second") if known else None


@rule("day .eod", weight=1.5)
def day_end(context: Context, day: Day) -> Value | None:
    return end_of_day(context, day)


@rule("early .in? .the .dayword day?", "mid day", weight=1.4)
def early_in_the_day(context: Context, part: Value, day: Day | None) -> Value | None:
    hours = Part("day", 6, 12) if part.category == "early" else Part("day", 10, 14)
    return DayPart(day or Day(fixed=context.today), hours)
