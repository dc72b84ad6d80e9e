"""The hours and days that a person rules out for good: "I never eat before 7 pm", "events not on Sundays"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from agency.reasoning.days_said import days_said

EARLIEST, NO_DAY = "earliest", "no_day."
"""How their keys end ("dining.weeknight_earliest") and begin behind the type ("events.no_day.sun")."""
KINDS: Final = {
    "dining": r"(?:eat|dine|dinner|lunch|restaurants?|tables?|go(?:ing)? out|book|ess|esse|essen|ausgeh\w*"
    r"|geh\w*|tisch\w*|abendessen|auswarts|mang\w+|din\w+|sor\w+)",
    "events": r"(?:events?|concerts?|shows?|plays?|go(?:ing)? out|veranstaltung\w*|konzert\w*|ausgeh\w*"
    r"|spectacles?|sor\w+)",
}
"""What a sentence that tells of it speaks of, by the mission's type."""
_WHO = r"(?:i|we|ich|wir|je|nous)"
_NEVER = (
    r"(?:never|not|no|nothing|none|don'?t|won'?t|can'?t|cannot|wouldn'?t|nie|niemals|nicht|nichts|jamais|pas)"
)
_BEFORE = r"(?:before|earlier than|vor|fruher als|avant)"
_FROM = r"(?:only|just|nur|erst|always|immer)\s+(?:\w+ )?(?:after|from|ab|nach|apres)"
_CLOCK = (
    r"\s+(?:um )?(?P<hour>[01]?\d|2[0-4])(?:[:.h](?P<minute>[0-5]\d))?(?:\s*(?P<half>[ap])(?:\.? ?m)?\b)?"
    r"(?!\s*(?:\d|minutes?|minuten|days?|tage|weeks?|wochen|months?|years?|people|€|\$|euro))"
)
_PLEASE = r"^\W*(?:please |bitte |but |and |aber |und )*"
_HAPPENED = re.compile(
    r"\b(?:was|were|did|didn'?t|got|came|arrived|opened|opens?|closed|serve[sd]?|war|waren|kam\w*|offne\w*|hatte\w*)\b"
)
_MORNING = re.compile(r"\b(?:morning|breakfast|brunch|coffee|fruhstuck\w*|morgens|matin|petit[- ]dejeuner)\b")
_EVENING_BELOW = 11
"""A bare hour below this is one of the evening, as where a table is asked for "at 8"."""


def ruled_out_in(folded: str, mission_type: str) -> Iterator[tuple[str, str]]:
    """What a clause rules out for good, a path with its blanks and a value: "{type}.{when}earliest" with
    "19:00", "{type}.no_day.sun" with "sun"."""
    kind = KINDS.get(mission_type)
    if kind is None or _HAPPENED.search(folded):
        return
    if (at := _earliest(folded, kind)) is not None:
        yield f"{{type}}.{{when}}{EARLIEST}", at
        return
    for day in days_said(folded) if _refuses_days(folded, kind) else ():
        yield f"{{type}}.{NO_DAY}{day}", day


def _earliest(folded: str, kind: str) -> str | None:
    """The first hour that will do ("19:00"); None where no clause of its kind says one."""
    bound = rf"(?:{_NEVER}\s+(?:\w+ ){{0,4}}?{_BEFORE}|{_FROM}){_CLOCK}"
    speaks = (
        rf"\b{_WHO}\b(?=.*\b{kind}\b)[^,;]*?\b{bound}",
        rf"{_PLEASE}(?:(?:\w+ )?{kind}\s+)?(?:(?:only |nur |erst )?){bound}",
    )
    hit = next((found for words in speaks if (found := re.search(words, folded))), None)
    if hit is None:
        return None
    hour, minute = int(hit["hour"]) % 24, hit["minute"] or "00"
    if hit["half"] == "p" or (hit["half"] is None and hour < _EVENING_BELOW and not _MORNING.search(folded)):
        hour += 12 if hour < 12 else 0
    return f"{hour:02d}:{minute}"


def _refuses_days(folded: str, kind: str) -> bool:
    """Whether a clause says that the days it names are none for going out."""
    on = r"(?:on |am |an |le |les )?(?:an? |any |einem )?"
    day = r"(?:\w+day|\w+tag)s?|sonnabend|\w+di(?:manche)?s?|dimanches?"
    speaks = (
        rf"\b{_WHO}\s+{_NEVER}\s+(?:\w+ ){{0,2}}?{kind}\s+(?:(?:out|aus|auswarts|essen)\s+)?{on}(?:{day})\b",
        rf"\b{_WHO}\s+(?:\w+\s+)?{on}(?:{day})\s+{_NEVER}\b(?=.*\b{kind}\b|\W*$)",
        rf"\b{_WHO}\s+{kind}\s+{_NEVER}\s+(?:\w+ )?{on}(?:{day})\b",
        rf"{_PLEASE}(?:(?:\w+ )?{kind}\s+)?{_NEVER}\s+(?:{kind}\s+)?{on}(?:{day})\b",
        rf"{_PLEASE}(?:{day})\s+(?:\w+ ){{0,3}}(?:nie|nicht|never)\b(?=.*\b{kind}\b)?",
    )
    return any(re.search(words, folded) for words in speaks)
