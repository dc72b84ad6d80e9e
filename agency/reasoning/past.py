"""Whether words on a card tell of the past: "I was there last week". English, German and French. Pure."""

from __future__ import annotations

import re

_CLAUSE = re.compile(r"[,;.!?:()\n]+|\s[-–—]\s")
_PAST = re.compile(
    r"\b(?:was|were|went|had|ate|been|did|didn['’]?t|visited|tried|saw|got|bought"
    r"|war(?:en)?|hatten?|gab|gegessen|gewesen|besucht|probiert"
    r"|étais|était|étions|avons|ai|mangé|allée?s?|essayé)\b",
    re.IGNORECASE,
)


def tells_of_the_past(text: str, at: int) -> bool:
    """Whether the clause of `text` in which the character `at` stands tells of the past."""
    return _PAST.search(_clause_of(text, at)) is not None


def _clause_of(text: str, at: int) -> str:
    cuts = [hit.span() for hit in _CLAUSE.finditer(text)]
    start = max((end for _begin, end in cuts if end <= at), default=0)
    return text[start : min((begin for begin, _end in cuts if begin >= at), default=len(text))]
