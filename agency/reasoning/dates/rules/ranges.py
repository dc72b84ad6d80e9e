"""From one point to another, and ranges that are open at one side."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from ..arithmetic import DAY, add_months, days_in
from ..resolving import at, at_hour, close_pair, days_of, grain_of, resolve_day, resolve_month
from ..values import (
    Clock,
    ClockRange,
    Context,
    Day,
    DayPart,
    DayRange,
    Moment,
    Month,
    MonthName,
    Number,
    Ordinal,
    Period,
    Stretch,
    Value,
    Year,
)
from .base import rule
from .clocks import as_clock, hour_of

LONGEST_VISIT = timedelta(hours=10)  # "Friday 7-6" is the sixth of July, "Friday 9-5" a working day
FURTHEST_BACK = timedelta(days=183)  # an end this long before its beginning may have changed places with it
WEEKS_OVER_A_MONTHS_END = 14  # days
Whole = Day | Month | Period


@rule(
    ".from|startingon|since .the? day|month|period .comma? .to|until|dash .the? day|month|period",
    ".between .the? day|month|period .and|dash|to .the? day|month|period",
    ".in|on? day|month|period .to|until|dash .the? day|month|period",
    weight=2.5,
)
def day_to_day(context: Context, first: Whole, last: Whole) -> Value | None:
    if isinstance(first, Day) and isinstance(last, Day):
        return _days(context, first, last)
    if isinstance(last, Month) and isinstance(first, Month | Day):
        return _to_month(context, first, last)
    begin, _ = days_of(context, first)
    _, end = days_of(context, last)
    if isinstance(last, Day) and last.fixed is None and begin:
        found = resolve_day(context, last, begin)
        end = found and found + DAY
    return DayRange(begin, end, grain_of(first)) if begin and end and begin < end else None


def _days(context: Context, first: Day, last: Day) -> DayRange | None:
    """Each end lends the other what it left unsaid: "from the 9th to the 17th of April 2020".

    An end before its beginning has changed places with it ("14 to 10 May"): nobody means the year between.
    """
    first, last = _in_order(*_lend(*_in_order(*_month_before(first, last))))
    begin = resolve_day(context, first)
    if begin is None:
        return None
    forward = replace(context, prefer="future")
    end = resolve_day(forward, last, begin) if last.fixed is None else last.fixed
    if end and end < begin and last.year and not first.year:
        begin = begin.replace(year=last.year)
    elif end and end < begin and first.fixed is None and not first.year:
        found = resolve_day(replace(context, prefer="past"), first, end)
        begin = found or begin
    return DayRange(begin, end + DAY) if end and begin <= end else None


def _month_before(first: Day, last: Day) -> tuple[Day, Day]:
    """ "From 30 to 2 December" begins in November; "from 10 to 5 December" has its ends changed about."""
    if not first.day or first.month or first.weekday is not None or not last.month or not last.day:
        return first, last
    month = (last.month - 2) % 12 + 1
    if last.day < first.day <= days_in(2000, month):
        near = days_in(2000, month) - first.day + last.day <= WEEKS_OVER_A_MONTHS_END
        year = last.year - (month > last.month) if last.year and near else last.year
        return replace(first, month=month if near else last.month, year=year), last
    return first, last


def _in_order(first: Day, last: Day) -> tuple[Day, Day]:
    """Both days, changed about where the last one is earlier in the same month, or by its own year.

    "1 June to 31 May" runs over a year's end, and so does "15 June to 14 June", a whole year. Ends that lie
    further apart than `FURTHEST_BACK` are no slip of this kind.
    """
    one, other = _date_said(first), _date_said(last)
    if one and other:
        backwards = timedelta() < one - other <= FURTHEST_BACK
    else:
        backwards = first.month is not None and first.month == last.month and _is_behind(first, last)
    return (last, first) if backwards else (first, last)


def _date_said(day: Day) -> date | None:
    """The date of a day that says its year."""
    if day.year and day.month and day.day:
        return date(day.year, day.month, day.day)
    return day.fixed


def _is_behind(first: Day, last: Day) -> bool:
    return first.day is not None and last.day is not None and last.day < first.day - 1


def _lend(first: Day, last: Day) -> tuple[Day, Day]:
    if first.day and not first.month and last.month and last.day and last.day >= first.day:
        first = replace(first, month=last.month)
    if first.month and first.day and not first.year and last.year:
        same = last.month is None or (last.month, last.day or 0) >= (first.month, first.day)
        first = replace(first, year=last.year if same else last.year - 1)
    return first, last


def _to_month(context: Context, first: Month | Day, last: Month) -> DayRange | None:
    if isinstance(first, Day):
        begin = resolve_day(context, first)
    else:
        if last.year and not first.year:
            first = replace(first, year=last.year - (first.month > last.month))
        begin = resolve_month(context, first).begin
    if begin is None:
        return None
    end = resolve_month(replace(context, prefer="future"), last, begin).end
    return DayRange(begin, end, "month") if begin < end else None


@rule(
    ".from .the? ord|num .to|until|dash .the? day|ord",
    ".between .the? ord|num .and|dash|to .the? day|ord",
    ".the ord .to|until|dash .the? day|ord",
    ".the? num|ord .to|until|dash .the? day",
    ".from .the? day .to|until|dash .the? num|ord",
    "day .to|until|dash .the? num|ord",
    ".between .the? day .and|dash|to .the? num|ord",
    weight=2.4,
)
def number_to_day(context: Context, first: Value, last: Value) -> Value | None:
    """ "From 9 to 17 April", "November 18-19", "the 5th to the 9th"."""
    named = any(isinstance(v, Day) and v.month for v in (first, last))
    begin, end = _as_day(first, named), _as_day(last, named)
    if begin is None or end is None:
        return None
    if isinstance(first, Number) and (not end.month or _is_half_of_ordinal(first, end)):
        return None
    if isinstance(last, Number) and (
        not begin.month or begin.weekday is not None or last.value <= (begin.day or 0)
    ):
        return None
    if isinstance(last, Number | Ordinal) and begin.month and begin.day:
        end = _same_month(begin, end)
    return _days(context, begin, end)


def _is_half_of_ordinal(first: Number, last: Day) -> bool:
    """Whether "twenty-first of May" was cut at its hyphen."""
    return not first.digits and first.value % 10 == 0 and (last.day or 10) < 10


def _same_month(begin: Day, end: Day) -> Day:
    assert begin.day is not None
    if end.day and end.day > begin.day:
        return replace(end, month=begin.month, year=begin.year)
    return end


def _as_day(value: Value, beside_month: bool = False) -> Day | None:
    if isinstance(value, Day):
        return value
    if isinstance(value, Number) and (value.digits > 2 or (value.counts and not beside_month)):
        return None
    if isinstance(value, Number | Ordinal) and 1 <= value.value <= 31:
        return Day(day=value.value)
    return None


@rule(".fromdu num .toau num", weight=2.0)
def number_to_number(context: Context, first: Number, last: Number) -> Value | None:
    """French: "du 5 au 9"."""
    begin, end = _as_day(first), _as_day(last)
    return _days(context, begin, end) if begin and end and first.digits and last.digits else None


@rule(
    ".from|between .the? ord|num .to|until|dash|and .the? ord|num .of|in? period",
    ".the? ord .to|until|dash .the? ord|num .of|in? period",
    "num .dash num .of|in? period",
    weight=6.0,
)
def days_of_period(
    context: Context, first: Number | Ordinal, last: Number | Ordinal, month: Period
) -> Value | None:
    """ "From the 4th to the 23rd of next month"."""
    begin, end = _as_day(first, beside_month=True), _as_day(last, beside_month=True)
    if month.weak or month.grain != "month" or begin is None or end is None:
        return None
    first_day, last_day = (month.begin.replace(day=day.day or 1) for day in (begin, end))
    return DayRange(first_day, last_day + DAY) if first_day < last_day else None


@rule("daterange .comma? .of? year", weight=2.0)
def range_with_year(context: Context, days: DayRange, year: Year) -> Value | None:
    if days.begin is None or days.end is None or days.grain != "day":
        return None
    moved = year.year - (days.end - DAY).year
    return DayRange(add_months(days.begin, 12 * moved), add_months(days.end, 12 * moved))


@rule(
    ".the? ord|num .to|dash|until .the? ord|num .of? mname year?",
    "mname .the? ord|num .dash|to|until .the? ord|num",
    "mname .the? ord|num .dash|to|until .the? ord|num .comma? year",
    ".between .the? ord|num .and .the? ord|num .of? mname year?",
    ".from .the? ord|num .to|dash|until .the? ord|num .of? mname year?",
    "mname .from .the? ord|num .to|until .the? ord|num year?",
    weight=5.0,
)
def days_of_month(context: Context, *values: Value | None) -> Value | None:
    """ "5-9 May", "May 5-9", "between the 9th and the 17th of April 2020"."""
    name = next(v for v in values if isinstance(v, MonthName))
    numbers = [v for v in values if isinstance(v, Number | Ordinal)]
    year = next((v.year for v in values if isinstance(v, Year)), None)
    first, last = (_as_day(v, beside_month=True) for v in numbers)
    if isinstance(numbers[0], Number) and not numbers[0].digits and isinstance(numbers[1], Ordinal):
        return None  # "thirty-first of May"
    if first is None or last is None or (first.day or 0) >= (last.day or 0):
        return None
    begin = Day(month=name.month, day=first.day, year=year)
    return _days(context, begin, Day(month=name.month, day=last.day, year=year))


@rule(".from|between|in|during year .to|until|dash|and year", "year .dash|to year", weight=2.2)
def year_to_year(context: Context, first: Year, last: Year) -> Value | None:
    if first.year >= last.year:
        return None
    return DayRange(date(first.year, 1, 1), date(last.year + 1, 1, 1), "year")


@rule(
    ".from|between day|month|period .to|until|and|dash .nowweak",
    "day|month|period .to|until|dash .nowweak",
    weight=2.2,
)
def until_now(context: Context, first: Whole) -> Value | None:
    begin, _ = days_of(replace(context, prefer="past"), first)
    return DayRange(begin, context.today) if begin and begin < context.today else None


@rule(".from|between|since year .to|until|dash|and day|month", weight=2.3)
def year_to_day(context: Context, first: Year, last: Day | Month) -> Value | None:
    _, end = days_of(context, last)
    return DayRange(date(first.year, 1, 1), end) if end and end.year > first.year else None


@rule(
    ".from? .nowweak .to|until .the? day|month|period",
    ".between .nowweak .and .the? day|month|period",
    weight=2.4,
)
def now_until(context: Context, last: Whole) -> Value | None:
    _, end = days_of(context, last)
    return DayRange(context.today, end) if end and end > context.today else None


@rule(
    ".from clock|num to|until|dash clock|num",
    ".between clock|num and|dash|to clock|num",
    "clock to|until|dash clock|num",
    "num to|until|dash clock",
    weight=2.0,
)
def clock_to_clock(context: Context, first: Value, sign: Value, last: Value) -> Value | None:
    if sign.category == "dash" and isinstance(last, Number) and not last.digits:
        return None  # "five fifty-five"
    begin, end = as_clock(first), as_clock(last)
    if begin is None or end is None or begin == end or begin.weak or end.weak:
        return None
    return ClockRange(begin, end)


@rule("day .comma? .from? num .dash|to|until num", "day .comma? .between num .and num", weight=2.0)
def day_with_bare_hours(context: Context, day: Day, first: Number, last: Number) -> Value | None:
    """ "Monday 11-4"."""
    begin, end = hour_of(first), hour_of(last)
    known = resolve_day(context, day)
    if begin is None or end is None or end.weak or known is None or (day.month and not day.weekday):
        return None
    found = _joined(known, *close_pair(begin, end))
    return found if found.end and found.begin and found.end - found.begin <= LONGEST_VISIT else None


@rule("daypart .comma? .from|between? num .dash|to|until|and num", weight=2.1)
def daypart_with_bare_hours(context: Context, whole: DayPart, first: Number, last: Number) -> Value | None:
    begin, end = hour_of(first), hour_of(last)
    known = resolve_day(context, whole.day)
    if begin is None or end is None or end.weak or known is None:
        return None
    return _joined(known, *close_pair(begin, end, whole.part))


@rule("num .dash|to|until num .on? day|daypart", ".from num .to|until num .on? day|daypart", weight=2.1)
def bare_hours_of_day(context: Context, first: Number, last: Number, whole: Day | DayPart) -> Value | None:
    """ "7 to 9 on Friday night"; with a day of the month they may be days."""
    if isinstance(whole, DayPart):
        return daypart_with_bare_hours(context, whole, first, last)
    return None if whole.day else day_with_bare_hours(context, whole, first, last)


def _joined(day: date, begin: Clock, end: Clock) -> Stretch:
    first, last = at(day, begin), at(day, end)
    return Stretch(first, last if last > first else last + timedelta(days=1))


@rule(
    ".from|startingon? moment .to|until|dash moment|clock",
    ".between moment .and|dash moment|clock",
    weight=2.6,
)
def moment_to_moment(context: Context, first: Moment, last: Moment | Clock) -> Value | None:
    if isinstance(last, Moment):
        return Stretch(*sorted((first.at, last.at))) if first.at != last.at else None
    _, end = close_pair(Clock(first.at.hour, first.at.minute), last)
    return _joined(first.at.date(), Clock(first.at.hour, first.at.minute), end)


@rule(".from? daypart .to|until|dash daypart|day", ".from? day .to|until|dash daypart", weight=2.6)
def daypart_to_daypart(context: Context, first: Value, last: Value) -> Value | None:
    """ "From Friday evening to Sunday": the days, the hours where both are said."""
    begin_day = first.day if isinstance(first, DayPart) else first
    end_day = last.day if isinstance(last, DayPart) else last
    assert isinstance(begin_day, Day)
    assert isinstance(end_day, Day)
    days = _days(context, begin_day, end_day)
    if days is None or days.begin is None or days.end is None:
        return None
    if not isinstance(first, DayPart) or not isinstance(last, DayPart):
        return days
    return Stretch(at_hour(days.begin, first.part.begin), at_hour(days.end - DAY, last.part.end))
