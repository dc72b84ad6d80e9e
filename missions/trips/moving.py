"""Whether words about a plan of days say when the trip is to be, or name one of its days.

"Dinner on Wednesday" and "later on the last day" are about days of the trip; "go on Wednesday instead",
"from Thursday to Sunday" and a date with its month are about when it is. English, German, French.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

from agency.reasoning.dates import DateSpan, find_dates
from missions.trips.lengths import moved_by

LANGUAGES = ("en", "de", "fr")
_WHEN = frozenset({"date", "daterange", "datetime", "datetimerange"})
"""Kinds of dates in words that are days."""

_OTHER_DATES = re.compile(
    r"^\W*(?:other|different|new|andere|neue|d['’]autres)\s+(?:dates?|days?|daten|tage?|jours)\s*[:,]?\s*(?!in\b|im\b|en\b)"
    r"([^\W\d_]+(?:\s+\d{4})?)\W*$",
    re.IGNORECASE,
)
"""A month alone: “other dates: May”."""

_PARTS = (
    r"(?:early|late|in the|am|le)?\s*(?:mornings?|noon|afternoons?|evenings?|nights?"
    r"|morgen|vormittag|mittag|nachmittag|abend|nacht|matin|midi|après-midi|soir)s?"
)
_WEEKDAY = (
    r"(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?"
    r"|sonnabends?|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)"
    rf"(?:\s*{_PARTS})?"
)
_ORDINAL = (
    r"(?:(?:very\s+)?(?:first|second|third|fourth|fifth|sixth|seventh|last|final|next|same|other|\d{1,2}(?:st|nd|rd|th))"
    r"|(?:aller)?(?:erste|zweite|dritte|vierte|fünfte|sechste|siebte|letzte|nächste|selbe|andere)[nrsm]?|\d{1,2}\."
    r"|premi(?:er|ère)|deuxième|second|troisième|quatrième|derni(?:er|ère)|même)"
)
_DAY_OF_IT = re.compile(
    rf"\b(?:{_WEEKDAY}|{_ORDINAL}\s+(?:full\s+)?(?:days?|mornings?|afternoons?|evenings?|nights?"
    r"|tage?s?|morgen|vormittag|nachmittag|abend|nacht|jours?|matin|soir))\b"
    r"|\b(?:day|tag|jour)\s+(?:\d{1,2}|one|two|three|four|five|eins|zwei|drei|vier|fünf)\b",
    re.IGNORECASE,
)
_A_WEEKDAY = re.compile(rf"\b{_WEEKDAY}\b", re.IGNORECASE)
_FROM_NOW = re.compile(
    rf"\b(?:next|this|this coming|coming|(?:nächst|kommend|dies)e[nrs]?)\s+{_WEEKDAY}\b"
    rf"|\b{_WEEKDAY}\s+(?:next week|this week|nächste woche|diese woche|prochaine?)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?:the\s+(?P<en>\d{1,2})(?:st|nd|rd|th)|am\s+(?P<de>\d{1,2})\.)(?!\s*(?:of\b|\d|[A-ZÀ-Þ]))"
)
"""A day by its number alone."""

_GO = (
    r"(?:go(?:ing)?|travel(?:l?ing)?|start(?:s|ing)?|begin(?:s|ning)?|leav(?:e|ing)|fly(?:ing)?|depart(?:ing)?"
    r"|set(?:ting)? off|fahren|reisen|fliegen|starten|beginnen|losfahren|abreisen|partir|commencer)"
)
_IT = (
    r"(?:it(?: all)?|this|everything|all|(?:the|our|my) (?:whole |entire )?(?:trip|journey|dates?|days|start)"
    r"|es|alles|(?:die|unsere) (?:ganze )?reise|den (?:start|beginn|termin)|das (?:ganze|datum)"
    r"|tout|le (?:voyage|départ|séjour))"
)
_SHIFT = (
    r"(?:move|shift|postpone|push|bring|change|reschedule|put off|verschieb\w*|verleg\w*|déplace[rz]?"
    r"|reporte[rz]?)"
)
_HOME = re.compile(
    r"\b(?:leav(?:e|ing)|fly|depart|go home|return|abreisen|heim\w*|zurück\w*|partir)\b", re.IGNORECASE
)
"""What is said of the last day as of the first."""

_LEADS = (
    r"(?:\s+(?:on|to|from|until|till|by|am|auf|ab|von|vom|an|den|le|au|à|a|the|back|forward|there|us|next"
    r"|nächste[nr]?))*"
)
_MOVED = re.compile(
    rf"\b{_SHIFT}\s+{_IT}{_LEADS}\s+{_WEEKDAY}\b"
    rf"|(?<!early )(?<!late )(?<!later )(?<!earlier )\b{_GO}{_LEADS}\s+{_WEEKDAY}\b(?!\s+(?:with|mit|avec)\b)"
    rf"|\b(?:am|ab|von|vom|on)\s+{_WEEKDAY}\s+(?:statt\w*\s+|lieber\s+)?{_GO}\b"
    rf"|\b{_IT}\b{_LEADS}\s+{_WEEKDAY}\s+(?:verschieben|verlegen)\b",
    re.IGNORECASE,
)
_SMALL = re.compile(
    rf"\b(?:{_GO}|{_SHIFT}|{_IT}|please|bitte|instead|rather|better|lieber|besser|stattdessen|plutôt|then|dann"
    r"|no|nein|ok(?:ay)?|yes|ja|we|i|wir|ich|on|nous|let['’]?s|us|want(?: to)?|would|['’]d|like|could|can"
    r"|should|will|möchten?|wollen|würden|können|gern|must|prefer|to|from|until|till|through|thru|the|a|at|make|trip"
    r"|reise|am|ab|an|auf|von|vom|bis|zum|den|und|and|du|de|au|à|le|jusqu['’]au|das|es|los|weg|there|next|this"
    r"|nächste[nr]?|kommende[nr]?)\b",
    re.IGNORECASE,
)


def moved_to(words: str, said: Any, first: date, days: int, now: datetime) -> Any:
    """The slot of when that words about a trip of so many `days` from `first` ask for; None: they move none.

    `said` is what the common grammar read of them. A day of the trip is no other date for it: a weekday,
    "the last day", its number or its date. A weekday that does move it is the nearest to its first day.
    """
    if (by := moved_by(words)) is not None:
        return (first + by).isoformat()
    if _moves_by_weekday(words):
        home = isinstance(said, str) and date.fromisoformat(said).weekday() == _last(first, days).weekday()
        gone = not said or (home and _HOME.search(words) is not None)
        return None if gone else _near(words, said, first, now)
    within = [first + timedelta(days=number) for number in range(days)]
    rest = _NUMBERED.sub(_unless_it_is_one_of({day.day for day in within}), _DAY_OF_IT.sub(" ", words))
    named = [
        (begins, ends)
        for begins, ends in _dates_in(_OTHER_DATES.sub(r"in \1", rest), now)
        if ends is not None or begins not in within
    ]
    if not named:
        return None
    return said if said and _DAY_OF_IT.search(words) is None else _slot(*named[0])


def _last(first: date, days: int) -> date:
    return first + timedelta(days=days - 1)


def _slot(begins: date, ends: date | None) -> Any:
    """As the common grammar writes it, the last day included."""
    if ends is None:
        return begins.isoformat()
    return {"start": begins.isoformat(), "end": (ends - timedelta(days=1)).isoformat()}


def _unless_it_is_one_of(numbers: set[int]) -> Callable[[re.Match[str]], str]:
    return lambda match: " " if int(match["en"] or match["de"]) in numbers else match.group()


def _moves_by_weekday(words: str) -> bool:
    """ "Start on Thursday", or words that hold nothing but weekdays: "from Thursday to Sunday"."""
    if _A_WEEKDAY.search(words) is None:
        return False
    if _MOVED.search(words) is not None:
        return True
    rest = _SMALL.sub(" ", _A_WEEKDAY.sub(" ", words))
    return re.search(r"\w", rest) is None


def _dates_in(text: str, now: datetime) -> list[tuple[date, date | None]]:
    """The days that a text names in the first language that reads any, first and end; times are none."""
    for language in LANGUAGES:
        spans = find_dates(text, ref=now.replace(tzinfo=None), language=language)
        if found := [_days_of(span) for span in spans if span.kind in _WHEN and span.point is not None]:
            return found
    return []


def _days_of(span: DateSpan) -> tuple[date, date | None]:
    begins, ends = span.point, span.ends if span.kind == "daterange" else None
    assert isinstance(begins, date)
    day = begins.date() if isinstance(begins, datetime) else begins
    return day, ends if isinstance(ends, date) and ends > day else None


def _near(words: str, said: Any, first: date, now: datetime) -> Any:
    """The slot `said` of when, where words name weekdays alone: the ones nearest to the trip's first day."""
    if _dates_in(_DAY_OF_IT.sub(" ", words), now) or _FROM_NOW.search(words):
        return said
    begins = said.get("start") if isinstance(said, dict) else said
    if not isinstance(begins, str):
        return said
    day = date.fromisoformat(begins)
    weeks = timedelta(weeks=round((first - day).days / 7))
    if day + weeks <= now.date():
        weeks += timedelta(weeks=1)
    if isinstance(said, dict):
        ends = said.get("end")
        moved = {"start": (day + weeks).isoformat()}
        return said | moved | ({"end": (date.fromisoformat(ends) + weeks).isoformat()} if ends else {})
    return (day + weeks).isoformat()
