"""Two days of one month: "5/6 December", "the 5th or 6th of May", "le 5 ou 6 décembre"."""

from __future__ import annotations

from ..arithmetic import DAY, days_in
from ..figures import LONGEST_MONTH
from ..resolving import resolve_day
from ..values import Context, Day, DayRange, MonthName, Number, NumberPair, Ordinal, Value, Year
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
    """Both days where they follow each other, else the first: what lies between was not said."""
    name = next(v for v in values if isinstance(v, MonthName))
    year = next((v.year for v in values if isinstance(v, Year)), None)
    days = [day for value in values for day in _days(value)]
    if len(days) != 2 or not days[0] < days[1] or any(day > days_in(2000, name.month) for day in days):
        return None
    first = Day(month=name.month, day=days[0], year=year)
    begin = resolve_day(context, first) if days[1] == days[0] + 1 else None
    return DayRange(begin, begin + 2 * DAY) if begin else first


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
    if second.counts or second.value != first.value + 1 or second.value > LONGEST_MONTH:
        return None
    begin = resolve_day(context, Day(day=first.value))
    return DayRange(begin, begin + 2 * DAY) if begin else None
