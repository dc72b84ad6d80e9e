"""Times of day."""

from __future__ import annotations

from dataclasses import replace

from ..resolving import PART_CLOCKS, PARTS, close, part_of
from ..values import Clock, ClockRange, Context, Day, DayPart, Meridiem, Number, Part, PartName, Value, Word
from .base import rule
from .numerals import YEARS


def hour_of(number: Number) -> Clock | None:
    """A bare number as an hour, its half of the day open where both are possible."""
    if number.bound or number.digits > 2 or number.value > 24:
        return None
    leading_zero = number.digits == 2 and number.value < 10
    return Clock(number.value % 24, 0, 0, 1 <= number.value <= 12 and not leading_zero, "hour", number.counts)


def as_clock(value: Value) -> Clock | None:
    """A time of day, or a number that may be one."""
    return value if isinstance(value, Clock) else hour_of(value) if isinstance(value, Number) else None


@rule("num ampm", "clock ampm", weight=1.5)
def with_meridiem(context: Context, first: Number | Clock, half: Meridiem) -> Value | None:
    clock = first if isinstance(first, Clock) else hour_of(replace(first, bound=False, counts=False))
    if clock is None:
        return None
    if clock.hour > 12 or (clock.hour == 0 and half.pm):
        return replace(clock, open=False) if half.pm else None
    return replace(clock, hour=clock.hour % 12 + 12 * half.pm, open=False)


@rule("num ampm ampm", weight=1.6)
def either_half(context: Context, number: Number, _: Meridiem, __: Meridiem) -> Value | None:
    return hour_of(replace(number, bound=False, counts=False))


