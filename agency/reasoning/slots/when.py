"""Dates, times and durations as slots, from what `find_dates` reads."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from itertools import pairwise

from babel.core import get_global
from pydantic import JsonValue, TypeAdapter

from agency.reasoning.dates import DateSpan, find_dates
from agency.reasoning.slots.numbers import number_pattern, number_value
from agency.reasoning.slots.returning import there_and_back
from agency.reasoning.slots.spans import Found

_DURATION = TypeAdapter(timedelta)
_BARE = (
    r"\s*(?:(?:at|for|by|around|about|from|till|until|before|after|um|gegen|ab|für|à|vers"
    r"|pour)\s+)?(?:{number})\s*"
)
_MONTH_FIRST = frozenset(
    {"US", "CA", "PR", "GU", "VI", "AS", "MP", "UM", "PH", "FM", "PW", "MH", "001", "ZZ"}
)
_NOT_ON = re.compile(
    r"(?<!why )(?<!warum )\b(?:not|but not|except|can['’]?t do|aber nicht|nicht|außer|ausser|pas|sauf|excepto"
    r"|tranne|ma non|pero no)\s+(?:on\s+|for\s+|am\s+|an\s+|le\s+|el\s+|il\s+)?(?:the\s+)?$",
    re.IGNORECASE,
)
_OR = re.compile(r"\s*(?:,?\s*\b(?:or|oder|ou|o|and|und|et|y|e)\b|/|&)\s*(?:on\s+|am\s+)?", re.IGNORECASE)
WEEKEND = timedelta(days=2)
_NIGHTS = re.compile(r"(?P<unit>nights?|nächten?|nacht|nuits?)\b", re.IGNORECASE)


def read_dates(text: str, ref: datetime, languages: tuple[str, ...], english: str = "en") -> list[DateSpan]:
    """Return the dates of `text`, read in the most telling of `languages` that finds any; English is last."""
    naive = ref.replace(tzinfo=None)
    for spoken in (*languages[1:], english):
        if spans := find_dates(text, ref=naive, language=spoken):
            return spans
    return []


def english_of(zone: str) -> str:
    """Return "en-GB" where the day is written before the month ("3/12"), "en" where the month is first."""
    territory = get_global("zone_territories").get(zone, "")
    return "en-GB" if territory and territory not in _MONTH_FIRST else "en"


def is_bare(span: DateSpan, languages: tuple[str, ...]) -> bool:
    """Tell whether a span is only a number ("7", "at 7"), which something else may rather claim."""
    return bool(re.fullmatch(_BARE.format(number=number_pattern(languages)), span.text, re.IGNORECASE))


def dates_in(text: str, spans: Sequence[DateSpan], ref: datetime) -> list[Found]:
    """Return the days: an ISO date, or `{"start", "end"}` with both included, and `"days"` where some are.

    What has an end alone ("before Friday", "bis Freitag") begins on the day of `ref`. A day that is ruled out
    ("not on Friday") is no answer, and of days with "or" or "and" between them each is meant. A day and the
    one that somebody is back on are one stretch.
    """
    found = [
        Found(s.start, s.end, value, _ruled_out(text, s))
        for s in spans
        if (value := day_of_span(s, ref.date())) is not None
    ]
    return _alternatives(text, there_and_back(text, found))


def choice_of_days(days: Iterable[date]) -> JsonValue:
    """Several days as a slot: from the first to the last, and `days` where others lie between them."""
    ordered = sorted(set(days))
    stretch: dict[str, JsonValue] = {"start": ordered[0].isoformat(), "end": ordered[-1].isoformat()}
    if (ordered[-1] - ordered[0]).days >= len(ordered):
        stretch["days"] = [day.isoformat() for day in ordered]
    return stretch if len(ordered) > 1 else ordered[0].isoformat()


def _ruled_out(text: str, span: DateSpan) -> bool:
    return span.kind in {"date", "datetimerange"} and _NOT_ON.search(text[: span.start]) is not None


def _alternatives(text: str, found: list[Found]) -> list[Found]:
    """Join "Friday or Sunday", "Friday, Saturday and Sunday" to one choice of days."""
    for number, one in enumerate(found):
        joined = _joined(text, found[number:])
        if len(joined) > 1:
            days = [date.fromisoformat(str(each.value)) for each in joined]
            both = Found(one.start, joined[-1].end, choice_of_days(days), one.negated)
            return [both, *(each for each in found if each not in joined)]
    return found


def _joined(text: str, found: Sequence[Found]) -> list[Found]:
    """The single days from the first of `found` on that "or", "and" or a stroke ties together, with commas
    between those before the last two."""
    joined, tied = [found[0]], False
    for one, other in pairwise(found):
        between = text[one.end : other.start]
        alike = isinstance(one.value, str) and isinstance(other.value, str) and one.negated == other.negated
        if not alike or one.value == other.value or not (_OR.fullmatch(between) or between.strip() == ","):
            break
        joined.append(other)
        if _OR.fullmatch(between):
            tied = True
            break
    return joined if tied else joined[:1]


def times_in(spans: Sequence[DateSpan]) -> list[Found]:
    """Return the times, moments before ranges: "19:00", or `{"start", "end"}`."""
    found = [Found(s.start, s.end, value) for s in spans if (value := time_of_span(s)) is not None]
    return sorted(found, key=lambda f: (isinstance(f.value, dict), f.start))


def moments_in(text: str, spans: Sequence[DateSpan], ref: datetime) -> list[Found]:
    """Return moments as ISO date-times: those said in one phrase, or the first day with the first time."""
    found = [
        Found(s.start, s.end, s.begins.isoformat(timespec="minutes"))
        for s in spans
        if isinstance(s.begins, datetime) and s.kind in {"datetime", "datetimerange"}
    ]
    days, times = dates_in(text, spans, ref), [f for f in times_in(spans) if isinstance(f.value, str)]
    if found or not times:
        return found
    day = next((f for f in days if isinstance(f.value, str)), None)
    stated = day.value if day else ref.date().isoformat()
    ends = [f for f in (day, times[0]) if f]
    return [Found(min(f.start for f in ends), max(f.end for f in ends), f"{stated}T{times[0].value}")]


def durations_in(text: str, spans: Sequence[DateSpan], languages: tuple[str, ...]) -> list[Found]:
    """Return lengths of time as ISO 8601 durations; nights count as days."""
    found = [
        Found(s.start, s.end, str(_DURATION.dump_python(s.duration, mode="json")))
        for s in spans
        if s.kind == "duration" and s.duration is not None
    ]
    for match in re.finditer(rf"({number_pattern(languages)}|\ba)\s+{_NIGHTS.pattern}", text, re.IGNORECASE):
        nights = 1 if match[1].lower() == "a" else number_value(match[1], languages)
        if nights and nights < 400:
            found.append(Found(match.start(), match.end(), f"P{nights}D"))
    return found


def time_of_number(number: int, language: str, ref: datetime) -> str | None:
    """Return the time that a plain number answers: 1430, or 7 in the half of day `find_dates` takes."""
    hour, minute = divmod(number, 100) if number > 99 else (number, 0)
    if hour > 24 or minute > 59:
        return None
    if number > 99 or hour > 12:
        return f"{hour % 24:02d}:{minute:02d}"
    spans = find_dates(f"at {hour}", ref=ref.replace(tzinfo=None), language="en")
    value = next((f.value for f in times_in(spans) if isinstance(f.value, str)), None)
    return value if isinstance(value, str) else f"{hour:02d}:00"


def day_of_span(span: DateSpan, today: date) -> JsonValue:
    """The day of a span as a slot: ISO, or `{"start", "end"}`; None where it has none."""
    begins, ends = span.begins, span.ends
    if begins is None and ends is not None and not isinstance(ends, time):
        return _until(ends, today)
    if isinstance(begins, time) or begins is None or span.kind in {"duration", "time", "timerange"}:
        return None
    first = begins.date() if isinstance(begins, datetime) else begins
    if span.others:
        return choice_of_days([first, *span.others])
    last = _last_day(begins, ends)
    if first < today <= last <= first + WEEKEND:  # "this weekend" on its Sunday is what is left of it
        first = today
    return first.isoformat() if last <= first else {"start": first.isoformat(), "end": last.isoformat()}


def _until(ends: date, today: date) -> JsonValue:
    """From today to the last day before an end; the day itself of a time ("before 9am on Monday")."""
    if isinstance(ends, datetime):
        return ends.date().isoformat()
    last = ends - timedelta(days=1)
    if last <= today:
        return last.isoformat() if last == today else None
    return {"start": today.isoformat(), "end": last.isoformat()}


def _last_day(begins: date, ends: date | time | None) -> date:
    if isinstance(begins, datetime) and isinstance(ends, datetime):
        if ends - begins <= timedelta(hours=24):
            return begins.date()
        return (ends - timedelta(microseconds=1)).date()
    if isinstance(ends, date) and not isinstance(ends, datetime):
        return ends - timedelta(days=1)
    return begins.date() if isinstance(begins, datetime) else begins


def time_of_span(span: DateSpan) -> JsonValue:
    """The time of a span as a slot: "HH:MM", or `{"start", "end"}`; None where it has none."""
    begins, ends = span.begins, span.ends
    if begins is None and isinstance(ends, datetime | time):
        return {"start": "00:00", "end": f"{ends:%H:%M}"}
    start = begins.time() if isinstance(begins, datetime) else begins
    if not isinstance(start, time) or span.kind in {"date", "daterange", "duration"}:
        return None
    if span.kind in {"time", "datetime", "recurrence"} or ends is None:
        return f"{start:%H:%M}"
    stop = ends.time() if isinstance(ends, datetime) else ends
    return {"start": f"{start:%H:%M}", "end": f"{stop:%H:%M}"} if isinstance(stop, time) else f"{start:%H:%M}"
