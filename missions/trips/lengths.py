"""How many days words about a plan make it ("6 days", "one day longer", "add a night"), and by how many they
move it ("two days later").

English, German, French.
"""

from __future__ import annotations

import re
from datetime import timedelta

from missions.trips.phrases import NUMBERS
from missions.trips.words import days_in, without_day_trips
from ownyou.lib.text import clean_line

_ONES = ["a", "an", "another", "extra", "ein", "eine", "einen", "un", "une"]
_N = rf"(?P<n>\d{{1,2}}|{'|'.join(sorted({*NUMBERS, *_ONES}, key=len, reverse=True))})"
_UNIT = r"(?P<unit>(?:days?|nights?|weeks?|tage?n?|nächte?n?|nacht|wochen?|jours?|nuits?|semaines?))"
_SO_MUCH = rf"{_N}\s+(?:more\s+|extra\s+|full\s+|further\s+|weitere[nr]?\s+)?{_UNIT}"
_HOME = (
    r"(?:return|(?:come|fly|go|head|travel|get|be) (?:back|home)|back home|zurück\w*|heim\w*|rückflug"
    r"|rentr\w+|reven\w+|retour)"
)
_FREE = r"(?!\s+(?:free|off|frei|libre|without|ohne|sans|of the trip)\b)"


