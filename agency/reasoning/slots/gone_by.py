"""A weekday whose hour is over today is the one of next week: "Sunday at noon", on a Sunday evening."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from functools import cache

from babel.dates import get_day_names

from agency.reasoning.dates import DateSpan
from ownyou.lib.text import key_of

WEEK = timedelta(days=7)
LATE_MORNING, HALF_A_DAY = 11, timedelta(hours=12)
_IN = ("en", "de", "fr", "es", "it")
_ORDINAL = re.compile(r"\b\d{1,2}(?:st|nd|rd|th|\.(?!\d)|er)(?!\w)|\d[./-]\d", re.IGNORECASE)


def ahead(spans: Sequence[DateSpan], ref: datetime) -> list[DateSpan]:
    """The dates of a goal, where what is said by its weekday and over since lies a week ahead."""
    now = ref.replace(tzinfo=None)
    hours = [span for span in spans if span.kind in ("time", "timerange")]
    return [_shifted(span) if _gone(span, hours, now) else span for span in spans]


def _gone(span: DateSpan, hours: Sequence[DateSpan], now: datetime) -> bool:
    """Whether a span is today by the name of the weekday alone, and its hours (or the only ones) are over."""
    begins = span.begins
    if not isinstance(begins, date) or span.others or not _is_by_name(span.text, now.date()):
        return False
    if isinstance(begins, datetime):
        return begins.date() == now.date() and _last(begins, span.ends) < now
    if begins != now.date() or span.kind != "date" or len(hours) != 1:
        return False
    first, last = hours[0].begins, hours[0].ends
    if not isinstance(first, time):
        return False
    ends = datetime.combine(begins, last) if isinstance(last, time) else None
    return _last(datetime.combine(begins, first), ends) < now


def _last(begins: datetime, ends: object) -> datetime:
    """The last moment meant; an early hour may be one of the evening ("at 8")."""
    if isinstance(ends, datetime):
        return ends
    return begins + HALF_A_DAY if begins.hour < LATE_MORNING else begins


def _is_by_name(words: str, today: date) -> bool:
    said = set(key_of(words).split())
    return bool(said & _names(today.weekday())) and not _ORDINAL.search(words)


@cache
def _names(weekday: int) -> set[str]:
    """What a weekday is called, in full and short, in the languages that are read."""
    return {
        key_of(str(get_day_names(width, locale=language)[weekday]))
        for language in _IN
        for width in ("wide", "abbreviated")
    }


def _shifted(span: DateSpan) -> DateSpan:
    """The span a week later."""
    begins, ends = span.begins, span.ends
    return replace(
        span,
        begins=begins + WEEK if isinstance(begins, date) else begins,
        ends=ends + WEEK if isinstance(ends, date) else ends,
    )
