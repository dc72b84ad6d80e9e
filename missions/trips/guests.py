"""Who comes to a gathering, as people say it: who helps, who drives whom, wheelchairs, diets and how many.

People are plain names. English, German and French.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from missions.trips.access import Access, access_in

_TITLE = r"(?:(?:Mrs?|Ms|Herrn?|Frau|Monsieur|Madame|Mme|M|Dr)\.?\s+)"
_CAPITAL = r"[A-ZÀ-Þ][\w'’-]+"
_OF = (
    r"von\s+und\s+zu|van(?:\s+de[nr])?|de|du|des|del|della|di|da|dos|la|le|los|las|"
    r"ten|ter|af|av|el|al|bin|ibn"
)
"""What stands in small letters within a family name; "zu", "zum" and "vom" begin a place far more often."""


def _one(of: str) -> str:
    """One person: a title, first names and a family name."""
    return rf"(?-i:{_TITLE}?{_CAPITAL}(?:\s(?:(?:{of})\s){{0,2}}(?:d['’])?{_CAPITAL}){{0,3}})"


_JOIN = r"\s*(?:,\s*(?:and|und|et)\s+|,|&|\band\b|(?<!\bvon\s)\bund\b|\bet\b)\s*"
_VON = rf"von(?:\s+de[nr])?|{_OF}"
_NAMES = rf"(?P<names>{_one(_VON)}(?:{_JOIN}{_one(_VON)})*)"
_FETCHED = rf"(?P<names>{_one(_OF)}(?:{_JOIN}{_one(_OF)})*)"
"""Behind "fährt": what "von" begins there is where they are fetched from."""

_WORDS = {
    word: n
    for n, words in enumerate(
        (
            "a an one ein eine einer un une",
            "two zwei deux",
            "three drei trois",
            "four vier quatre",
            "five fünf cinq",
            "six sechs",
            "seven sieben sept",
            "eight acht huit",
            "nine neun neuf",
            "ten zehn dix",
        ),
        1,
    )
    for word in words.split()
}
_COUNT = rf"(?P<n>\d{{1,3}}|{'|'.join(sorted(_WORDS, key=len, reverse=True))})"
_DIETS = {
    "vegetarian": r"vegetarians?|vegetarier\w*|vegetarisch\w*|végétarien\w*",
    "vegan": r"vegans?|veganer\w*|végan\w*|vegane?n?",
    "gluten_free": r"gluten[- ]?free|without\s+gluten|coeliacs?|glutenfrei\w*|sans\s+gluten",
    "halal": r"halal",
    "kosher": r"kosher|koscher|casher",
    "lactose_free": r"lactose[- ]?(?:free|intolerant)|laktosefrei\w*|sans\s+lactose",
}


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


_MAY = r"(?:(?:can|will|could|would|want\s+to|kann|können|will|wollen|peut|peuvent)\s+)?"
_WORKS = (
    r"helps?|serves?|cooks?|bakes?|washes\s+up|sets?\s+the\s+tables?|"
    r"helfen|hilft|bedienen|bedient|servieren|serviert|kochen|kocht|backen|b[aä]ckt|spülen|spült|deckt|decken|"
    r"aident|aide"
)
"""What somebody does who is named as a pair of hands."""

_HELPERS = (
    _pattern(
        rf"\b(?:helped\s+by|with\s+(?:the\s+)?help\s+of|mit\s+hilfe\s+von|avec\s+l['’]aide\s+de)\s+{_NAMES}"
    ),
    _pattern(rf"\b(?:helpers?|volunteers?|helfer\w*|bénévoles?)\s*(?:are|is|sind|ist|sont|:)\s*{_NAMES}"),
    _pattern(rf"\b{_NAMES}\s+{_MAY}(?:{_WORKS})\b"),
)
_DRIVERS = (
    _pattern(rf"\b(?:drivers?|fahrer\w*|conducteurs?)\s*(?:are|is|sind|ist|sont|:)\s*{_NAMES}"),
    _pattern(rf"\b(?:driven\s+by|gefahren\s+von)\s+{_NAMES}"),
    _pattern(rf"\b{_NAMES}\s+{_MAY}(?:drives?|fährt|fahren|conduisent|conduit)\b"),
)
_RIDERS = (
    _pattern(
        rf"\b(?:drives?|fetch(?:es)?|picks?\s+up|collects?|fährt|fahren|holt|holen|conduit|conduisent)\s+{_FETCHED}"
    ),
    _pattern(
        rf"\b{_NAMES}\s+(?:needs?|brauchen|braucht|ont\s+besoin|a\s+besoin)\s+"
        r"(?:to\s+be\s+|d['’]un\s+|eine\s+|a\s+)?(?:ride|lift|fetch\w*|fahrt|transport|trajet)"
    ),
)
_RIDES = _pattern(
    rf"\b{_COUNT}\s+(?:of\s+(?:them|us)\s+|people\s+|guests\s+|personen\s+|gäste\s+|personnes\s+)?"
    r"(?:needs?|have\s+to\s+be|must\s+be|brauchen|müssen|ont\s+besoin)\b[^.;,]{0,25}?"
    r"\b(?:rides?|lifts?|fetch\w*|picked\s+up|transport|fahrt|abgeholt|trajet|cherch\w*)"
    r"|\b(?:rides?|lifts?|transport|fahrten|fahrdienst|abholung|trajets?)\s+(?:for|für|pour)\s+(?P<for>[1-9]\d?)\b"
)
_WHEELCHAIRS = _pattern(
    rf"(?:\b{_COUNT}\s+(?:of\s+(?:them|us)\s+|people\s+|guests\s+|personen\s+|gäste\s+|personnes\s+)?"
    r"(?:\w+\s+){0,3}?)?(?:wheel\s?chairs?|rollstuhl\w*|rollstühle\w*|fauteuils?\s+roulants?)"
)
_FOR = _pattern(
    r"\b(?:for|für|pour)\s+(?:about\s+|around\s+|etwa\s+|environ\s+)?(?P<n>[1-9]\d{0,2})\b(?!\s*(?:%|[$€£]|euros?|days?|hours?))"
)
_COUNTED = {
    name: _pattern(
        rf"\b{_COUNT}\s+(?:of\s+(?:them|us)\s+|people\s+|guests\s+|personen\s+|gäste\s+|personnes\s+)?"
        rf"(?:are\s+|eat\s+|is\s+|sind\s+|essen\s+|mangent\s+|need\s+)?(?:{words})(?!\w)"
    )
    for name, words in _DIETS.items()
}
_NOBODY = frozenset(
    {
        *("we", "i", "they", "it", "he", "she", "everyone", "everybody", "who", "somebody", "someone"),
        *("volunteers", "helpers", "neighbours", "wir", "sie", "nous", "ils", "ich", "er", "es"),
        *("guests", "friends", "people", "all", "nobody", "gäste", "freunde", "leute", "alle", "niemand"),
        *("freiwillige", "nachbarn", "helfer", "jemand", "caterers", "caterer", "man"),
        *("berlin", "paris", "london", "plan", "organise", "organize", "lunch", "dinner"),
        *("euro", "euros", "eur", "usd", "dollar", "dollars", "pfund", "franken", "chf", "gbp"),
        *("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        *("montag", "dienstag", "mittwoch", "donnerstag", "freitag", "samstag", "sonnabend", "sonntag"),
        *("january", "february", "april", "june", "july", "august", "september", "october", "november"),
        *("december", "januar", "februar", "märz", "juni", "juli", "oktober", "dezember", "uhr"),
        *("personen", "gäste", "senioren", "kinder", "helfer", "vegetarier", "mittagessen", "abendessen"),
    }
)


@dataclass(frozen=True, slots=True)
class Guests:
    """What was said of people. None and empty: nothing. `diets`: how many keep each."""

    helpers: tuple[str, ...] = ()
    drivers: tuple[str, ...] = ()
    riders: tuple[str, ...] = ()
    rides: int | None = None
    wheelchairs: int = 0
    access: Access = ""
    diets: dict[str, int] = field(default_factory=dict)

    @property
    def empty(self) -> bool:
        """Whether nothing is said of single people; that seniors come says it of all."""
        return replace(self, access=self.access if self.access == "needed" else "") == Guests()


def read_guests(text: str) -> Guests:
    """What a sentence says of the people of a gathering."""
    drivers = _all(_DRIVERS, text)
    riders = tuple(name for name in _all(_RIDERS, text) if name not in drivers)
    said = _RIDES.search(text)
    return Guests(
        helpers=_all(_HELPERS, text),
        drivers=drivers,
        riders=riders,
        rides=_number(said["n"] or said["for"]) if said else None,
        wheelchairs=_wheelchairs(text),
        access=access_in(text),
        diets={name: _number(match["n"]) for name, one in _COUNTED.items() if (match := one.search(text))},
    )


def access_of(slots: Mapping[str, Any]) -> Access:
    """Whether it has to be step-free, by the slots of a gathering; of who comes in a wheelchair it has to."""
    said = slots.get("access")
    return "needed" if slots.get("wheelchairs") or said == "needed" else "wished" if said == "wished" else ""


def how_many_come(text: str) -> int | None:
    """For how many it is, where that is said as such: other numbers count some of them."""
    match = _FOR.search(text)
    return int(match["n"]) if match else None


def _wheelchairs(text: str) -> int:
    match = _WHEELCHAIRS.search(text)
    return 0 if match is None else _number(match["n"]) if match["n"] else 1


def _number(said: str) -> int:
    return int(said) if said.isdigit() else _WORDS[said.casefold()]


def _all(patterns: tuple[re.Pattern[str], ...], text: str) -> tuple[str, ...]:
    found = [name for one in patterns for match in one.finditer(text) for name in names_in(match["names"])]
    return tuple(dict.fromkeys(found))


def names_in(text: str) -> list[str]:
    """The names of a list: "Karl, Eva and Mrs Meyer"."""
    parts = (part.strip() for part in re.split(_JOIN, text))
    return [part for part in parts if part and part.casefold() not in _NOBODY]


def as_slots(guests: Guests, slots: dict[str, Any]) -> dict[str, Any]:
    """The slots of a gathering with what was said of its people added."""
    new = dict(slots)
    before = new.get("helpers")
    known = names_in(before) if isinstance(before, str) else list(before or [])
    for name, said, there in (
        ("helpers", guests.helpers, known),
        ("drivers", guests.drivers, list(slots.get("drivers") or [])),
        ("riders", guests.riders, list(slots.get("riders") or [])),
    ):
        if said or there:
            new[name] = list(dict.fromkeys([*there, *said]))
    if guests.rides is not None:
        new["rides"] = guests.rides
    if guests.wheelchairs:
        new["wheelchairs"] = guests.wheelchairs
    if guests.access and new.get("access") != "needed":
        new["access"] = guests.access
    if guests.diets:
        new["diets"] = {**(slots.get("diets") or {}), **guests.diets}
        new["diet"] = list(dict.fromkeys([*(slots.get("diet") or []), *guests.diets]))
    return new
