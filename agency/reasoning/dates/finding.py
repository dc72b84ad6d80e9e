"""Finding: stretches of a text that may hold a date, the best reading of each, and its span."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date, datetime, time, timedelta

from .alternatives import settled_in_turn
from .arithmetic import DAY
from .atoms import Token, find_atoms, tokenize
from .chart import Chart, Edge
from .lexicon import lexicon_for
from .resolving import at_hour, close, close_pair, resolve_day, resolve_month, to_time
from .rules import GRAMMAR
from .spans import DateSpan, Grain, Kind, Prefer
from .values import (
    Clock,
    ClockRange,
    Context,
    Day,
    DayPart,
    DayRange,
    EitherDay,
    Length,
    Moment,
    Month,
    NoDay,
    Period,
    Repeat,
    Stretch,
    Value,
)

LAST_YEAR = 9_900
LONGEST = 40  # tokens of one stretch; no date in words is longer
AVERAGE_MONTH = timedelta(days=30)
YEAR = timedelta(days=365)
Point = date | time | datetime | None
Meaning = tuple[Kind, Point, Point, timedelta | None, Grain]


def find_dates(
    text: str, *, ref: datetime, language: str = "en", prefer: Prefer = "future"
) -> list[DateSpan]:
    """All dates, times, ranges, durations and recurrences in a text, in order and apart.

    `ref` is the moment of speaking, in the speaker's own zone; what comes back is naive and local to it.
    `prefer` settles what the words leave open ("May", "the 3rd", "Friday"): the next one or the last one;
    today counts. `language` is "en", "de", "fr", "es" or "it" (or longer: "fr-CA"); others are read as
    English.
    Never raises on a text; finds nothing where nothing is said.
    """
    lexicon = lexicon_for(language)
    context = Context(ref.replace(tzinfo=None), prefer, lexicon.language)
    tokens = tokenize(text, lexicon)
    spans: list[DateSpan] = []
    for atoms in _stretches(find_atoms(text, tokens, lexicon)):
        chosen = list(_choose(Chart(GRAMMAR, context).parse(atoms), context))
        for edge in settled_in_turn(chosen, tokens, lexicon, context):
            meaning = _meaning(context, edge.value)
            if meaning and _leaves_room(meaning):
                spans.append(_span(text, tokens, edge, meaning))
    return sorted(spans, key=lambda span: span.start)


def find_no_days(text: str, *, ref: datetime, language: str = "en") -> list[str]:
    """The words, one at most, that are said like a day and are none: "31 November", "32. Dezember"."""
    lexicon = lexicon_for(language)
    context = Context(ref.replace(tzinfo=None), "future", lexicon.language)
    tokens = tokenize(text, lexicon)
    found: list[Edge] = []
    for atoms in _stretches(find_atoms(text, tokens, lexicon)):
        found += _no_days(Chart(GRAMMAR, context).parse(atoms))
    shortest = sorted(found, key=lambda edge: edge.end - edge.start)[:1]
    return [text[tokens[edge.start].start : tokens[edge.end - 1].end] for edge in shortest]


def _no_days(edges: list[Edge]) -> list[Edge]:
    lengths = [edge for edge in edges if isinstance(edge.value, Length)]
    return [edge for edge in edges if isinstance(edge.value, NoDay) and not _counts_on(edge, lengths)]


def _stretches(atoms: list[Edge]) -> Iterator[list[Edge]]:
    """Atoms that touch, cut where no atom goes on or a stretch grows too long."""
    group: list[Edge] = []
    begin = end = 0
    for atom in sorted(atoms, key=lambda edge: (edge.start, edge.end)):
        if group and (atom.start >= end + 1 or atom.start - begin >= LONGEST):
            yield group
            group = []
        if not group:
            begin = atom.start
        group.append(atom)
        end = max(end, atom.end)
    if group:
        yield group


def _choose(edges: list[Edge], context: Context) -> Iterator[Edge]:
    """The longest readings first, the weightiest of equally long ones; none of the words of a day that no
    calendar has."""
    taken = _no_days(edges)
    moments = {(edge.start, edge.end) for edge in edges if isinstance(edge.value, Moment | Stretch)}
    for edge in sorted(edges, key=lambda edge: (edge.start - edge.end, -edge.score, edge.start)):
        if isinstance(edge.value, Moment | Stretch) and _is_torn(edge, moments):
            continue
        if any(edge.start < other.end and other.start < edge.end for other in taken):
            continue
        if _meaning(context, edge.value):
            taken.append(edge)
            yield edge


def _is_torn(edge: Edge, moments: Collection[tuple[int, int]]) -> bool:
    """Whether it takes the end of one moment and the beginning of the next: "7 pm, Saturday" in "Friday 7 pm,
    Saturday 8 pm"."""
    firsts = [end for start, end in moments if start < edge.start < end < edge.end]
    lasts = [start for start, end in moments if edge.start < start < edge.end < end]
    return any(first <= last for first in firsts for last in lasts)


