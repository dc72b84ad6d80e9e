"""Days said with "or" between them: the second is counted from the first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from .arithmetic import DAY
from .atoms import Token
from .chart import Edge
from .lexicon.base import Lexicon
from .resolving import resolve_day
from .values import Context, Day, DayPart, Word

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
        else:
            yield replace(edge, value=following) if following else edge
        before = edge


def _after(one: Edge, other: Edge, context: Context) -> Day | None:
    first, second = _day(one), _day(other)
    begins = resolve_day(context, first) if first else None
    if begins is None or second is None or second.fixed or context.prefer == "past":
        return None
    follows = resolve_day(context, second, begins)
    return Day(fixed=follows) if follows == begins + DAY else None


def _day(edge: Edge) -> Day | None:
    value = edge.value.day if isinstance(edge.value, DayPart) else edge.value
    return value if isinstance(value, Day) and (value.weekday is not None or value.fixed) else None


def _are_alternatives(one: Edge, other: Edge, tokens: list[Token], lexicon: Lexicon) -> bool:
    if other.start != one.end + 1:
        return False
    joining = lexicon.phrases.get((tokens[one.end].lower,), ())
    return any(isinstance(value, Word) and value.category in ALTERNATIVE for value in joining)
