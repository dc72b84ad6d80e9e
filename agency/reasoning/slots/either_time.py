"""Times with "or" between them: each day keeps its own ("Friday 7pm or Sunday 8pm"), and one day may have two
("Friday at 7 or 8 pm")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import pairwise

from pydantic import JsonValue

from agency.reasoning.dates import DateSpan
from agency.reasoning.slots.spans import Found
from agency.reasoning.slots.when import day_of_span, time_of_span

_OR = re.compile(r"\s*(?:,?\s*\b(?:or|oder|ou|o)\b|/)\s*(?:(?:on|at|am|um|à|le|a\s+las?)\s+)?", re.IGNORECASE)
_LISTED = re.compile(r"\s*,\s*(?:(?:on|at|am|um|à)\s+)?", re.IGNORECASE)
_HOUR_BEFORE = re.compile(
    r"(?<![\w:.,/€$£-])(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d))?\s*(?:uhr|h)?\s*(?:\b(?:or|oder|ou|o)\b|/)\s*(?:at|um|à)?\s*$",
    re.IGNORECASE,
)
_HOUR_BEHIND = re.compile(
    r"\s*(?:\b(?:or|oder|ou|o)\b|/)\s*(?:at|um|à)?\s*(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d))?(?:\s*(?:uhr|h)\b)?"
    r"(?!\s*[\w€$£%·]|[.:/]\d)",
    re.IGNORECASE,
)
HALF_A_DAY = 12


@dataclass(frozen=True, slots=True)
class _Way:
    """One of the times: where it stands, "HH:MM" from and to (alike for a point), its day if it has one."""

    start: int
    end: int
    begins: str
    ends: str
    day: date | None


def either_time(text: str, spans: Sequence[DateSpan], ref: datetime) -> Found | None:
    """The times of which any will do, as `{"start", "end", "each"}`; None where there are no two.

    `each` lists `{"start", "end"}` ("HH:MM", alike for a point), with `day` (ISO) where each day has its own.
    `start` and `end` hold them all.
    """
    ways = [way for span in spans if (way := _way(span, ref.date())) is not None]
    for number in range(len(ways)):
        tied = _tied(text, ways[number:])
        if len({way.day for way in tied}) > 1 and all(way.day for way in tied):
            if len({(way.begins, way.ends) for way in tied}) > 1:
                return _found(tied, with_days=True)
        elif len({way.day for way in tied if way.day}) < 2:
            tied = _with_bare_hours(text, tied)
            if len({(way.begins, way.ends) for way in tied}) > 1:
                return _found(tied, with_days=False)
    return None


def in_order(each: Iterable[dict[str, JsonValue]]) -> dict[str, JsonValue]:
    """The slot for alternatives: those, and from the earliest to the latest of them."""
    ways = sorted(each, key=lambda way: (str(way.get("day") or ""), str(way["start"])))
    return {
        "start": min(str(way["start"]) for way in ways),
        "end": max(str(way["end"]) for way in ways),
        "each": list[JsonValue](ways),
    }


def _way(span: DateSpan, today: date) -> _Way | None:
    value = time_of_span(span)
    if value is None or span.begins is None or span.kind == "recurrence":
        return None
    begins, ends = (value["start"], value["end"]) if isinstance(value, dict) else (value, value)
    day = day_of_span(span, today)
    own = date.fromisoformat(day) if isinstance(day, str) else None
    return _Way(span.start, span.end, str(begins), str(ends), own)


def _tied(text: str, ways: Sequence[_Way]) -> list[_Way]:
    """The times from the first on that "or" ties together, with commas between those before the last two."""
    tied, joined = [ways[0]], False
    for one, other in pairwise(ways):
        between = text[one.end : other.start]
        if not (_OR.fullmatch(between) or _LISTED.fullmatch(between)):
            break
        tied.append(other)
        if joined := _OR.fullmatch(between) is not None:
            break
    return tied if joined else tied[:1]


def _with_bare_hours(text: str, tied: list[_Way]) -> list[_Way]:
    """Also an hour without more beside "or": "7 or 8 pm", "at 7 or 8". It is in the half of the day that the
    other one is in."""
    first, last = tied[0], tied[-1]
    points = all(way.begins == way.ends for way in tied)
    if (
        points
        and (before := _HOUR_BEFORE.search(text[: first.start]))
        and (at := _near(before, first.begins))
    ):
        return [replace(first, start=before.start(), begins=at, ends=at), *tied]
    if points and (behind := _HOUR_BEHIND.match(text, last.end)) and (at := _near(behind, last.begins)):
        return [
            *tied,
            replace(last, end=behind.end("minute" if behind["minute"] else "hour"), begins=at, ends=at),
        ]
    return tied


def _near(said: re.Match[str], beside: str) -> str:
    """The time that an hour means beside another one, empty where it is none."""
    hour, minute = int(said["hour"]), said["minute"] or "00"
    if hour < HALF_A_DAY <= int(beside[:2]) and hour > 0:
        hour += HALF_A_DAY
    return f"{hour:02d}:{minute}" if hour < 2 * HALF_A_DAY else ""


def _found(ways: Sequence[_Way], *, with_days: bool) -> Found:
    def told() -> Iterator[dict[str, JsonValue]]:
        for way in ways:
            own: dict[str, JsonValue] = {"start": way.begins, "end": way.ends}
            if with_days and way.day:
                own["day"] = way.day.isoformat()
            yield own

    return Found(ways[0].start, ways[-1].end, in_order(told()))
