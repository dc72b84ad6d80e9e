"""Months, their parts, years and seasons."""

from __future__ import annotations

from dataclasses import replace

from ..arithmetic import period_at, season_period, third_of, year_period
from ..figures import full_year
from ..values import (
    Context,
    Month,
    MonthName,
    Number,
    Ordinal,
    Period,
    Relative,
    SeasonName,
    Unit,
    Value,
    Word,
    Year,
)
from .base import rule
from .numerals import short_year


@rule("mname")
def month(context: Context, name: MonthName) -> Value:
    return Month(name.month, weak=name.weak)


@rule(".in|during|monthword|weekof mname", ".in .monthword mname", weight=1.2)
def month_after_preposition(context: Context, name: MonthName) -> Value:
    return Month(name.month)


@rule(".in|during .the? month|period", weight=0.3)
def within_period(context: Context, whole: Value) -> Value | None:
    if isinstance(whole, Period):
        return None if whole.weak else whole
    assert isinstance(whole, Month)
    return replace(whole, weak=False)


@rule("mname .dot? .comma? .of|slash? year", "year mname", weight=1.5)
def month_of_year(context: Context, first: Value, second: Value) -> Value:
    name, year = (first, second) if isinstance(first, MonthName) else (second, first)
    assert isinstance(name, MonthName)
    assert isinstance(year, Year)
    return Month(name.month, year.year)


@rule("mname .of? apos? num", weight=1.0)
def month_of_short_year(
    context: Context, name: MonthName, apostrophe: Value | None, number: Number
) -> Value | None:
    year = short_year(number)
    if year is None or (number.value <= 31 and apostrophe is None):
        return None
    return Month(name.month, year)


@rule("mod .year? mname", weight=1.5)
def relative_month(context: Context, mod: Relative, name: MonthName) -> Value:
    if mod.nearest or mod.offset == 0:
        return Month(name.month)
    return Month(name.month, context.today.year + mod.offset)


@rule("mname mod", weight=1.3)
def relative_month_after(context: Context, name: MonthName, mod: Relative) -> Value | None:
    return relative_month(context, mod, name)


@rule("mname .comma? .of? period", "period mname", weight=1.8)
def month_in_period(context: Context, first: Value, second: Value) -> Value | None:
    """ "May next year", "next year's May"."""
    name, year = (first, second) if isinstance(first, MonthName) else (second, first)
    assert isinstance(name, MonthName)
    assert isinstance(year, Period)
    return Month(name.month, year.begin.year) if year.grain == "year" else None


@rule(
    "early .in? .the? .dash? mname", "mid .in? .the? .dash? mname", "late .in? .the? .dash? mname", weight=1.4
)
def part_of_named_month(context: Context, part: Value, name: MonthName) -> Value:
    return Month(name.month, part=part.category)


@rule("early .in? .dash? month", "mid .in? .dash? month", "late .in? .dash? month", weight=1.5)
def part_of_month(context: Context, part: Value, whole: Month) -> Value | None:
    return None if whole.part else replace(whole, part=part.category, weak=False)


@rule(
    "early .in? .the? .dash? period",
    "mid .in? .the? .dash? period",
    "late .in? .the? .dash? period",
    weight=1.5,
)
def part_of_period(context: Context, part: Value, period: Period) -> Value | None:
    if period.grain in ("day", "weekend"):
        return None
    found = third_of(replace(period, weak=False), part.category)
    if period.weak and found.end <= context.today and context.prefer == "future":  # gone by: the next one's
        following = period_at(period.end, period.grain)
        return third_of(following, part.category) if following else found
    return found


@rule(".in|on? .the? mod? .midweek", weight=1.5)
def midweek(context: Context, mod: Relative | None) -> Value | None:
    """Its Wednesday, the next one while nothing says whose."""
    week = period_at(context.today, "week", mod.offset if mod else 0)
    return part_of_period(context, Word("mid"), replace(week, weak=mod is None)) if week else None


@rule("early .in? year", "mid .in? year", "late .in? year", weight=1.5)
def part_of_year(context: Context, part: Value, year: Year) -> Value:
    return third_of(year_period(year.year), part.category)


@rule(".in|since|during apos num", weight=1.0)
def short_named_year(context: Context, _: Value, number: Number) -> Value | None:
    """ "In '08"."""
    year = short_year(number)
    return year_period(year) if year else None


@rule(".the? yearword .of? year", ".in|during year", ".in .the? yearword year", weight=0.9)
def named_year(context: Context, *values: Value) -> Value | None:
    year = values[-1]
    assert isinstance(year, Year)
    return year_period(year.year)


@rule(".the? .in? num .s", ".in? .the? num .s", weight=1.2)
def decade(context: Context, number: Number) -> Value | None:
    if number.value % 10 or number.counts or number.digits not in (2, 4):
        return None
    year = full_year(str(number.value)) if number.digits == 2 and number.value >= 20 else number.value
    if not 1500 <= year <= 2200:
        return None
    found = period_at(context.today.replace(year=year, day=1), "decade")
    return found


@rule(".the? ord unit", weight=1.0)
def century(context: Context, nth: Ordinal, unit: Unit) -> Value | None:
    if unit.grain != "century":
        return None
    return period_at(context.today.replace(year=(nth.value - 1) * 100 + 1, day=1), "century")


@rule("mod season", "season mod", weight=1.4)
def relative_season(context: Context, first: Value, second: Value) -> Value | None:
    mod, name = (first, second) if isinstance(first, Relative) else (second, first)
    assert isinstance(mod, Relative)
    assert isinstance(name, SeasonName)
    if mod.offset == 0 or mod.nearest:
        return coming_season(context, name)
    return season_period(context.today.year + mod.offset, name.index)


@rule(".in|during .the? season", weight=1.2)
def coming_season(context: Context, name: SeasonName) -> Value:
    year = context.today.year
    this = season_period(year, name.index)
    if context.prefer == "past":
        return this if this.begin <= context.today else season_period(year - 1, name.index)
    before = season_period(year - 1, name.index)
    if before.end > context.today:
        return before
    return this if this.end > context.today else season_period(year + 1, name.index)


@rule("season .of? year", "year season", weight=1.5)
def season_of_year(context: Context, first: Value, second: Value) -> Value:
    name, year = (first, second) if isinstance(first, SeasonName) else (second, first)
    assert isinstance(name, SeasonName)
    assert isinstance(year, Year)
    return season_period(year.year, name.index)


@rule("season .of? period", weight=1.5)
def season_of_period(context: Context, name: SeasonName, year: Period) -> Value | None:
    return season_period(year.begin.year, name.index) if year.grain == "year" else None


@rule(".early .in? .the? season", weight=0.1)
def early_season(context: Context, name: SeasonName) -> Value | None:
    whole = coming_season(context, name)
    return third_of(whole, "early") if isinstance(whole, Period) else None


@rule(".late .in? .the? season", weight=0.1)
def late_season(context: Context, name: SeasonName) -> Value | None:
    whole = coming_season(context, name)
    return third_of(whole, "late") if isinstance(whole, Period) else None
