"""There and back: "leaving on Friday, back on Monday" is one stretch of days."""

from __future__ import annotations

import re
from datetime import date, timedelta
from itertools import pairwise

from dateutil.relativedelta import relativedelta

from agency.reasoning.slots.spans import Found

_WORDS = (
    r"\b(?:return(?:s|ing)?(?:\s+(?:flight|home|trip))?|(?:back|home)(?:\s+(?:again|home))?|fly(?:ing)?\s+out\s+again"
    r"|zurück(?:\s*fliegen|kommen|fahren)?|rück(?:flug|fahrt|reise|kehr)|heim(?:flug|fahrt|reise|wärts)?|retour"
    r"|(?:et\s+)?(?:je\s+|on\s+|nous\s+)?(?:reviens|revenons|revenir|rentre|rentrons|rentrer)"
    r"|(?:de\s+)?(?:vuelta|regreso)|ritorno|rientro)"
)
_BACK = re.compile(
    rf"{_WORDS}\s*[:,]?\s*(?:on|by|at|for|am|an|den|der|le|el|il|is|ist|est)?\s*(?:the\s+|den\s+)?$",
    re.IGNORECASE,
)
_SAID = re.compile(rf"{_WORDS}\b", re.IGNORECASE)
_DAY_OF_A_MONTH = re.compile(r"\D*\d{1,2}(?:st|nd|rd|th|\.|er)?\s*", re.IGNORECASE)
_WEEK = timedelta(days=7)
MOST_DAYS_AWAY = 370


def says_back(text: str) -> bool:
    """Tell whether somebody says when they come back."""
    return _SAID.search(text) is not None


def there_and_back(text: str, found: list[Found]) -> list[Found]:
    """Return `found` with a day and the day that one is back on as `{"start", "end"}`, both included.

    A weekday or a day of a month that lies before the way there is the next one after it.
    """
    for there, back in pairwise(found):
        if not _BACK.search(text[there.end : back.start]) or there.negated or back.negated:
            continue
        if not isinstance(there.value, str) or not isinstance(back.value, str):
            continue
        first = date.fromisoformat(there.value)
        last = _not_before(first, date.fromisoformat(back.value), text[back.start : back.end])
        if first < last <= first + timedelta(days=MOST_DAYS_AWAY):
            stretch = Found(there.start, back.end, {"start": first.isoformat(), "end": last.isoformat()})
            return [stretch, *(each for each in found if each not in (there, back))]
    return found


def _not_before(first: date, last: date, words: str) -> date:
    step = relativedelta(months=1) if _DAY_OF_A_MONTH.fullmatch(words) else None
    if step is None and not re.search(r"\d", words):
        step = relativedelta(days=_WEEK.days)
    while step and last < first:
        last += step
    return last
