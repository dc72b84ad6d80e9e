"""What comes again: "every Friday", "daily", "each two weeks"."""

from __future__ import annotations

from dataclasses import replace

from ..resolving import close
from ..values import Clock, Context, Length, PartName, Repeat, Unit, Value, WeekdayName, WeekdayPlural
from .base import rule


@rule(".every .other? .mod? wname pname?", ".every ord wname", weight=1.6)
def every_weekday(context: Context, *values: Value | None) -> Value:
    name = next(v for v in values if isinstance(v, WeekdayName))
    return Repeat("week", name.weekday)


@rule(".every .other? unit", ".every .other? length", ".every ord unit", weight=1.5)
def every_unit(context: Context, *values: Value) -> Value:
    what = next(v for v in values if isinstance(v, Unit | Length))
    return Repeat(what.grain)


@rule(".every pname", ".every .dayword .in? .the? pname?", weight=1.6)
def every_part(context: Context, _: PartName | None = None) -> Value:
    return Repeat("day")


@rule(".every|on? wplural pname?", weight=1.4)
def weekdays(context: Context, name: WeekdayPlural, _: PartName | None) -> Value:
    return Repeat("week", name.weekday)


@rule(".on? unit", weight=0.4)
def weekends(context: Context, unit: Unit) -> Value | None:
    """ "On weekends"."""
    return Repeat("weekend") if unit.plural and unit.grain == "weekend" else None


@rule(".daily")
def daily(context: Context) -> Value:
    return Repeat("day")


@rule(".weekly", ".biweekly")
def weekly(context: Context) -> Value:
    return Repeat("week")


@rule(".monthly")
def monthly(context: Context) -> Value:
    return Repeat("month")


@rule(".yearly")
def yearly(context: Context) -> Value:
    return Repeat("year")


@rule("repeat .at? clock", weight=1.8)
def repeat_at(context: Context, repeat: Repeat, clock: Clock) -> Value:
    return replace(repeat, clock=close(clock))
