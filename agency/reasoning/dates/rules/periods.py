"""Weeks, weekends, months, quarters and years by their distance from now or their place in a longer one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from ..arithmetic import DAY, add_months, period_at, third_of, week_of, weekday_of
from ..resolving import resolve_day
from ..values import (
    Context,
    Day,
    DayRange,
    HolidayName,
    Month,
    Number,
    Ordinal,
    Period,
    Relative,
    Stretch,
    Unit,
    Value,
    Year,
)
from .base import rule
from .days import as_period

CLOCK_GRAINS = ("second", "minute", "hour")
WEDNESDAY, SATURDAY = 2, 5
HOUR = timedelta(hours=1)


@rule(".the? mod .calendar? unit", ".the? unit mod", weight=1.2)
def relative_period(context: Context, first: Value, second: Value) -> Value | None:
    mod, unit = (first, second) if isinstance(first, Relative) else (second, first)
    assert isinstance(mod, Relative)
    assert isinstance(unit, Unit)
    if unit.grain == "hour" and mod.offset and not unit.plural:
        other = context.ref + mod.offset * HOUR
        return Stretch(min(other, context.ref), max(other, context.ref))
    if unit.grain in CLOCK_GRAINS or unit.plural:
        return None
    if unit.grain == "day":
        return Day(fixed=context.today + mod.offset * DAY)
    offset = mod.offset
    if mod.nearest and mod.offset > 0 and unit.grain == "weekend" and context.today.weekday() < SATURDAY:
        offset = 0
    return period_at(context.today, unit.grain, offset, unit.count)


@rule(".the unit", weight=0.5)
def present_period(context: Context, unit: Unit) -> Value | None:
    """ "The week" is a period only inside another phrase; "the weekend" also alone."""
    if unit.grain in (*CLOCK_GRAINS, "day") or unit.plural:
        return None
    found = period_at(context.today, unit.grain, 0, unit.count)
    return replace(found, weak=unit.grain != "weekend") if found else None


@rule("unit", weight=0.0)
def bare_period(context: Context, unit: Unit) -> Value | None:
    """ "End of month", "on weekend"."""
    if unit.grain in (*CLOCK_GRAINS, "day") or unit.plural or unit.count > 1:
        return None
    found = period_at(context.today, unit.grain)
    return replace(found, weak=True) if found else None


@rule(".on|at|for|during unit", weight=0.6)
def at_the_weekend(context: Context, unit: Unit) -> Value | None:
    """ "On weekend", and where the preposition holds the article: "am Wochenende", "übers Wochenende"."""
    if unit.grain != "weekend" or unit.plural or unit.count > 1:
        return None
    return period_at(context.today, unit.grain)


@rule(".for|during|over .the unit", ".whole unit", weight=1.0)
def for_the_period(context: Context, unit: Unit) -> Value | None:
    if unit.grain in (*CLOCK_GRAINS, "day") or unit.plural:
        return None
    return period_at(context.today, unit.grain, 0, unit.count)


@rule(".eom", weight=1.0)
def end_of_month(context: Context) -> Value:
    return Month(context.today.month, context.today.year, "late")


@rule(".later period", "period .later", weight=1.5)
def later_in_period(context: Context, period: Period) -> Value | None:
    begin = context.today + DAY
    return DayRange(begin, period.end) if period.begin <= begin < period.end else None


@rule(".earlier period", "period .earlier", weight=1.5)
def earlier_in_period(context: Context, period: Period) -> Value | None:
    return DayRange(period.begin, context.today) if period.begin < context.today < period.end else None


@rule(".rest .the? period|month", weight=1.5)
def rest_of_period(context: Context, whole: Value) -> Value | None:
    period = as_period(context, whole)
    if period is None or context.today >= period.end:
        return None
    return DayRange(max(context.today, period.begin), period.end)


@rule(".the? unit afternext|beforelast", weight=1.6)
def period_after_next(context: Context, unit: Unit, which: Value) -> Value | None:
    """ "The week after next", "the month before last"."""
    if unit.plural or unit.grain in (*CLOCK_GRAINS, "day"):
        return None
    return period_at(context.today, unit.grain, 2 if which.category == "afternext" else -2)


@rule(".eoy", weight=1.0)
def end_of_year(context: Context) -> Value | None:
    year = period_at(context.today, "year")
    return third_of(year, "late") if year else None


@rule(".eow", weight=1.0)
def end_of_week(context: Context) -> Value | None:
    week = period_at(context.today, "week")
    return third_of(week, "late") if week else None


@rule("unit num year?", weight=1.0)
def week_by_number(context: Context, unit: Unit, number: Number, year: Year | None) -> Value | None:
    """ "Week 12" of the ISO year."""
    if (
        unit.grain != "week"
        or unit.plural
        or unit.count > 1
        or not number.digits
        or not 1 <= number.value <= 53
    ):
        return None
    begin = date.fromisocalendar(year.year if year else context.today.year, number.value, 1)
    return Period(begin, begin + 7 * DAY, "week")


@rule(".the? .halfyear num .of? year|period?", weight=1.2)
def half_by_number(context: Context, number: Number, whole: Value | None) -> Value | None:
    year = as_period(context, whole or Year(context.today.year))
    if year is None or year.grain != "year" or number.digits != 1 or number.value not in (1, 2):
        return None
    middle = add_months(year.begin, 6)
    return DayRange(year.begin, middle) if number.value == 1 else DayRange(middle, year.end)


@rule(".the? .weekof .the? day", ".the? unit .of day", "day unit", weight=1.7)
def week_of_day(context: Context, *values: Value) -> Value | None:
    day = next(v for v in values if isinstance(v, Day))
    unit = next((v for v in values if isinstance(v, Unit)), Unit("week"))
    known = resolve_day(context, day)
    if known is None or unit.grain not in ("week", "weekend") or unit.plural:
        return None
    if (
        len(values) == 2
        and isinstance(values[0], Day)
        and not (day.holiday or (day.month and unit.grain == "weekend"))
    ):
        return None
    near = known - 3 * DAY if unit.grain == "weekend" and known.weekday() < WEDNESDAY else known
    return period_at(near, unit.grain)


@rule(".the? holiday unit year", weight=1.8)
def holiday_week_of_year(context: Context, name: HolidayName, unit: Unit, year: Year) -> Value | None:
    return week_of_day(context, Day(holiday=name.key, year=year.year), unit)


@rule(".the? ord unit .of|in .the? month|period|year", ".the? ord unit month|period|year", weight=2.2)
def nth_unit(context: Context, nth: Ordinal, unit: Unit, whole: Value) -> Value | None:
    period = as_period(context, whole)
    return _nth_unit(period, unit, nth.value) if period else None


@rule(".the ord unit", weight=0.6)
def nth_quarter(context: Context, nth: Ordinal, unit: Unit) -> Value | None:
    """ "The third quarter": this year's."""
    if unit.grain != "quarter" or unit.plural:
        return None
    year = period_at(context.today, "year")
    return _nth_unit(year, unit, nth.value) if year else None


