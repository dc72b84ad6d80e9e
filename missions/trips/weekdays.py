"""Days of the week that a goal names beside a month or dates: "from Monday to Thursday in February"."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from agency.reasoning.dates import find_dates

LANGUAGES = ("en", "de", "fr")
WEEK = timedelta(days=7)
type Span = tuple[date, date]
"""The first day, and the one after the last."""


def in_their_month(text: str, slots: dict[str, Any]) -> dict[str, Any]:
    """The slots with the days of the week in the month, or on the dates, that are named beside them.

    Alone they are the next ones; in a month they are the first of it that are whole.
    """
    weekdays, dates, months = _spans(text)
    if not weekdays or not (dates or months):
        return slots
    first, end = weekdays[0]
    if dates:
        first, end = dates[0]
    else:
        begins, over = months[0]
        while first < begins:
            first, end = first + WEEK, end + WEEK
        if end > over:
            return slots
    last = end - timedelta(days=1)
    return {**slots, "date": {"start": first.isoformat(), "end": last.isoformat()}} | {
        "duration": f"P{(end - first).days}D"
    }


def _spans(text: str) -> tuple[list[Span], list[Span], list[Span]]:
    """Days of the week, dates, and months that lie ahead."""
    weekdays, dates, months = list[Span](), list[Span](), list[Span]()
    for language in LANGUAGES:
        for span in find_dates(text, ref=datetime.now(UTC).replace(tzinfo=None), language=language):
            begins, ends = _day(span.begins), _day(span.ends)
            if span.kind != "daterange" or begins is None or ends is None:
                continue
            if span.grain == "month":
                months.append((begins, ends))
            elif span.grain == "day" and (ends - begins).days > 1:
                (dates if any(sign.isdigit() for sign in span.text) else weekdays).append((begins, ends))
    return weekdays, dates, months


def _day(value: object) -> date | None:
    return value if isinstance(value, date) and not isinstance(value, datetime) else None