@rule(".at|around .around? .the? num", ".by num", ".startingon .at num", weight=0.9)
def at_hour(context: Context, number: Number) -> Value | None:
    if (
        number.digits == 4
        and number.value not in YEARS
        and not number.counts
        and number.value % 100 < 60
        and number.value < 2400
    ):
        return Clock(number.value // 100, number.value % 100)
    if number.value == 0 and number.digits < 2:
        return None
    return hour_of(number)


@rule(".at|around|by .around? clock", ".startingon .at clock", "clock .ish", weight=1.1)
def at_clock(context: Context, clock: Clock) -> Value:
    return clock


@rule("num .ish", "num .oclock", weight=1.3)
def spoken_hour(context: Context, number: Number) -> Value | None:
    hour = hour_of(replace(number, bound=False, counts=False))
    return settled(context, hour) if hour else None


def settled(context: Context, clock: Clock) -> Clock:
    """French hours count to 24: "sept heures" is in the morning unless "du soir" follows."""
    return replace(clock, open=False) if context.language == "fr" else clock


@rule("clock .oclock", weight=1.2)
def clock_with_its_word(context: Context, clock: Clock) -> Value:
    return clock


@rule("num .oclock .and? .quarter", weight=2.0)
def hour_and_quarter(context: Context, number: Number) -> Value | None:
    """ "Six heures et quart"."""
    return _settled_minutes(context, number, 15)


@rule("num .oclock .and .half", weight=2.0)
def hour_and_half(context: Context, number: Number) -> Value | None:
    return _settled_minutes(context, number, 30)


@rule("num .oclock .minus .quarter", weight=2.0)
def hour_less_quarter(context: Context, number: Number) -> Value | None:
    return _settled_minutes(context, number, -15)


@rule("num .oclock num", weight=1.8)
def hour_and_minutes(context: Context, number: Number, minutes: Number) -> Value | None:
    """ "Sept heures vingt", "19 Uhr 30"."""
    if minutes.counts or minutes.value > 59 or minutes.digits == 1:
        return None
    return _settled_minutes(context, number, minutes.value)


def _settled_minutes(context: Context, number: Number, minutes: int) -> Clock | None:
    found = _with_minutes(replace(number, bound=False, counts=False), minutes)
    return settled(context, found) if found else None


@rule(".threequarters num", weight=1.5)
def three_quarters(context: Context, number: Number) -> Value | None:
    """ "Dreiviertel acht" is a quarter to eight."""
    return _with_minutes(number, -15)


@rule(".half .clockpast num", weight=1.8)
def half_past(context: Context, number: Number) -> Value | None:
    return _with_minutes(number, 30)


@rule(".quarter .clockpast num", weight=1.8)
def quarter_past(context: Context, number: Number) -> Value | None:
    return _with_minutes(number, 15)


@rule(".quarter .clockto|clockbefore|of num", weight=1.8)
def quarter_to(context: Context, number: Number) -> Value | None:
    return _with_minutes(number, -15)


@rule("num .minutes? .clockpast num", weight=1.6)
def minutes_past(context: Context, minutes: Number, number: Number) -> Value | None:
    return _with_minutes(number, minutes.value) if _are_minutes(minutes) else None


@rule("num minutes? clockto|clockbefore num", weight=2.6)
def minutes_to(
    context: Context, minutes: Number, unit: Word | None, sign: Word, number: Number
) -> Value | None:
    """ "Ten to eight", "5 vor 12". In figures "5 to 7" is from five to seven."""
    in_figures = minutes.digits and number.digits and unit is None
    if sign.category == "clockto" and in_figures and minutes.value < number.value:
        return None
    return _with_minutes(number, -minutes.value) if _are_minutes(minutes) else None


def _are_minutes(number: Number) -> bool:
    return number.value in (5, 10, 20, 25) or (number.digits == 0 and number.value < 30)


def _with_minutes(number: Number, minutes: int) -> Clock | None:
    hour = hour_of(replace(number, bound=False, counts=False))
    if hour is None:
        return None
    total = (hour.hour * 60 + minutes) % (24 * 60)
    return Clock(total // 60, total % 60, open=hour.open)


@rule("num num", "num .oh num", weight=4.0)
def spoken_minutes(context: Context, hour: Number, minutes: Number) -> Value | None:
    """ "Seven thirty", "two forty-five"."""
    if (
        hour.digits
        or minutes.digits
        or not 1 <= hour.value <= 12
        or not (minutes.value >= 10 or minutes.value == 5)
    ):
        return None
    if minutes.value > 59 or minutes.value % 5 or minutes.counts or hour.bound:
        return None
    return Clock(hour.value, minutes.value, open=True)


@rule(".at? .the? pname", ".around pname", weight=0.9)
def named_time(context: Context, name: PartName) -> Value | None:
    return PART_CLOCKS.get(name.name)


@rule("clock .comma? .in|at|during|of? .the? pname", "num .in|at|during|of .the? pname", weight=1.7)
def clock_in_part(context: Context, first: Clock | Number, name: PartName) -> Value | None:
    """ "7 in the evening", "half past nine at night"."""
    clock = first if isinstance(first, Clock) else hour_of(first)
    if clock is None or name.name not in PARTS:
        return None
    if name.name == "night" and clock.hour < 5:
        return replace(clock, open=False)
    return close(replace(clock, open=clock.open or clock.hour <= 12), part_of(name.name))


@rule("pname .comma? .at|around|by .around? clock|num", "pname .comma? .around? clock", weight=1.5)
def part_at_clock(context: Context, name: PartName, second: Clock | Number) -> Value | None:
    return clock_in_part(context, second, name)


@rule("pname")
def part(context: Context, name: PartName) -> Value | None:
    return part_of(name.name) if name.name in PARTS else None


@rule("early .in? .the? .dash? part", weight=1.2)
def early_part(context: Context, _: Value, whole: Part) -> Value:
    return replace(whole, end=whole.begin + (whole.end - whole.begin) // 2)


@rule("late .in? .the? .dash? part", weight=1.2)
def late_part(context: Context, _: Value, whole: Part) -> Value:
    return replace(whole, begin=whole.begin + (whole.end - whole.begin) // 2)


@rule("mid .dash? part", weight=1.2)
def middle_part(context: Context, _: Value, whole: Part) -> Value:
    third = (whole.end - whole.begin) // 3
    return replace(whole, begin=whole.begin + third, end=whole.end - third)


@rule("pname", weight=1.1)
def after_work(context: Context, name: PartName) -> Value | None:
    """ "After work" says when by itself; "evening" does so beside a day or a preposition."""
    return in_the_part(context, part_of(name.name)) if name.name == "after_work" else None


@rule(".in|during .the part", ".at|in|on part", weight=1.1)
def in_the_part(context: Context, whole: Part) -> Value | None:
    return ClockRange(Clock(whole.begin, grain="hour"), Clock(whole.end % 24, grain="hour"))


@rule(".tonight", weight=1.2)
def tonight(context: Context) -> Value:
    return DayPart(Day(fixed=context.today), part_of("night"))


@rule(".half num", weight=1.2)
def half_hour(context: Context, number: Number) -> Value | None:
    """ "Half eight": half past it in English, half an hour before it in German."""
    if number.digits or number.counts:
        return None
    return _with_minutes(number, 30 if context.language == "en" else -30)