@rule(".on? .the? ord month unit", ".on? .the? lastword month unit", weight=8.0)
def nth_unit_of_month(context: Context, nth: Value, whole: Month, unit: Unit) -> Value | None:
    """ "Die letzte Augustwoche", "am ersten Dezemberwochenende"; "4th July weekend" names a day."""
    if context.language == "en" and isinstance(nth, Ordinal) and nth.written:
        return None
    period = as_period(context, whole)
    return _nth_unit(period, unit, nth.value if isinstance(nth, Ordinal) else -1) if period else None


@rule("unit num .of .the? month|period|year", weight=2.6)
def numbered_unit(context: Context, unit: Unit, number: Number, whole: Value) -> Value | None:
    """ "Week 3 of March"."""
    period = as_period(context, whole)
    return _nth_unit(period, unit, number.value) if period and number.value else None


@rule(".the? lastword unit .of|in .the? month|period|year", weight=2.2)
def last_unit(context: Context, _: Value, unit: Unit, whole: Value) -> Value | None:
    period = as_period(context, whole)
    return _nth_unit(period, unit, -1) if period else None


def _nth_unit(period: Period, unit: Unit, nth: int) -> Period | None:
    if unit.grain == "week":
        return week_of(period, nth)
    if unit.grain == "weekend":
        saturday = weekday_of(period, SATURDAY, nth)
        return period_at(saturday, "weekend") if saturday else None
    steps = {"month": 1, "quarter": 3}.get(unit.grain)
    if steps is None or period.grain not in ("quarter", "year"):
        return None
    begin = add_months(period.begin, steps * (nth - 1)) if nth > 0 else add_months(period.end, steps * nth)
    return Period(begin, add_months(begin, steps), unit.grain) if begin < period.end else None


@rule(".the? ord num unit .of|in .the? month|period|year", weight=2.3)
def first_units(context: Context, nth: Ordinal, number: Number, unit: Unit, whole: Value) -> Value | None:
    """ "The first two weeks of July"."""
    period = as_period(context, whole)
    if period is None or nth.value != 1:
        return None
    days = {"day": 1, "week": 7}.get(unit.grain)
    end = period.begin + days * number.value * DAY if days else None
    if unit.grain == "month":
        end = add_months(period.begin, number.value)
    return DayRange(period.begin, end) if end and end <= period.end else None


@rule(".the? lastword num unit .of|in .the? month|period|year", weight=2.3)
def last_units(context: Context, _: Value, number: Number, unit: Unit, whole: Value) -> Value | None:
    period = as_period(context, whole)
    if period is None:
        return None
    if unit.grain == "month":
        return DayRange(add_months(period.end, -number.value), period.end)
    days = {"day": 1, "week": 7}.get(unit.grain)
    return DayRange(period.end - days * number.value * DAY, period.end) if days else None


@rule(
    ".the? ord .half .of .the? month|period|year",
    ".the? lastword .half .of .the? month|period|year",
    weight=2.0,
)
def half_of(context: Context, nth: Value, whole: Value) -> Value | None:
    period = as_period(context, whole)
    if period is None or (isinstance(nth, Ordinal) and nth.value > 2):
        return None
    middle = period.begin + (period.end - period.begin) / 2
    if period.grain in ("quarter", "year"):
        middle = add_months(period.begin, 6) if period.grain == "year" else middle
    elif period.grain == "month":
        middle = period.begin + 15 * DAY
    first = isinstance(nth, Ordinal) and nth.value == 1
    return DayRange(period.begin, middle) if first else DayRange(middle, period.end)


@rule(".the? .q num year|period?", ".the? .q num .of year|period", "year .q num", weight=1.2)
def quarter_by_number(context: Context, *values: Value | None) -> Value | None:
    number = next(v for v in values if isinstance(v, Number))
    whole = next((v for v in values if isinstance(v, Year | Period)), None)
    if not 1 <= number.value <= 4 or number.digits != 1:
        return None
    year = as_period(context, whole or Year(context.today.year))
    if year is None or year.grain != "year":
        return None
    return _nth_unit(year, Unit("quarter"), number.value)
