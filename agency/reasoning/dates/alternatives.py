"""Days said with "or" between them: the second is counted from the first."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date, timedelta

from .arithmetic import DAY
from .atoms import Token
from .chart import Edge
from .lexicon.base import Lexicon
from .resolving import resolve_day
from .values import (
    Context,
    Day,
    DayPart,
    HolidayName,
    Moment,
    MonthName,
    Ordinal,
    Relative,
    Stretch,
    WeekdayName,
    Word,
)

WEEK = timedelta(days=7)
ALTERNATIVE = frozenset({"or", "and", "slash"})


def settled_in_turn(
    edges: Sequence[Edge], tokens: list[Token], lexicon: Lexicon, context: Context
) -> Iterator[Edge]:
    """The edges, the second of two days fixed to the day after the first where that is one it can be.

    "Saturday or Sunday", said on a Sunday, is the coming weekend, not the Saturday and today.
    """
    before: Edge | None = None
    for edge in sorted(edges, key=lambda edge: edge.start):
        second = before and _are_alternatives(before, edge, tokens, lexicon)
        following = _after(before, edge, context) if before and second else None
        if following and isinstance(edge.value, DayPart):
            yield replace(edge, value=replace(edge.value, day=following))
        elif before and second and isinstance(edge.value, Moment):
            edge = replace(edge, value=_week_of(before, edge.value, edge, tokens, lexicon, context))
            yield edge
        else:
            yield replace(edge, value=following) if following else edge
        before = edge


def _week_of(
    one: Edge, moment: Moment, edge: Edge, tokens: list[Token], lexicon: Lexicon, context: Context
) -> Moment:
    """A moment on a weekday, in the week of the one before: "Friday 7pm or Sunday 8pm", said on a Sunday."""
    begins = _begins(one, context)
    if begins is None or moment.at.date() >= begins or not _is_weekday_alone(edge, tokens, lexicon):
        return moment
    later = moment.at + WEEK
    return replace(moment, at=later) if _is_soon(begins, later.date()) else moment


def _begins(edge: Edge, context: Context) -> date | None:
    if isinstance(edge.value, Moment):
        return edge.value.at.date()
    if isinstance(edge.value, Stretch):
        return edge.value.begin.date() if edge.value.begin else None
    day = _day(edge)
    return resolve_day(context, day) if day else None


def _is_weekday_alone(edge: Edge, tokens: list[Token], lexicon: Lexicon) -> bool:
    """Whether a weekday says which day it is, and no date, month or "this" beside it."""
    words = [token.lower for token in tokens[edge.start : edge.end]]
    named = [value for word in words for value in lexicon.phrases.get((word,), ())]
    dated = any(isinstance(value, MonthName | Relative | HolidayName | Ordinal) for value in named)
    figures = any(re.fullmatch(r"\d+(?:st|nd|rd|th|[./-]\d+.*)", word) for word in words)
    return any(isinstance(value, WeekdayName) for value in named) and not dated and not figures


def _after(one: Edge, other: Edge, context: Context) -> Day | None:
    first, second = _day(one), _day(other)
    begins = resolve_day(context, first) if first else None
    if begins is None or second is None or second.fixed or context.prefer == "past":
        return None
    follows = resolve_day(context, second, begins)
    return Day(fixed=follows) if follows and _is_soon(begins, follows) else None


def _is_soon(begins: date, follows: date) -> bool:
    """Whether a day is the one after, or one of the same week: "Friday or Sunday", said on a Sunday."""
    return follows == begins + DAY or (
        begins < follows and begins.isocalendar()[:2] == follows.isocalendar()[:2]
    )


def _day(edge: Edge) -> Day | None:
    value = edge.value.day if isinstance(edge.value, DayPart) else edge.value
    return value if isinstance(value, Day) and (value.weekday is not None or value.fixed) else None


def _are_alternatives(one: Edge, other: Edge, tokens: list[Token], lexicon: Lexicon) -> bool:
    between = [token.lower for token in tokens[one.end : other.start]]
    if between[:1] == [","]:
        between = between[1:]
    joining = lexicon.phrases.get((between[0],), ()) if len(between) == 1 else ()
    return any(isinstance(value, Word) and value.category in ALTERNATIVE for value in joining)
