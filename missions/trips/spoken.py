"""Which parts of a trip words name and want otherwise: "another hotel", "cheaper restaurants", "an earlier
flight". English, German, French.

Said on the draft, or on another part's card, they reach the part that they name. Where it stays unclear which
one is meant ("closer to the restaurants"), none is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from agency.reasoning.unread import clauses_of
from missions.plugins.complex import Part, Spoken, part_key
from missions.trips import parts as p
from missions.trips.lengths import longer_by, moved_by
from missions.trips.turns import read_turn
from missions.trips.wish import TripWish
from missions.trips.words import cities_in, days_in

_NAMES = {
    p.FLIGHTS: r"(?:\w*flights?|planes?|(?:hin|rück)?fl[uü]ge?n?|vols?)",
    p.TRAINS: r"(?:trains?|züge?n?|(?:an|ab|hin|rück|heim)reise|journeys? (?:there|back|home))",
    p.STAY: r"(?:hotels?|hostels?|apartments?|guest ?houses?|accommodations?|lodgings?"
    r"|places? to (?:stay|sleep)|unterkunft|unterkünfte|ferienwohnung(?:en)?|hôtels?|hébergements?)",
    p.RESTAURANTS: r"(?:restaurants?|places? to eat|eateries|food|meals?|dinners?|lunch(?:es)?"
    r"|lokale?|gaststätten?|(?:mittag|abend)?essen|repas|déjeuners?|dîners?)",
    p.ACTIVITIES: r"(?:activit(?:y|ies)|things to do|aktivitäten|unternehmungen|activités?)",
    p.SIGHTS: r"(?:sights|things to see|attractions|sehenswürdigkeiten)",
    p.DAY_TRIPS: r"(?:day[\s-]?trips?|days? out|excursions?|tagesausfl[uü]ge?|tagestouren?)",
}
_OTHER = r"(?:another|(?:a\s+)?different|other|(?:ein\w*\s+)?ander\w{1,2}|autres?)"
_PRICES = (
    r"cheaper|less expensive|more affordable|more expensive|billiger\w*|günstiger\w*|preiswerter\w*|teurer\w*"
    r"|moins chers?"
)
_DEGREE = (
    rf"(?:{_PRICES}|better(?:[- ]rated)?|nicer|fancier|quieter|closer|nearer|more central|besser\w*"
    r"|schöner\w*|ruhiger\w*|näher\w*|zentraler\w*|meilleure?s?|plus proches?)"
)
_HOURS = rf"(?:{_PRICES}|earlier|later|non-?stop|früher\w*|später\w*|plus tôt|plus tard)"
_TOO = (
    r"(?:too|zu|trop)\s+(?:expensive|dear|pricey|far(?: out)?|loud|early|late|teuer|weit|laut|früh|spät"
    r"|chère?s?|loin|tôt)"
)
_LINK = r"(?:(?!(?:to|from|than|of|for|near|in|at|with|zu|von|als|bei|mit|am|an|the)\b)[\w'’-]+\s+){0,2}"
_IS = (
    r"(?:is|are|was|were|that|which|to|should|must|could|can|be|leaves?|leaving|departs?|departing|goes|a|bit|much"
    r"|home|back|ist|sind|war|soll|bitte|etwas|viel|est|sont|der|die|das)"
)
_PRICE = (
    r"(?:under|below|at most|max\w*|less than|up to|unter|höchstens|bis|moins de)\s+(?:zu\s+)?"
    r"[\w$€£]{0,4}\s?\d"
)
_WAYS = (p.FLIGHTS, p.TRAINS)


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words, re.IGNORECASE)


def _wished(key: str, names: str) -> re.Pattern[str]:
    more = _HOURS if key in _WAYS else _DEGREE
    said = rf"(?:{more}(?!\s+(?:than|als|que)\b)|{_TOO}|{_PRICE})"
    return _pattern(rf"\b{more}\s+{_LINK}{names}\b|\b{names}\s+(?:{_IS}\s+){{0,4}}{said}")


_NAMED = {key: _pattern(rf"\b{names}\b") for key, names in _NAMES.items()}
_ALONE = {key: _pattern(rf"\W*(?:the|die|das|les?)?\s*{names}\W*") for key, names in _NAMES.items()}
_OTHERS = {key: _pattern(rf"\b{_OTHER}\s+{_LINK}{names}\b") for key, names in _NAMES.items()}
_WISHED = {key: _wished(key, names) for key, names in _NAMES.items()}
_LEAD = _pattern(rf"\b(?:{_OTHER}|{_DEGREE})\b")
_FLY = _pattern(
    r"\b(?:fly|take off|depart|fliegen|abfliegen|losfliegen)\s+(?:out\s+|home\s+|back\s+)?(?:earlier|later)\b"
    r"|\b(?:früher|später)\s+(?:hin|zurück|los|ab)?fliegen\b"
)
"""Hours of a flight that is not called one."""

_MORE = _pattern(r"\b(?:add|also|too|as well|one more|plus|dazu|noch|zusätzlich|auch|ajoute\w*|aussi)\b")
"""Beside "another day trip": one that comes to those there are."""

_NOT = _pattern(r"\b(?:no|not|never|don['’]?t|kein\w*|nicht|pas|aucun\w*)\b")
_RATED = _pattern(r"\brated|\bratings?\b|\bbewertet")


def spoken_to(words: str, parts: Sequence[Part], wish: TripWish) -> list[Spoken]:
    """What words say to parts by name, clause by clause; nothing of days by which all is to move."""
    found, lead = list[Spoken](), ""
    for clause in clauses_of(words):
        key = _named(clause)
        if lead and key and _ALONE[key].fullmatch(clause):  # "cheaper hotels and restaurants"
            found += _to(key, f"{lead} {clause.strip()}", clause, parts, wish)
            continue
        hit = _LEAD.search(clause)
        lead = hit.group() if hit else ""
        if longer_by(clause) is None and moved_by(clause) is None:
            found += _to(key, clause, clause, parts, wish)
    return found


def _named(clause: str) -> str:
    named = [key for key, names in _NAMED.items() if names.search(clause)]
    if len(named) > 1:
        return ""
    return named[0] if named else p.FLIGHTS if _FLY.search(clause) else ""


def _to(key: str, words: str, cut: str, parts: Sequence[Part], wish: TripWish) -> Iterator[Spoken]:
    if not key:
        return
    other = _OTHERS[key].search(words)
    hit = other or _WISHED[key].search(words) or (_FLY.search(words) if key in _WAYS else None)
    if hit is None or _NOT.search(words[: hit.start()]) or (key == p.DAY_TRIPS and _MORE.search(words)):
        return
    if key == p.STAY and other is None and read_turn(words).stay and not _RATED.search(words):
        return  # a cheaper or a nicer one is a wish of the whole trip
    if keys := _keys(key, words, parts, wish):
        beside = cut.replace(hit.group(), " ")
        yield Spoken(words.strip(), keys, bool(other), cut if _says_nothing(beside) else hit.group())


def _says_nothing(rest: str) -> bool:
    """Whether what stands beside what is said to a part says nothing of the trip."""
    return read_turn(rest).empty and days_in(rest) is None


def _keys(key: str, words: str, parts: Sequence[Part], wish: TripWish) -> tuple[str, ...]:
    """The parts of a name, in the city that is named with it; a way by the name of the other kind, too."""
    alike = _WAYS if key in _WAYS else (key,)
    known = [part.key for part in parts if part.coordinator in alike]
    cities = [city for city in cities_in(words) if city in {one.name for one in wish.cities}]
    there = [one for one in known if any(one == part_key(key, city) for city in cities)]
    return tuple(there or known)