def _compiled(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


_LONGER = _compiled(
    rf"\b{_SO_MUCH}\s+(?:longer|more|extra|länger|mehr|de plus|plus long\w*)\b{_FREE}",
    rf"\b(?:add|append|plus|noch|zusätzlich|ajoute\w*|rajoute\w*)\s+(?:on\s+)?{_SO_MUCH}\b{_FREE}",
    rf"\b(?:extend|lengthen|prolong|verlänger\w*|prolonge\w*)\b[^.,;!?]{{0,30}}?(?:by|for|um|de)\s+{_SO_MUCH}\b",
    rf"\bum\s+{_SO_MUCH}\s+(?:verläng\w+|länger)\b",
    rf"\b(?:stay|bleiben?|rester)\b[^.,;!?]{{0,20}}?{_N}\s+(?:more|extra|weitere[nr]?)\s+{_UNIT}\b",
    rf"^\W*{_N}\s+(?:more|extra|weitere[nr]?)\s+{_UNIT}\b{_FREE}\W*(?:please|bitte)?\W*$",
    rf"^\W*(?:another|(?:an )?extra|noch)\s+(?P<n>a|one|ein\w*)?\s*{_UNIT}\W*(?:please|bitte)?\W*$",
    rf"\b{_HOME}\b[^.,;!?]{{0,20}}?{_SO_MUCH}\s+(?:later|später|plus tard)\b",
    rf"\b{_SO_MUCH}\s+(?:later|später|plus tard)\s+(?:\w+\s+)?{_HOME}\b",
)
_SHORTER = _compiled(
    rf"\b{_SO_MUCH}\s+(?:shorter|less|fewer|kürzer|weniger|de moins|plus court\w*)\b",
    rf"\b{_N}\s+(?:fewer|less|weniger)\s+{_UNIT}\b",
    rf"\b(?:shorten|cut|reduce|verkürz\w*|kürz\w*|raccourci\w*)\b[^.,;!?]{{0,30}}?(?:by|um|de)\s+{_SO_MUCH}\b",
    rf"\bum\s+{_SO_MUCH}\s+(?:kürz\w+|verkürz\w+)\b",
    rf"\b(?:cut|drop|remove|take off|minus|streich\w*|enlève\w*)\s+{_SO_MUCH}\b",
    rf"\b{_HOME}\b[^.,;!?]{{0,20}}?{_SO_MUCH}\s+(?:earlier|sooner|früher|plus tôt)\b",
    rf"\b{_SO_MUCH}\s+(?:earlier|sooner|früher|plus tôt)\s+(?:\w+\s+)?{_HOME}\b",
)
_A_DAY_LONGER = re.compile(
    r"^\W*(?:please |bitte |can (?:it|we) |we (?:want|would like) (?:to )?|wir (?:wollen|möchten) )?"
    r"(?:(?:make|keep) (?:it|the trip)|stay|be|a|etwas|mach\w*|bleiben?|plus)?\s*"
    r"(?:it|es|die reise|the trip)?\s*(?:a (?:bit|little)|slightly|somewhat|etwas|ein bisschen|un peu)?\s*"
    r"(?:(?P<longer>longer|länger|plus long\w*)|(?P<shorter>shorter|kürzer|plus court\w*))"
    r"(?:\s+(?:trip|stay|reise|please|bitte|bleiben|machen|séjour|voyage))*\W*$",
    re.IGNORECASE,
)
"""Longer or shorter, by nobody knows how much: a day."""

_ONLY = re.compile(
    r"^\W*(?:only|just|nur|bloß|seulement|make it|please|bitte)?\W*(?:for\s+|für\s+)?"
    r"(?:1|one|an?|ein\w*|une?)[\s-]*(?:days?|tag|jour)\W*(?:only|trip)?\W*$|\b(?:only|just|nur|seulement)\s+(?:for\s+)?(?:1|one|einen?|un)\s",
    re.IGNORECASE,
)
"""That a trip is to be of one day: "one day free" is not."""

_OF_THE_TRIP = re.compile(
    r"\b(?:make it|trip|journey|holiday|in all|in total|altogether|extend|shorten|only|just|reise|urlaub"
    r"|insgesamt|nur|bloß|mach\w*|verlänger\w*|verkürz\w*|voyage|séjour|seulement|en tout)\b",
    re.IGNORECASE,
)
"""What says on the card of one part that a length is the trip's, and not that of one hotel."""


def longer_by(words: str) -> int | None:
    """By how many days words make a trip longer, or (below 0) shorter; None: they do not say that."""
    words = clean_line(without_day_trips(words))
    for patterns, sign in ((_LONGER, 1), (_SHORTER, -1)):
        for pattern in patterns:
            if (match := pattern.search(words)) is not None:
                return sign * _days_of(match)
    if (match := _A_DAY_LONGER.match(words)) is not None:
        return 1 if match["longer"] else -1
    return None


def _days_of(match: re.Match[str]) -> int:
    said = (match["n"] or "a").casefold()
    number = int(said) if said.isdigit() else NUMBERS.get(said, 1)
    return number * (7 if match["unit"].casefold()[0] in "ws" else 1)


def length_in(words: str, now: int) -> int | None:
    """How many days words make a trip that has `now`: not one where "one day" is one of its days. Below 1
    where they take more than it has. Words that move the trip say none."""
    by = longer_by(words)
    if by is not None:
        return now + by
    days = None if moved_by(words) else days_in(words)
    return None if days == 1 and _ONLY.search(words) is None else days


def length_of_the_trip(words: str, now: int) -> int | None:
    """As `length_in`, on the card of one part: "two nights" alone may be about one hotel."""
    told = longer_by(words) is not None or _OF_THE_TRIP.search(words) is not None
    return length_in(words, now) if told else None


_BY = re.compile(
    rf"\b(?P<n>a|\d{{1,2}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))})\s+"
    r"(?P<unit>days?|weeks?|tage?|wochen?|jours?|semaines?)\s+"
    r"(?:(?P<later>later|später|plus tard)|earlier|sooner|früher|plus tôt)\b",
    re.IGNORECASE,
)
"""By how much a trip is to be moved: "a week later"."""


def moved_by(words: str) -> timedelta | None:
    """By how much words move a trip, back where it is to be earlier; None: they do not, or only its end."""
    by = None if longer_by(words) is not None else _BY.search(words)
    if by is None:
        return None
    days = timedelta(days=_days_of(by))
    return days if by["later"] else -days


def beside_when(words: str) -> str:
    """The words without by how much a trip is to be moved: that "later" is no hour of a flight."""
    return _BY.sub(" ", words)
