"""Where a person says they live now: "I moved to Hamburg", "wir wohnen jetzt in Lyon", "j'habite à Rome"."""

from __future__ import annotations

import re

from agency.reasoning.slots import locate
from agency.reasoning.slots.places import is_area

_PLACE = r"(?P<place>[^\W\d_][\w'’.-]*(?:[ ,]+[^\W\d_][\w'’.-]*){0,4}?)"
_TIMES = r"(?:week|month|year|summer|winter|spring|autumn)"
_SINCE = (
    rf"(?:\s+(?:now|recently|(?:just )?(?:last|this) {_TIMES}|for good"
    r"|jetzt|nun|seit \w+|letzte[nsr]? \w+|maintenant|d[ée]sormais|depuis \w+))?[\s.!]*$"
)
_NOW = r"(?:(?:now|currently|just|recently|have|jetzt|nun|inzwischen|mittlerweile|seit kurzem|gerade)\s+)*"
_ALSO_FRENCH = r"(?: maintenant| d[ée]sormais)?"
_LIVES = tuple(
    re.compile(rf"^\s*{lead}\s+{_PLACE}{end}", re.IGNORECASE)
    for lead, end in (
        (rf"(?:i|we)(?:['’]ve)? {_NOW}moved (?:house |home )?(?:from [^,.]{{2,40}} )?to", _SINCE),
        (rf"(?:i|we)(?:['’]re|['’]m| am| are)? {_NOW}(?:live|living|based|at home) in", _SINCE),
        (r"(?:my|our) home is(?: now)?(?: in)?", _SINCE),
        (rf"(?:ich|wir) (?:wohne|lebe|wohnen|leben) {_NOW}in", _SINCE),
        (rf"(?:ich bin|wir sind)\s+{_NOW}(?:[\w ]{{1,20}} )?nach", r"\s+(?:um)?gezogen[\s.!]*$"),
        (rf"j['’](?:habite|ai d[ée]m[ée]nag[ée]){_ALSO_FRENCH} [àa]", _SINCE),
        (rf"(?:nous habitons|je vis|nous vivons|nous avons d[ée]m[ée]nag[ée]){_ALSO_FRENCH} [àa]", _SINCE),
    )
)


def home_said(sentence: str) -> str:
    """Return the town that a person says they live in now, as written; empty where they say none.

    A country or state says too little of where home is.
    """
    for pattern in _LIVES:
        if found := pattern.search(sentence):
            place = found["place"].strip(" .,")
            return place if locate(place) and not is_area(place) else ""
    return ""
