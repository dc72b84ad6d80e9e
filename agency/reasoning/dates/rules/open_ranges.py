"""Ranges that are open at one side: "from Friday on", "after Friday", "before Friday", "by Friday"."""

from __future__ import annotations

from datetime import date

from ..arithmetic import DAY, period_at
from ..resolving import days_of, grain_of
from ..spans import Grain
from ..values import (
    ClockRange,
    Context,
    Day,
    DayRange,
    Moment,
    Month,
    Number,
    Period,
    Stretch,
    Value,
    Year,
)
from .base import rule
from .clocks import as_clock

Whole = Day | Month | Period


@rule(
    ".since|fromopen|startingon .the? day|month|period",
    ".from .the? day .on",
    ".from|since|on|in? day|month|period .orlater",
    weight=1.5,
)
def from_day_on(context: Context, first: Whole) -> Value | None:
    begin, _ = days_of(context, first)
    return DayRange(begin, None, grain_of(first)) if begin else None


@rule(".since|from|in|on year .orlater", ".since|fromopen|startingon year", "year .orlater", weight=1.4)
def from_year_on(context: Context, year: Year) -> Value:
    return DayRange(date(year.year, 1, 1), None, "year")


@rule(".after .the? day|month|period", weight=1.5)
def after_day(context: Context, first: Whole) -> Value | None:
    _, end = days_of(context, first)
    return DayRange(end, None, grain_of(first)) if end else None


@rule(".after year", weight=1.2)
def after_year(context: Context, year: Year) -> Value:
    return DayRange(date(year.year + 1, 1, 1), None, "year")


@rule(".before .the? day|month|period", weight=1.5)
def before_day(context: Context, first: Whole) -> Value | None:
    begin, _ = days_of(context, first)
    return DayRange(None, begin, grain_of(first)) if begin else None


@rule(".before year", weight=1.2)
def before_year(context: Context, year: Year) -> Value:
    return DayRange(None, date(year.year, 1, 1), "year")


@rule(".by .the? day|month|period", weight=1.45)
def by_day(context: Context, last: Whole) -> Value | None:
    """ "By Friday", "by the weekend", "by December": up to the day, or to the first one of what lasts."""
    begin, _ = days_of(context, last)
    vague = isinstance(last, Period) and last.weak
    return DayRange(None, begin + DAY, grain_of(last)) if begin and not vague else None


@rule(".before|until|by .the? eow|eom|eoy", weight=3.0)
def until_the_short_end(context: Context, which: Value) -> Value | None:
    """ "By EOW", "bis Jahresende": up to the last day of it."""
    grain: Grain = {"eow": "week", "eom": "month", "eoy": "year"}[which.category]  # type: ignore[assignment]
    whole = period_at(context.today, grain)
    return DayRange(None, whole.end) if whole else None


@rule(".before|until|by .endof .the? day|month|period", weight=3.5)
def until_the_end(context: Context, last: Whole) -> Value | None:
    """ "Before the end of the year": up to its last day."""
    _, end = days_of(context, last)
    return DayRange(None, end) if end else None


@rule(".until year", ".in? year .orearlier", weight=1.3)
def until_year(context: Context, year: Year) -> Value:
    return DayRange(None, date(year.year + 1, 1, 1), "year")


@rule(".until|upto .the? day|month|period", "day|month|period .orearlier", weight=1.5)
def until_day(context: Context, last: Whole) -> Value | None:
    _, end = days_of(context, last)
    return DayRange(None, end, grain_of(last)) if end else None


@rule(".after|fromopen|since .around? clock|num", "clock .orlater", weight=1.3)
def from_clock_on(context: Context, first: Value) -> Value | None:
    clock = as_clock(first)
    if clock is None or clock.weak or (isinstance(first, Number) and first.digits == 0 and first.value < 2):
        return None
    return ClockRange(clock, None)


@rule(".before|until clock|num", "clock .orearlier", weight=1.3)
def until_clock(context: Context, last: Value) -> Value | None:
    clock = as_clock(last)
    if clock is None or clock.weak or (isinstance(last, Number) and last.digits == 0 and last.value < 2):
        return None
    return ClockRange(None, clock)


@rule(".after|fromopen|since moment", "moment .orlater", weight=1.4)
def from_moment_on(context: Context, moment: Moment) -> Value:
    return Stretch(moment.at, None)


@rule(".before|until moment", weight=1.4)
def until_moment(context: Context, moment: Moment) -> Value:
    return Stretch(None, moment.at)
