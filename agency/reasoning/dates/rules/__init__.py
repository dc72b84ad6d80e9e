"""The rules, one file for each piece of the grammar; importing them fills `GRAMMAR`."""

from __future__ import annotations

from . import (
    alternatives,
    clocks,
    days,
    joined,
    lengths,
    months,
    numerals,
    open_ranges,
    periods,
    ranges,
    repeats,
)
from .base import GRAMMAR

__all__ = [
    "GRAMMAR",
    "alternatives",
    "clocks",
    "days",
    "joined",
    "lengths",
    "months",
    "numerals",
    "open_ranges",
    "periods",
    "ranges",
    "repeats",
]
