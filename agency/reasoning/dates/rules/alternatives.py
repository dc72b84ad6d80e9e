"""Two days of one month: "5/6 December", "the 5th or 6th of May", "le 5 ou 6 décembre"."""

from __future__ import annotations

from datetime import date

from ..arithmetic import DAY, days_in
from ..figures import LONGEST_MONTH
from ..resolving import resolve_day
from ..values import (
    Context,
    Day,
    DayRange,
    EitherDay,
    MonthName,
    NoDay,
    Number,
    NumberPair,
    Ordinal,
    Value,
    Year,
)
from .base import rule


@rule(
    ".on? .the? ord|num .dot? .or|and|comma .on? .the? ord|num .dot? .of? mname year?",
    "mname .the? ord|num .or|and .the? ord|num year?",
    "mname .the? ord|num .or|and .the? ord|num .comma year",
    ".on? .the? numpair .of? mname year?",
    "mname numpair .comma? year?",
    weight=5.0,
)
def either_day_of_month(context: Context, *values: Value | None) -> Value | None:
    """Both days, as one stretch where they follow each other: what lies between others was not said."""
    name = next(v for v in values if isinstance(v, MonthName))
    year = next((v.year for v in values if isinstance(v, Year)), None)
    days = [day for value in values for day in _days(value)]
    if len(days) != 2 or not days[0] < days[1]:
        return None
    if days[1] > days_in(2000, name.month):
        return NoDay() if any(isinstance(value, NumberPair | Ordinal) for value in values) else None
    begin = resolve_day(context, Day(month=name.month, day=days[0], year=year))
    return _either(begin, days[1] - days[0]) if begin else None


def _either(begin: date, apart: int) -> Value:
    return DayRange(begin, begin + 2 * DAY) if apart == 1 else EitherDay(begin, begin + apart * DAY)


def _days(value: Value | None) -> tuple[int, ...]:
    match value:
        case NumberPair():
            return value.first, value.second
        case Number(digits=1 | 2) | Ordinal():
            return (value.value,)
        case _:
            return ()


@rule(".on? .the ord|num .slash|or .the? ord", weight=2.5)
def either_day(context: Context, first: Ordinal | Number, second: Ordinal) -> Value | None:
    """ "The 5th or 6th", of the coming month where this one's are over."""
    if second.counts or not first.value < second.value <= LONGEST_MONTH:
        return None
    begin = resolve_day(context, Day(day=first.value))
    return _either(begin, second.value - first.value) if begin else None
