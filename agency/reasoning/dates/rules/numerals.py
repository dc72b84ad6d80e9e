"""Years in figures and in words."""

from __future__ import annotations

from ..figures import LAST_HOUR, full_year
from ..values import Context, Number, Value, Year
from .base import rule

YEARS = range(1900, 2100)


@rule("num", weight=0.1)
def year_in_figures(context: Context, number: Number) -> Value | None:
    if number.digits != 4 or number.value not in YEARS:
        return None
    return Year(number.value)


@rule("num num", weight=0.5)
def year_in_words(context: Context, high: Number, low: Number) -> Value | None:
    """ "Nineteen ninety-five", "twenty twenty-six"."""
    if high.digits or low.digits or high.value not in (19, 20) or not 10 <= low.value <= 99:
        return None
    return Year(high.value * 100 + low.value)


@rule("num .hundred num", "num .hundred .and num", "num .hundred", weight=1.0)
def hundreds(context: Context, high: Number, low: Number | None = None) -> Value | None:
    """ "Two hundred ninety-six"."""
    rest = low.value if low else 0
    if high.digits or high.value > 9 or rest > 99 or (low and low.digits):
        return None
    return Number(high.value * 100 + rest, digits=0, counts=(low or high).counts, bound=high.bound)


def short_year(number: Number) -> int | None:
    """Two figures as a year: "April of 87"; not the first of two hours: "3. Dezember von 14 bis 16 Uhr"."""
    if number.digits != 2 or number.counts or (number.opens and number.value <= LAST_HOUR):
        return None
    return full_year(f"{number.value:02}")
