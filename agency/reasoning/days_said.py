"""The days of the week that a sentence names: "on weeknights", "am Wochenende", "only on Fridays"."""

from __future__ import annotations

import re
from itertools import pairwise

from agency.reasoning.feedback_lexicon import clue
from agency.reasoning.sentiment import fold

DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKNIGHT, WEEKEND = list(DAYS[:4]), list(DAYS[4:])
"""As feedback means them: a Friday evening is the weekend's."""
_NAMES = {
    "mon": "mon(?:day|tag)|lundi", "tue": "tues(?:day)|dienstag|mardi", "wed": "wednesday|mittwoch|mercredi",
    "thu": "thursday|donnerstag|jeudi", "fri": "fri(?:day)|freitag|vendredi",
    "sat": "saturday|samstag|sonnabend|samedi", "sun": "sun(?:day)|sonntag|dimanche",
}  # fmt: skip
_NAMED = re.compile(
    rf"\b(?:{'|'.join(f'(?P<{day}>{words})' for day, words in _NAMES.items())})(?:s|abends?|nights?)*\b"
)
_TO = re.compile(r"\s*(?:to|till|until|through|-|bis|au|a)\s*")


def days_said(text: str) -> list[str]:
    """Return the days ("mon" to "sun") that a sentence names as those on which it holds; [] for every day.

    A day by its name is that day alone, two with "to" between them all from one to the other.
    """
    folded = fold(text)
    named = list(_NAMED.finditer(folded))
    found = {str(hit.lastgroup) for hit in named}
    for first, last in pairwise(named):
        if _TO.fullmatch(folded[first.end() : last.start()]):
            found |= _from_to(str(first.lastgroup), str(last.lastgroup))
    if not named:
        found |= {*(WEEKNIGHT if clue("weeknight").search(folded) else [])}
        found |= {*(WEEKEND if clue("weekend").search(folded) else [])}
    return [day for day in DAYS if day in found] if len(found) < len(DAYS) else []


def _from_to(first: str, last: str) -> set[str]:
    begins, ends = DAYS.index(first), DAYS.index(last)
    return {DAYS[(begins + step) % 7] for step in range((ends - begins) % 7 + 1)}