def _counts_on(no_day: Edge, lengths: list[Edge]) -> bool:
    """Whether the number begins a length instead: "in June 31 days"."""
    return any(no_day.start < length.start < no_day.end < length.end for length in lengths)


def _span(text: str, tokens: list[Token], edge: Edge, meaning: Meaning) -> DateSpan:
    start, end = tokens[edge.start].start, tokens[edge.end - 1].end
    others = (edge.value.second,) if isinstance(edge.value, EitherDay) else ()
    return DateSpan(start, end, text[start:end], *meaning, others)


def _meaning(context: Context, value: Value) -> Meaning | None:
    """What a whole piece says; None for a partial one and for one beyond the calendar."""
    try:
        return _read(context, value)
    except (ValueError, OverflowError):
        return None


def _leaves_room(meaning: Meaning) -> bool:
    """Whether one can count on from it, or look at it in another zone, within the calendar."""
    return all(point.year < LAST_YEAR for point in meaning[1:3] if isinstance(point, date))


def _read(context: Context, value: Value) -> Meaning | None:
    match value:
        case Day(weak=False):
            found = resolve_day(context, value)
            return ("date", found, None, None, "day") if found else None
        case Month(weak=False):
            period = resolve_month(context, value)
            return "daterange", period.begin, period.end, None, "month"
        case Period(weak=False):
            return "daterange", value.begin, value.end, None, value.grain
        case EitherDay():
            return "date", value.first, None, None, "day"
        case DayRange():
            return "daterange", value.begin, value.end, None, value.grain
        case Clock(weak=False):
            return "time", to_time(close(value)), None, None, value.grain
        case ClockRange():
            return _hours(value)
        case Moment():
            return "datetime", value.at, None, None, value.grain
        case Stretch():
            return "datetimerange", value.begin, value.end, None, "minute"
        case DayPart():
            day = resolve_day(context, value.day)
            if day is None:
                return None
            begin, end = at_hour(day, value.part.begin), at_hour(day, value.part.end)
            return "datetimerange", begin, end, None, "hour"
        case Length(bare=False):
            years, months = divmod(value.months, 12)
            return "duration", None, None, years * YEAR + months * AVERAGE_MONTH + value.rest, value.grain
        case Repeat():
            return _next_occurrence(context, value)
        case _:
            return None


def _hours(hours: ClockRange) -> Meaning:
    begin, end = hours.begin, hours.end
    if begin and end:
        begin, end = close_pair(begin, end)
    first = to_time(close(begin)) if begin else None
    last = to_time(close(end)) if end else None
    return "timerange", first, last, None, "minute"


def _next_occurrence(context: Context, repeat: Repeat) -> Meaning:
    day = context.today
    if repeat.weekday is not None:
        day = resolve_day(context, Day(weekday=repeat.weekday), context.today) or day
    if repeat.clock is None:
        return "recurrence", day if repeat.weekday is not None else None, None, None, repeat.grain
    at = datetime.combine(day, to_time(repeat.clock))
    if at < context.ref:
        at += 7 * DAY if repeat.weekday is not None else DAY
    return "recurrence", at, None, None, repeat.grain
