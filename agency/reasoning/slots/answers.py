"""Bare words that answer a question: "sat", "5th", "morgen", "evening", "me". Alone they would say less."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime

from agency.reasoning.dates import DateSpan, find_dates
from agency.reasoning.slots.spans import Found
from agency.reasoning.slots.when import dates_in, times_in

LONGEST = 4
"""Words of a bare answer; more are a sentence, which is read as one."""
_DAYS = {
    "en": ("", "on ", "on the ", "in "),
    "de": ("", "am ", "im "),
    "fr": ("", "le "),
    "es": ("", "el "),
    "it": ("",),
}
_TIMES = {
    "en": ("in the ", "at "),
    "de": ("um ", "am "),
    "fr": ("à ", "le "),
    "es": ("por la ",),
    "it": ("di ", "a "),
}
_MYSELF = re.compile(
    r"\W*(?:(?:just|only|nur|solo|juste|seulement|für|for|pour|para|per)\s+)*(?:me|ich|mich|moi|yo|m[ií]|io|1)\W*",
    re.IGNORECASE,
)


def answered_days(text: str, ref: datetime, english: str) -> list[Found]:
    """Return the day that a short answer to "for which day?" is, in any language that is read."""
    return _answered(text, ref, english, _DAYS, lambda words, spans: dates_in(words, spans, ref))


def answered_times(text: str, ref: datetime) -> list[Found]:
    """Return the time that a short answer to "at what time?" is: "evening", "mittags"."""
    return _answered(text, ref, "en", _TIMES, lambda words, spans: times_in(spans))


def answered_alone(text: str) -> list[Found]:
    """Return one person for "me", "nur ich"."""
    return [Found(0, len(text), 1)] if _MYSELF.fullmatch(text) else []


def _answered(
    text: str,
    ref: datetime,
    english: str,
    openings: dict[str, tuple[str, ...]],
    read: Callable[[str, Sequence[DateSpan]], list[Found]],
) -> list[Found]:
    answer = text.strip().strip("!?,")
    if not answer or len(answer.split()) > LONGEST:
        return []
    for language, before in openings.items():
        for opening in before:
            words = opening + answer
            spans = find_dates(
                words, ref=ref.replace(tzinfo=None), language=english if language == "en" else language
            )
            whole = [
                span for span in spans if span.start <= len(opening) and span.end >= len(words.rstrip("."))
            ]
            if found := read(words, whole):
                return [Found(0, len(text), found[0].value)]
    return []
