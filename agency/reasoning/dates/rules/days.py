"""Single days: weekdays, days of a month, holidays, and days by their place in a period."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from ..arithmetic import DAY, WEEK, days_in, monday, period_at, weekday_of
from ..figures import BEYOND_MONTHS, LONGEST_MONTH
from ..resolving import days_of, resolve_day
from ..values import (
    Context,
    Day,
    HolidayName,
    Month,
    MonthName,
    NoDay,
    Number,
    Ordinal,
    Period,
    Relative,
    Value,
    WeekdayName,
    Year,
)
from .base import rule
from .numerals import short_year


def fixed(context: Context, days: int) -> Day:
    return Day(fixed=context.today + timedelta(days=days))


@rule(".today")
def today(context: Context) -> Value:
    return fixed(context, 0)


@rule(".tomorrow")
def tomorrow(context: Context) -> Value:
    return fixed(context, 1)


@rule(".yesterday")
def yesterday(context: Context) -> Value:
    return fixed(context, -1)


@rule(".dayafter", weight=4.0)
def day_after_tomorrow(context: Context) -> Value:
    return fixed(context, 2)


@rule(".daybefore", weight=4.0)
def day_before_yesterday(context: Context) -> Value:
    return fixed(context, -2)


@rule("wname")
def weekday(context: Context, name: WeekdayName) -> Value:
    return Day(weekday=name.weekday, weak=name.weak)


@rule(".on .the? day", weight=0.6)
def on_day(context: Context, day: Day) -> Value | None:
    """ "On 7.6": a date that without its preposition could be a number."""
    return replace(day, weak=False) if day.month or day.weekday is not None or not day.weak else None


@rule(".on wname", weight=1.2)
def on_weekday(context: Context, name: WeekdayName) -> Value | None:
    return Day(weekday=name.weekday)


@rule(".the? mod .comma? .on? wname", "wname mod", weight=1.5)
def relative_weekday(context: Context, first: Value, second: Value) -> Value | None:
    """ "This Friday" is the coming one, "next Friday" next week's, "last Friday" last week's."""
    mod, name = (first, second) if isinstance(first, Relative) else (second, first)
    assert isinstance(mod, Relative)
    assert isinstance(name, WeekdayName)
    if mod.offset == 0:
        return Day(weekday=name.weekday)
    if mod.nearest:
        ahead = (name.weekday - context.today.weekday()) % 7
        return fixed(context, (ahead or 7) if mod.offset > 0 else ahead - 7)
    return Day(fixed=monday(context.today) + mod.offset * WEEK + timedelta(days=name.weekday))


@rule("wname .comma? .of? .on? .the? period|month", "period .dot? .comma? .on? wname", weight=1.6)
def weekday_of_week(context: Context, first: Value, second: Value) -> Value | None:
    """ "Tuesday of next week", "next week on Friday", "the first week of October on Friday"."""
    name, period = (first, second) if isinstance(first, WeekdayName) else (second, first)
    assert isinstance(name, WeekdayName)
    if (
        not isinstance(period, Period)
        or period.grain not in ("week", "weekend")
        or period.weak
        or _days(period) > 7
    ):
        return None
    found = weekday_of(period, name.weekday, 1)
    return Day(fixed=found) if found else None


def _days(period: Period) -> int:
    return (period.end - period.begin).days


@rule(".the? ord wname .comma? .of|in? month|period|year", weight=2.0)
def nth_weekday(context: Context, nth: Ordinal, name: WeekdayName, whole: Value) -> Value | None:
    return _nth_weekday(context, nth.value, name, whole)


@rule(".the? lastword wname .of|in month|period|year", weight=2.1)
def last_weekday(context: Context, _: Value, name: WeekdayName, whole: Value) -> Value | None:
    return _nth_weekday(context, -1, name, whole)


@rule(".the? ord wname", ".on .the? ord wname", weight=2.2)
def nth_weekday_of_a_month(context: Context, nth: Ordinal, name: WeekdayName) -> Value | None:
    """ "The first Monday": this month's if it is still to come, else the next month's."""
    if not 1 <= nth.value <= 5:
        return None
    for ahead in range(3):
        month = period_at(context.today, "month", ahead)
        found = month and weekday_of(month, name.weekday, nth.value)
        if found and found >= context.today:
            return Day(fixed=found)
    return None


def _nth_weekday(context: Context, nth: int, name: WeekdayName, whole: Value) -> Value | None:
    period = as_period(context, whole)
    found = period and weekday_of(period, name.weekday, nth)
    if found and period and found < context.today < period.end and period.grain == "month":
        following = period_at(context.today, "month", 1)  # of "the month" that is gone, the next one is meant
        found = following and weekday_of(following, name.weekday, nth)
    return Day(fixed=found) if found else None


def as_period(context: Context, value: Value) -> Period | None:
    """A month, year or period as a period."""
    if isinstance(value, Year):
        return period_at(context.today.replace(year=value.year, day=1), "year")
    if isinstance(value, Month):
        begin, end = days_of(context, value)
        return Period(begin, end, "month") if begin and end else None
    return value if isinstance(value, Period) else None


@rule(".the? lastword .dayword .of month|period", weight=2.0)
def last_day(context: Context, _: Value, whole: Value) -> Value | None:
    period = as_period(context, whole)
    return Day(fixed=period.end - DAY) if period else None


@rule(".the? ord .dayword .of .the? month|period", ".the? ord .of period", weight=2.0)
def nth_day(context: Context, nth: Ordinal, whole: Value) -> Value | None:
    period = as_period(context, whole)
    if period is None or nth.value > (period.end - period.begin).days:
        return None
    return Day(fixed=period.begin + (nth.value - 1) * DAY)


@rule(".the? ord .ofmonth", ".the? ord .dayword .ofmonth", weight=2.0)
def day_of_this_month(context: Context, nth: Ordinal) -> Value:
    return Day(fixed=context.today.replace(day=nth.value))


@rule(
    ".the? ord .comma? .of? mname",
    "mname .dot? .the? ord",
    "mname .dot? .the? num",
    "num .of? mname",
    ".the num .of? mname",
    "num .dash|slash mname",
    "mname .dash|slash num",
    weight=2.0,
)
def day_of_month(context: Context, first: Value, second: Value) -> Value | None:
    name, number = (first, second) if isinstance(first, MonthName) else (second, first)
    assert isinstance(name, MonthName)
    assert isinstance(number, Number | Ordinal)
    if LONGEST_MONTH < number.value < BEYOND_MONTHS and number is first:  # "December 32" is a year
        return None if isinstance(number, Number) and (number.bound or number.counts) else NoDay()
    if not 1 <= number.value <= LONGEST_MONTH:
        return None
    if isinstance(number, Number) and (number.digits > 2 or (number.counts and name.weak)):
        return None
    if isinstance(number, Number) and not number.digits and name.weak:
        return None
    if number.value > days_in(2000, name.month):  # and no number of guests: "im Juni 31 Gäste"
        return None if isinstance(number, Number) and number.counts else NoDay()
    return Day(month=name.month, day=number.value)


@rule("day .dot? .comma? .of|in? .yearword? year", weight=2.0)
def day_with_year(context: Context, day: Day, year: Year) -> Value | None:
    if day.year or not (day.month or day.holiday):
        return None
    return replace(day, year=year.year, weak=False)


@rule("day .comma? .of|in? period", "period .comma? .on? .the? day", weight=1.9)
def day_in_period(context: Context, first: Value, second: Value) -> Value | None:
    """ "Christmas next year", "next year on April 4th", "the 5th next month"."""
    day, period = (first, second) if isinstance(first, Day) else (second, first)
    assert isinstance(day, Day)
    assert isinstance(period, Period)
    if period.weak or day.fixed or day.year or day.weekday is not None:
        return None
    if period.grain == "year" and (day.month or day.holiday):
        return replace(day, year=period.begin.year, weak=False)
    if period.grain == "month" and day.day and not day.month:
        return Day(fixed=period.begin.replace(day=day.day))
    return None


@rule("day .of? num", "day .comma apos? num", weight=1.1)
def day_with_short_year(context: Context, day: Day, *rest: Value | None) -> Value | None:
    number = rest[-1]
    assert isinstance(number, Number)
    year = short_year(number)
    if year is None or day.year or not (day.month or day.holiday) or number.value < 13:
        return None
    return replace(day, year=year)


@rule(".the? mod .year? mname .the? ord|num", weight=2.2)
def day_of_relative_month(context: Context, mod: Relative, name: MonthName, number: Value) -> Value | None:
    """ "Next March 3rd": the year's offset, "this March 3rd" this year's."""
    assert isinstance(number, Number | Ordinal)
    return Day(month=name.month, day=number.value, year=context.today.year + mod.offset)


@rule(".the ord", ".on .the? ord", weight=0.8)
def day_by_ordinal(context: Context, nth: Ordinal) -> Value | None:
    if nth.counts or not 1 <= nth.value <= 31 or (not nth.written and nth.value < 4):
        return None
    return Day(day=nth.value)


@rule(".le num", weight=0.7)
def day_by_number(context: Context, number: Number) -> Value | None:
    """French: "le 4"."""
    if number.counts or number.digits not in (1, 2) or not 1 <= number.value <= 31:
        return None
    return Day(day=number.value)


@rule("ord", weight=0.2)
def bare_ordinal(context: Context, nth: Ordinal) -> Value | None:
    """Only a day beside another one: "from the 5th to 9th"."""
    return Day(day=nth.value, weak=True) if 1 <= nth.value <= 31 else None


@rule("wname .dot? .comma? .on? .the? day", "day .comma? wname", "day .comma .on? day", weight=1.8)
def weekday_and_date(context: Context, first: Value, second: Value) -> Value | None:
    """ "Friday, March 5th", "Tuesday the 11th", "tomorrow, 13/04/21": the date decides."""
    name = next((v for v in (first, second) if isinstance(v, WeekdayName)), None)
    dates = [v for v in (first, second) if isinstance(v, Day)]
    if name is None:
        near, exact = dates
        known = resolve_day(context, near)
        if not exact.month or not (near.fixed or near.weekday is not None) or near.month or known is None:
            return None
        return replace(exact, weak=False)
    day = dates[0]
    if day.fixed or day.holiday or day.weekday is not None or not day.day:
        return Day(fixed=day.fixed) if day.fixed and day.fixed.weekday() == name.weekday else None
    return replace(day, weekday=name.weekday, weak=False)


@rule("mod wname day", "day .comma? day", weight=1.7)
def relative_weekday_and_date(context: Context, *values: Value) -> Value | None:
    """ "This Friday 5/12": the date decides, the weekday may err."""
    day = values[-1]
    assert isinstance(day, Day)
    first = values[0]
    if isinstance(first, Day) and (first.fixed is None or first.month):
        return None
    return replace(day, weak=False) if day.month and day.day else None


@rule("wname num", weight=1.2)
def weekday_and_number(context: Context, name: WeekdayName, number: Number) -> Value | None:
    """ "Tuesday 11" is a day when its number can be none other than that weekday's next one."""
    if number.digits != 2 or number.counts or name.weak or number.value > 31:
        return None
    if context.language == "en" and number.value <= 12:  # more likely an hour
        return None
    day = Day(weekday=name.weekday, day=number.value)
    found = resolve_day(context, day)
    return day if found and found.weekday() == name.weekday else None


@rule(".on? .the? holiday", weight=1.2)
def holiday(context: Context, name: HolidayName) -> Value:
    return Day(holiday=name.key)


@rule(".the? mod holiday", "holiday mod .year?", "mod .year? holiday", weight=2.0)
def relative_holiday(context: Context, first: Value, second: Value) -> Value | None:
    mod, name = (first, second) if isinstance(first, Relative) else (second, first)
    assert isinstance(mod, Relative)
    assert isinstance(name, HolidayName)
    if mod.offset == 0:
        return Day(holiday=name.key)
    ahead = replace(context, prefer="future" if mod.offset > 0 else "past")
    found = resolve_day(ahead, Day(holiday=name.key), context.today + mod.offset * DAY)
    return Day(fixed=found) if found else None
