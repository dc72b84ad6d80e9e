"""What people say about a trip: cities, its length, how to get there, and parts by name.

English, German and French. Dates, people, money and diets come from the slot grammars; what is wanted more
or less is read in `turns`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from agency.catalogue.vocabulary import CITY_ALIASES
from agency.reasoning.slots.gazetteer import places_named
from agency.reasoning.slots.places import locate
from agency.sources.estimates.airports import city_of_code
from missions.trips.phrases import (
    DAY_TRIP,
    LONG_TRIP,
    NUMBERS,
    PROPER,
    SAID,
    any_of,
    compiled,
)
from ownyou.lib.text import key_of

_NO_FLIGHT = compiled(rf"\b{any_of('no_flight')}\b")
_WISHED = compiled(
    rf"\b{any_of('if_possible')}[,:]?\s+(?:\w+\s+){{0,2}}{any_of('no_flight')}\b"
    rf"|\b{any_of('no_flight')},?\s+(?:\w+\s+){{0,3}}?{any_of('if_possible')}\b"
)
"""Trains that are wished for, not flights that are ruled out: "by train if possible"."""

_NO_FLIGHT_BETWEEN = compiled(
    r"\bno (?:flights?|flying|planes?) (?:between|inside|within|in between)\b(?:[^.;!?]*\btrains?\b)?"
)
_PLAN = compiled(
    r"(?:^|[.!?:]|\bbitte\b)\W*plane\b(?!\s+(?:or|and|is|tickets?|to|from|only|rides?|please)\b)"
)
"""The German "Plane …", which is no aeroplane."""

_OWN_WAY = compiled(rf"\b{any_of('own_way')}\b")
_NOT_THAT = compiled(r"\b(?:not|no|instead of|rather than|nicht|statt|kein\w*|pas)\s+(?:\w+\s+)?$")
_FLIGHT_TOO = compiled(
    rf"\b{any_of('flight')}\s+(?:\w+\s+){{0,2}}?(?:{any_of('also')}\b|too\W*$)"
    rf"|\b{any_of('also')}\s+(?:\w+\s+){{0,2}}{any_of('flight')}\b"
)
_FLIGHT, _TRAIN = compiled(rf"\b{any_of('flight')}\b"), compiled(rf"\b{any_of('train')}\b")

_LENGTHS: dict[str, int] = SAID["lengths"]
_NUMBER = "|".join(sorted(NUMBERS, key=len, reverse=True))
_FOR_A_DAY = compiled(rf"^\W*(?:\w+\s+){{0,3}}?{any_of('day_trip')}\s+(?:to|nach|à)\b")
_DAYS = compiled(
    rf"\b(?P<n>\d{{1,3}}|{_NUMBER})[\s-]*(?:full\s+)?"
    r"(?P<unit>days?|nights?|tage?n?|nächte?n?|jours?|nuits?)\b"
)
_DAYLONG = compiled(rf"\b(?P<n>\d{{1,2}}|{_NUMBER})-?(?P<unit>tägig|wöchig)(?:e[nrsm]?)?\b")
"""A length in one word: "dreitägig", "zweiwöchig"."""

_FROM_DATE = compiled(rf"\b(?:days?|nights?|tage?|jours?)\s+{any_of('from_a_date')}\b")
_TIME_AHEAD = compiled(r"\bin\s+(?:a|one)\s+fortnight\b|\bin\s+\w+\s+(?:days|weeks?|months?)['’s]*\s+time\b")
"""When the trip begins, not how long it is: "in a fortnight", "in two weeks' time"."""
_ONE_WEEK = compiled(r"\b(?:a|one|eine|une)\s+(?:\w+\s+)?(?:week|woche|semaine)\b")

_NAME = re.compile(PROPER)
_ORIGIN = compiled(rf"\b(?:{any_of('leaving')}\s+)?{any_of('origin')}\s+(?P<city>{PROPER})")
_FLIES_FROM = compiled(
    rf"\b(?:flights?|fly|flying|flüge?|flug|vols?|trains?|zug|bahn)\s+(?:tickets?\s+)?(?P<city>{PROPER})"
    rf"\s+(?:to|nach|à|->|→)\s+(?={PROPER})"
)
"""From the one to the other, without a "from": "flights Berlin to London"."""
_LEAVES = compiled(
    rf"\b(?:leaving|departing|depart|leave)\s+(?P<city>{PROPER})"
    r"(?=,?\s+(?:for|to|towards|bound for)\s+(?-i:[A-ZÀ-Þ]))"
)
"""Where one leaves from without a "from": "leaving New York for Paris"."""

_LIVES_IN = compiled(rf"\b(?:{any_of('lives_in')}\s+(?P<city>{PROPER})(?=,?\s+{any_of('goes_on')}))")
"""Where one sets out: "based in Newark and exploring Georgia"."""

_SETS_OUT = (_ORIGIN, _LIVES_IN, _FLIES_FROM, _LEAVES)

_STARTS_IN = compiled(rf"\b{any_of('starts_in')}\s+(?P<city>{PROPER})")
"""Where the trip begins, which may be its first city: "starting in Rome and then going to Florence"."""

_LEADS_TO = compiled(rf"\b(?P<city>{PROPER})\s*(?:\b(?:to|nach|à|vers)\b|->|→)\s*(?={PROPER})")
NO_CITY = frozenset(SAID["no_city"]["words"].split())
_LEAST_PEOPLE = 40_000
LARGE = 300_000
"""People in a city that is known without a capital letter."""

_SMALL = re.compile(
    r"(?:\b(?:to|in|and|then|nach|und|à|et)|,)\s+(?P<one>[a-zà-þ]{4,})(?=(?:\s+(?P<two>[a-zà-þ]+))?)"
)
_ANSWER = compiled(r"\s*(?:,|;|/|\+|&|\band\b|\bthen\b|\bund\b|\bdann\b|\bet\b|\bpuis\b|\bto\b)\s*")


# Cities ---------------------------------------------------------------------------------------------------


def cities_in(text: str) -> list[str]:
    """The cities that a sentence names as where to go, in order, each once; the one left from is none."""
    start = next((hit for way in _SETS_OUT if (hit := way.search(text)) is not None), None)
    rest = text if start is None else f"{text[: start.start()]} · {text[start.end() :]}"
    found: list[str] = []
    for name in _NAME.finditer(rest):
        if not _PLURAL.search(rest[: name.start()]):
            found += _cities_of(name.group())
    return list(dict.fromkeys(found)) or _in_small_letters(rest)


_PLURAL = re.compile(r"(?<!\w)(?:in|auf|an|zu|bei|aus|von)\s+den\s+$")
"""German before things, not before a city, which has no article: "in den Bergen"."""


def _in_small_letters(text: str) -> list[str]:
    """Large cities behind "to", "in", "and": "a trip to paris and amsterdam"."""
    found: list[str] = []
    for match in _SMALL.finditer(text):
        two = city_named(f"{match['one']} {match['two']}", LARGE) if match["two"] else None
        found += [name for name in (two or city_named(match["one"], LARGE),) if name]
    return list(dict.fromkeys(found))


_MOST_PARTS = 12
"""Of a run of capitalised words that names cities; a longer one is a heading or a list of initials."""


def _cities_of(words: str) -> list[str]:
    """The cities in a run of capitalised words, the longest names first: "Plan Paris", "Tage New York"."""
    parts = re.split(r"[ -]", words)
    whole = city_named(words)
    if whole is not None or len(parts) == 1 or len(parts) > _MOST_PARTS:
        return [whole] if whole else []
    for length in range(len(parts) - 1, 0, -1):
        for at in range(len(parts) - length + 1):
            name = city_named(" ".join(parts[at : at + length]))
            if name is not None:
                before, after = " ".join(parts[:at]), " ".join(parts[at + length :])
                return [*(_cities_of(before) if before else []), name, *(_cities_of(after) if after else [])]
    return []


@lru_cache(maxsize=1024)
def city_named(words: str, least: int = _LEAST_PEOPLE) -> str | None:
    """The city that the words are the name of, as maps write it; None for other words and small places."""
    words = city_of_code(words) or words
    key = key_of(words)
    if not key or key in NO_CITY or len(key) < 3:
        return None
    words = CITY_ALIASES.get(key, words)  # "Rom" is Rome, and also a village in France
    entries = [entry for entry in places_named(words) if entry.kind == "city"]
    entries = [entry for entry in entries if not entry.alias or len(key) > 3 or key in CITY_ALIASES]
    if not entries or max(entry.population for entry in entries) < least:
        return None
    place = locate(words)
    return place.name if place else None


def listed_cities(answer: str) -> list[str]:
    """The cities of an answer to "where to?", in any case of letters: "paris and rome"."""
    parts = [part.strip() for part in _ANSWER.split(answer) if part.strip()]
    places = (locate(CITY_ALIASES.get(key_of(part), part)) for part in parts)
    return [place.name for place in places if place]


def origin_in(text: str) -> str | None:
    """The city that is left from ("from New York"), if one is named."""
    return _first_city(match for way in _SETS_OUT for match in way.finditer(text))


def start_in(text: str) -> str | None:
    """The city that the trip is said to start in: its first, or where one leaves from."""
    return _first_city(_STARTS_IN.finditer(text))


def leads_to(text: str, city: str) -> bool:
    """Whether a city is named right before where one goes from there: "Berlin to Rome"."""
    return any(city_named(match["city"]) == city for match in _LEADS_TO.finditer(text))


def _first_city(matches: Iterable[re.Match[str]]) -> str | None:
    for match in matches:
        words = match["city"].split(" ")
        for length in range(len(words), 0, -1):
            if (name := city_named(" ".join(words[:length]))) is not None:
                return name
    return None


def names_in(text: str) -> list[str]:
    """The runs of capitalised words, in order: names, and the words that begin a sentence."""
    return [match.group() for match in _NAME.finditer(text)]


IF_NEEDED = "if needed"
"""That they fly only where no train goes."""

OWN_WAY = "own way"
"""That getting there is theirs: they drive, or have booked."""

# Length and ways ------------------------------------------------------------------------------------------


def days_in(text: str) -> int | None:
    """How many days were said: "5-day", "four nights" (five days), "a long weekend", "a week"."""
    text = _TIME_AHEAD.sub(" ", text)
    if counts_days(text):
        return days_counted(text)
    said = text.casefold()
    if _ONE_WEEK.search(text):
        return 7
    return next((days for words, days in _LENGTHS.items() if words in said), None)


def counts_days(text: str) -> bool:
    """Whether a number of days or nights was said, which a weekend is not."""
    return days_counted(text) is not None


def days_counted(text: str) -> int | None:
    """The number of days that was said; None for none at all."""
    match = _DAYS.search(without_day_trips(text))
    if match is None:
        return _in_one_word(text)
    said = match["n"].casefold()
    number = int(said) if said.isdigit() else NUMBERS[said]
    nights = match["unit"].casefold()[0] == "n"
    return number + nights if number else None


def counts_nights(text: str) -> bool:
    """Whether the number that was said is one of nights, which are one fewer than the days."""
    match = _DAYS.search(without_day_trips(text))
    return match is not None and match["unit"].casefold()[0] == "n"


def _in_one_word(text: str) -> int | None:
    match = _DAYLONG.search(text)
    if match is None:
        return None
    said = match["n"].casefold()
    number = int(said) if said.isdigit() else NUMBERS[said]
    return number * (7 if match["unit"].casefold() == "wöchig" else 1) or None


def without_day_trips(text: str) -> str:
    """The text without the day trips that it names, with how many."""
    return DAY_TRIP.sub(" ", LONG_TRIP.sub(r"\1", text))


def goes_for_a_day(text: str) -> bool:
    """Whether the whole is a day trip to a city: "a day trip to Prague"."""
    return _FOR_A_DAY.search(text) is not None


def counts_from_a_date(text: str) -> bool:
    """Whether the days are counted from the date that was named ("7 days from 3 June")."""
    return _FROM_DATE.search(text) is not None


def flies(text: str) -> str:
    """Whether they fly there: "no", "yes", or empty where nothing was said, or flights and trains were;
    `IF_NEEDED` where trains are wished for, or flights are fine too; `OWN_WAY` where they see to it."""
    text = _PLAN.sub(" ", _NO_FLIGHT_BETWEEN.sub(" ", text))
    if any(_NOT_THAT.search(text[: own.start()]) is None for own in _OWN_WAY.finditer(text)):
        return OWN_WAY
    if _WISHED.search(text):
        return IF_NEEDED
    if _NO_FLIGHT.search(text):
        return "no"
    if _TRAIN.search(text) or not _FLIGHT.search(text):
        return ""
    return IF_NEEDED if _FLIGHT_TOO.search(text) else "yes"


def no_flights_between(text: str) -> bool:
    """Whether flights are ruled out between the cities alone."""
    return _NO_FLIGHT_BETWEEN.search(text) is not None


# Parts by name -------------------------------------------------------------------------------------------

_PARTS = {
    "restaurants": r"restaurants?|eat(?:ing)? out|places? to eat|where to eat|(?:lunch|dinner) places?"
    r"|reserve (?:a )?tables?|essen gehen|auswärts essen|lokale?|gaststätten?|où manger|manger dehors",
    "activities": r"activit(?:y|ies)|things to do|\w* ?tours?|\w* class(?:es)?|workshops?|events?|concerts?"
    r"|shows?|aktivitäten|unternehmungen|\w*kurse?|\w*führung(?:en)?|veranstaltungen|konzerte?|activités?"
    r"|visites guidées",
}
_NAMED_PART = {key: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for key, words in _PARTS.items()}
_NOT_WANTED = re.compile(
    r"(?<!why )(?<!warum )(?<!pourquoi )\b(?:no|not|\w+n['’]t|dont|never|without|skip|drop|leave out|remove"
    r"|instead of|rather than|kein\w*|ohne|nicht|nie|statt|weg|sans|pas|jamais|au lieu)\b[^.,;!?]*$",
    re.IGNORECASE,
)


def names_part(coordinator: str, words: str) -> bool:
    """Whether words name what a coordinator looks for ("restaurants"), and do not rule it out."""
    named = _NAMED_PART.get(coordinator)
    found = named.finditer(words) if named else ()
    return any(_NOT_WANTED.search(words[: match.start()]) is None for match in found)
