"""A second thing that a goal asks for beside what is looked for: "dinner for six, and concert tickets"."""

from __future__ import annotations

import re

from missions.understanding import kind_by_rules

SEARCHED_ALONE = frozenset({"dining", "events", "shopping", "bill_switching"})
"""Types that look for one kind of thing: what else a goal names is left to a mission of its own."""
SURE = 0.85
LEAST_WORDS = 2
_AND = re.compile(
    r"\s*(?:[,;.]\s*)?\b(?:and\s+then|und\s+dann|et\s+puis|and|then|und|dann|danach|anschließend|et|puis)\b\s+",
    re.IGNORECASE,
)


_ACT = re.compile(
    r"(?:please\s+|bitte\s+)?(?:e-?mail|mail|text|message|write|send|tell|call|invite|maile?|schreib\w*|schick\w*"
    r"|sende|sag|ruf|lade?|écris|envoie|appelle|invite)\s+\w",
    re.IGNORECASE,
)
"""What is to be done for somebody: "and mail Eva the address"."""


def also_wished(goal: str, mission_type: str) -> str:
    """The words of a goal that ask for something of another type, or for an act, as a mission of its own;
    empty: none do."""
    if mission_type not in SEARCHED_ALONE:
        return ""
    clauses = [part.strip(" .!?") for part in _AND.split(goal)[1:]]
    return next((words for words in clauses if _is_of_another_type(words, mission_type)), "")


def _is_of_another_type(words: str, mission_type: str) -> bool:
    if len(words.split()) < LEAST_WORDS:
        return False
    if _ACT.match(words):
        return True
    kind = kind_by_rules(words)
    return kind.mission_type in SEARCHED_ALONE - {mission_type} and kind.confidence >= SURE
