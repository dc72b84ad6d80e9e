"""Calendar arithmetic on plain dates: weeks begin on Monday (ISO 8601), periods are [begin, end)."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta

from dateutil.relativedelta import relativedelta

from .spans import Grain
from .values import Length, Period

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
SEASON_STARTS = (3, 6, 9, 12)  # meteorological


def add_months(day: date, months: int) -> date:
    return day + relativedelta(months=months)


def monday(day: date) -> date:
    return day - timedelta(days=day.weekday())


def shift(day: date, length: Length, sign: int = 1) -> date:
    """The day moved by a length of whole days or more."""
    return add_months(day, sign * length.months) + sign * length.rest


def period_at(day: date, grain: Grain, offset: int = 0, count: int = 1) -> Period | None:
    """The period of a grain that holds the day, moved by `offset` periods, `count` of them long."""
    if grain == "day":
        begin = day + offset * DAY
        return Period(begin, begin + count * DAY, grain)
    if grain == "week":
        begin = monday(day) + offset * WEEK
        return Period(begin, begin + count * WEEK, grain)
    if grain == "weekend":
        begin = monday(day) + 5 * DAY + offset * WEEK
        return Period(begin, begin + 2 * DAY, grain)
    months = {"month": 1, "quarter": 3, "year": 12, "decade": 120, "century": 1200}.get(grain)
    if months is None:
        return None
    index = (day.year * 12 + day.month - 1) // months * months + offset * months
    begin = date(index // 12, index % 12 + 1, 1)
    return Period(begin, add_months(begin, months * count), grain)


def month_period(year: int, month: int) -> Period:
    begin = date(year, month, 1)
    return Period(begin, add_months(begin, 1), "month")


def year_period(year: int) -> Period:
    return Period(date(year, 1, 1), date(year + 1, 1, 1), "year")


def season_period(year: int, index: int) -> Period:
    begin = date(year, SEASON_STARTS[index], 1)
    return Period(begin, add_months(begin, 3), "season")


def third_of(period: Period, part: str) -> Period:
    """The early, middle or late part of a period.

    Of a month: days 1-10, 11-20, 21 to the last; of a week Monday-Tuesday, Wednesday, Thursday-Sunday; of
    longer periods their thirds in months, of a weekend its days.
    """
    at = ("early", "mid", "late").index(part)
    if period.grain == "month":
        cuts = [period.begin, period.begin + 10 * DAY, period.begin + 20 * DAY, period.end]
    elif period.grain == "week":
        cuts = [period.begin, period.begin + 2 * DAY, period.begin + 3 * DAY, period.end]
    elif period.grain in ("quarter", "season", "year", "decade", "century"):
        months = (period.end.year - period.begin.year) * 12 + period.end.month - period.begin.month
        cuts = [add_months(period.begin, months * i // 3) for i in range(4)]
    else:
        return period
    return Period(cuts[at], cuts[at + 1], period.grain)


def week_of(period: Period, nth: int) -> Period | None:
    """The nth week of a month or year (-1: its last); a week belongs to the period of its Thursday."""
    if nth > 0:
        begin = monday(period.begin + 3 * DAY) + (nth - 1) * WEEK
    else:
        begin = monday(period.end - 4 * DAY) + (nth + 1) * WEEK
    return Period(begin, begin + WEEK, "week") if begin + 3 * DAY < period.end else None


def weekday_of(period: Period, weekday: int, nth: int) -> date | None:
    """The nth such weekday in a period (-1: the last one)."""
    if nth > 0:
        day = period.begin + timedelta(days=(weekday - period.begin.weekday()) % 7) + (nth - 1) * WEEK
    else:
        last = period.end - DAY
        day = last - timedelta(days=(last.weekday() - weekday) % 7) + (nth + 1) * WEEK
    return day if period.begin <= day < period.end else None


def days_in(year: int, month: int) -> int:
    return monthrange(year, month)[1]
