"""Durations, and the days and times that lie a duration away."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

from ..arithmetic import DAY, add_months, period_at, shift
from ..resolving import anchor, resolve_day
from ..values import (
    Clock,
    ClockRange,
    Context,
    Day,
    DayRange,
    Length,
    Moment,
    Month,
    Number,
    Period,
    Relative,
    Stretch,
    Unit,
    Value,
    WeekdayName,
    WeekdayPlural,
    Word,
)
from .base import rule

MONTHS = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}
SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86400, "week": 604800, "weekend": 172800}
CLOCK_GRAINS = ("second", "minute", "hour")
FEW = 3
WORKING_DAYS = 5


def length_of(count: int, unit: Unit, bare: bool = False) -> Length:
    number = count * unit.count
    months = MONTHS.get(unit.grain, 0) * number
    return Length(months, timedelta(seconds=SECONDS.get(unit.grain, 0) * number), unit.grain, number, bare)


@rule("num .dash? unit", weight=1.2)
def number_of_units(context: Context, number: Number, unit: Unit) -> Value | None:
    if number.digits > 3 or (number.digits == 0 and number.value == 1 and unit.grain == "second"):
        return None
    return length_of(number.value, unit)


@rule(".a unit", weight=0.8)
def one_unit(context: Context, unit: Unit) -> Value | None:
    return None if unit.plural else length_of(1, unit, bare=True)


@rule(".few unit", weight=1.2)
def few_units(context: Context, unit: Unit) -> Value | None:
    return length_of(FEW, unit) if unit.plural else None


@rule(".couple unit", weight=1.2)
def couple_of_units(context: Context, unit: Unit) -> Value | None:
    return length_of(2, unit) if unit.plural else None


@rule(".half .a? .the? unit", ".a .half .dash? unit", weight=1.3)
def half_unit(context: Context, unit: Unit) -> Value | None:
    if unit.grain == "year":
        return Length(6, timedelta(), "month", 6)
    seconds = SECONDS.get(unit.grain, 0) * unit.count / 2
    return Length(0, timedelta(seconds=seconds), "hour" if seconds < 86400 else "day", 1) if seconds else None


@rule("length .anda .half", "num .anda .half unit", "num .and .a? .half unit", weight=2.0)
def and_a_half(context: Context, first: Value, unit: Unit | None = None) -> Value | None:
    length = first if isinstance(first, Length) else None
    if isinstance(first, Number) and unit:
        length = length_of(first.value, unit)
    if length is None or not length.count:
        return None
    return replace(
        length, rest=length.rest + length.rest / length.count / 2, months=length.months * 3 // 2, bare=False
    )


@rule("length .and? .comma? length", weight=1.5)
def sum_of_lengths(context: Context, first: Length, second: Length) -> Value | None:
    order = [*SECONDS, *MONTHS]
    if first.bare or order.index(second.grain) >= order.index(first.grain):
        return None
    return Length(first.months + second.months, first.rest + second.rest, second.grain, 0)


def moved(context: Context, length: Length, sign: int) -> Value:
    """Now, moved: a day for lengths of days or more, else a moment."""
    if length.grain in CLOCK_GRAINS:
        return Moment(moved_time(context.ref, length, sign), "minute")
    return Day(fixed=shift(context.today, length, sign))


def moved_time(start: datetime, length: Length, sign: int) -> datetime:
    return datetime.combine(add_months(start.date(), sign * length.months), start.time()) + sign * length.rest


@rule(
    ".in_ahead .around length",
    ".in_ahead length",
    ".in_ahead .the length",
    ".in_ahead .morethan length",
    "length .fromnow",
    "length .later",
    "length .from|after .nowweak",
    weight=1.8,
)
def ahead(context: Context, length: Length) -> Value | None:
    return None if length.grain == "weekend" else moved(context, length, 1)


@rule("length .out", weight=1.8)
def some_time_out(context: Context, length: Length) -> Value | None:
    """ "Three weeks out"; a day out is an outing."""
    short = not length.months and length.rest <= timedelta(days=1)
    return None if short else ahead(context, length)


@rule("length .ago .today?", ".agobefore length", weight=1.9)
def ago(context: Context, length: Length) -> Value | None:
    return None if length.grain == "weekend" else moved(context, length, -1)


@rule("length .after|from|on|since .the? day|period|month", weight=2.0)
def after_a_day(context: Context, length: Length, start: Day | Period | Month) -> Value | None:
    return _from_day(context, length, start, 1)


@rule("length .before .the? day|period|month", weight=2.0)
def before_a_day(context: Context, length: Length, start: Day | Period | Month) -> Value | None:
    return _from_day(context, length, start, -1)


@rule(".the? .dayword .before .the? day", weight=2.0)
def day_before(context: Context, following: Day) -> Value | None:
    """ "The day before Christmas"."""
    known = resolve_day(context, following)
    return Day(fixed=known - DAY) if known else None


@rule(".the? .dayword .after .the? day", weight=2.0)
def day_after(context: Context, day: Day) -> Value | None:
    known = resolve_day(context, day)
    return Day(fixed=known + DAY) if known else None


def _from_day(context: Context, length: Length, start: Day | Period | Month, sign: int) -> Value | None:
    known = anchor(context, start)
    if known is None or length.grain in (*CLOCK_GRAINS, "weekend"):
        return None
    return Day(fixed=shift(known, length, sign))


@rule("unit .from|on .the? day", weight=1.9)
def unit_from_day(context: Context, unit: Unit, start: Day) -> Value | None:
    """ "Week from Monday", "week on Friday"."""
    if unit.grain != "week" or unit.plural or (start.month and not start.weekday):
        return None
    return _from_day(context, length_of(1, unit), start, 1)


@rule("wname unit", weight=1.6)
def weekday_week(context: Context, name: WeekdayName, unit: Unit) -> Value | None:
    """ "Friday week": a week after the coming Friday."""
    known = resolve_day(context, Day(weekday=name.weekday))
    if known is None or unit.grain != "week" or unit.plural:
        return None
    return Day(fixed=known + 7 * unit.count * DAY)


@rule("length|unit today|tomorrow", "today|tomorrow unit", weight=2.0)
def week_from_today(context: Context, first: Value, second: Value) -> Value | None:
    """ "A week today", "two weeks tomorrow", "tomorrow week"."""
    word, length = (first, second) if isinstance(first, Word) else (second, first)
    if isinstance(length, Unit) and not length.plural:
        length = length_of(1, length)
    if not isinstance(length, Length) or length.grain != "week":
        return None
    start = context.today + DAY if word.category == "tomorrow" else context.today
    return Day(fixed=shift(start, length))


@rule(".the? wname afternext", weight=1.9)
def weekday_after_next(context: Context, name: WeekdayName, _: Value) -> Value:
    """ "The Thursday after next": that of the week after the next one."""
    monday = context.today - context.today.weekday() * DAY
    return Day(fixed=monday + (14 + name.weekday) * DAY)


@rule(".in_ahead .a unit .fromnow", weight=1.9)
def one_unit_ahead(context: Context, unit: Unit) -> Value | None:
    """ "In a week's time", also without its apostrophe."""
    return None if unit.grain == "weekend" else moved(context, length_of(1, unit), 1)


@rule("day .comma? .in length", "day .comma? length .fromnow", weight=2.0)
def weekday_ahead(context: Context, day: Day, length: Length) -> Value | None:
    """ "Friday in two weeks": the first such weekday from then on; "heute in einer Woche": that day."""
    if day.fixed is not None and length.grain not in (*CLOCK_GRAINS, "weekend"):
        return _from_day(context, length, day, 1)
    if day.weekday is None or day.day or length.grain in CLOCK_GRAINS:
        return None
    found = resolve_day(replace(context, prefer="future"), day, shift(context.today, length))
    return Day(fixed=found) if found else None


@rule("day .comma? .on? wname", weight=1.5)
def weekday_after(context: Context, day: Day, name: WeekdayName) -> Value | None:
    """ "Two months from today on Tuesday": the first Tuesday from then on."""
    if day.fixed is None or day.fixed <= context.today + 6 * DAY:
        return None
    found = resolve_day(replace(context, prefer="future"), Day(weekday=name.weekday), day.fixed)
    return Day(fixed=found) if found else None


@rule(".the? mod num unit", ".the? mod few unit", ".the? mod couple unit", ".the? num mod unit", weight=1.8)
def rolling(context: Context, *values: Value) -> Value | None:
    """ "The next 2 weeks" begin tomorrow, "the last 3 months" end today; quarters are whole ones."""
    mod = next(v for v in values if isinstance(v, Relative))
    unit = next(v for v in values if isinstance(v, Unit))
    number = next((v for v in values if isinstance(v, Number)), None)
    count = number.value if number else 2 if values[1].category == "couple" else FEW
    if values[0] is number and (mod.offset == 0 or not (unit.plural or unit.grain == "month")):
        return None  # "a table for two next week"
    if mod.offset == 0:
        mod = replace(mod, offset=1)
    length = length_of(count, unit)
    if unit.grain in CLOCK_GRAINS:
        other = moved_time(context.ref, length, mod.offset)
        return Stretch(min(other, context.ref), max(other, context.ref))
    if unit.grain in ("quarter", "weekend"):
        first = period_at(context.today, unit.grain, 1 if mod.offset > 0 else -count)
        last = period_at(context.today, unit.grain, count if mod.offset > 0 else -1)
        return DayRange(first.begin, last.end) if first and last else None
    if mod.offset > 0:
        return DayRange(context.today + DAY, shift(context.today, length) + DAY)
    return DayRange(shift(context.today, length, -1), context.today)


@rule(".in|during|for|over? .the mod unit", weight=1.7)
def next_units(context: Context, mod: Relative, unit: Unit) -> Value | None:
    """ "In the next days", "in den kommenden Wochen": a few of them."""
    if not unit.plural or mod.offset != 1 or unit.grain not in ("day", "week", "weekend", "month"):
        return None
    return rolling(context, mod, Word("few"), unit)


@rule(".within .the? .mod? length", weight=1.9)
def within(context: Context, length: Length) -> Value | None:
    if length.grain in CLOCK_GRAINS:
        return Stretch(context.ref, moved_time(context.ref, length, 1))
    return DayRange(context.today, shift(context.today, length) + DAY)


@rule(
    ".for length .from|since|startingon day",
    "day .comma? .for length",
    ".from|since day .comma? .for length",
    weight=2.2,
)
def days_from_day(context: Context, first: Value, second: Value) -> Value | None:
    """ "Friday for 3 nights", "for a week from the 5th"."""
    day, length = (first, second) if isinstance(first, Day) else (second, first)
    assert isinstance(day, Day)
    assert isinstance(length, Length)
    begin = resolve_day(context, day)
    if begin is None or length.grain in CLOCK_GRAINS:
        return None
    return DayRange(begin, shift(begin, length))


@rule("moment .comma? .for length", ".for length .from|since|at|startingon moment", weight=2.2)
def time_for_length(context: Context, first: Value, second: Value) -> Value | None:
    moment, length = (first, second) if isinstance(first, Moment) else (second, first)
    assert isinstance(moment, Moment)
    assert isinstance(length, Length)
    return Stretch(moment.at, moved_time(moment.at, length, 1))


@rule(".for length .from|since|at|startingon clock", ".from? clock .for length", weight=2.0)
def clock_for_length(context: Context, first: Value, second: Value) -> Value | None:
    clock, length = (first, second) if isinstance(first, Clock) else (second, first)
    assert isinstance(clock, Clock)
    assert isinstance(length, Length)
    if length.grain not in CLOCK_GRAINS or length.rest >= timedelta(hours=24):
        return None
    end = datetime(2000, 1, 1, clock.hour, clock.minute) + length.rest
    return ClockRange(clock, Clock(end.hour, end.minute, open=clock.open))


@rule(".morethan length .before .the? day|period|month", weight=2.4)
def long_before(context: Context, length: Length, start: Day | Period | Month) -> Value | None:
    """ "More than two days before Monday": any day up to that one."""
    day = _from_day(context, length, start, -1)
    return DayRange(None, day.fixed) if isinstance(day, Day) else None


@rule(".morethan length .after|from .the? day|period|month", weight=2.4)
def long_after(context: Context, length: Length, start: Day | Period | Month) -> Value | None:
    day = _from_day(context, length, start, 1)
    return DayRange(day.fixed + DAY, None) if isinstance(day, Day) and day.fixed else None


@rule(".morethan length .ago", weight=2.4)
def long_ago(context: Context, length: Length) -> Value | None:
    return None if length.grain in CLOCK_GRAINS else DayRange(None, shift(context.today, length, -1))


@rule(".morethan length .fromnow", weight=2.4)
def long_ahead(context: Context, length: Length) -> Value | None:
    return None if length.grain in CLOCK_GRAINS else DayRange(shift(context.today, length), None)


@rule(".in_ahead .lessthan length", weight=2.4)
def soon(context: Context, length: Length) -> Value | None:
    return None if length.grain in CLOCK_GRAINS else DayRange(context.today, shift(context.today, length))


@rule(".lessthan length .ago", weight=2.4)
def lately(context: Context, length: Length) -> Value | None:
    return None if length.grain in CLOCK_GRAINS else DayRange(shift(context.today, length, -1), context.today)


@rule("num wplural .fromnow", weight=2.0)
def weekdays_ahead(context: Context, number: Number, name: WeekdayPlural) -> Value | None:
    """ "Two Sundays from now"."""
    first = resolve_day(replace(context, prefer="future"), Day(weekday=name.weekday), context.today + DAY)
    return Day(fixed=first + (number.value - 1) * 7 * DAY) if first else None


@rule("num wplural .ago", weight=2.0)
def weekdays_back(context: Context, number: Number, name: WeekdayPlural) -> Value | None:
    """ "Two Sundays ago"."""
    last = context.today - ((context.today.weekday() - name.weekday) % 7 or 7) * DAY
    return Day(fixed=last - (number.value - 1) * 7 * DAY)


@rule(".in_ahead num .business", "num .business .fromnow", weight=2.2)
def business_days(context: Context, number: Number) -> Value:
    """ "In five working days": Monday to Friday, holidays not known."""
    weeks, rest = divmod(number.value, WORKING_DAYS)
    start = context.today - max(0, context.today.weekday() - 4) * DAY  # from a weekend: from its Friday
    over = 2 * DAY if start.weekday() + rest >= WORKING_DAYS else 0 * DAY
    return Day(fixed=start + weeks * 7 * DAY + rest * DAY + over)


@rule(".ytd", weight=1.0)
def year_to_date(context: Context) -> Value:
    return DayRange(context.today.replace(month=1, day=1), context.today)
