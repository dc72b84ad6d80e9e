"""Where a named place is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, radians

from rapidfuzz.distance import OSA

from agency.reasoning.slots.gazetteer import (
    A_CITY,
    Entry,
    cities_from,
    names_of,
    place_key,
    places_named,
)
from agency.reasoning.slots.lexicon import word_set

CITY_KM = 40.0
"""What is farther from a city's middle is no part of it."""
KM_A_DEGREE = 111.2
LEAST_LETTERS, LONG_NAME = 4, 8
"""Letters from which on a slip can be told, and of a name that may hold two."""
LEAST_PEOPLE, LEAST_OF_ALIASES = 50_000, 500_000
"""People of a city whose name may be mistyped, and of one whose name in another language may be."""
A_WORLD_CITY, TIMES_LARGER = 250_000, 5
"""People of a city abroad that is meant rather than a town at home, and how much larger it is."""
WELL_KNOWN, TIMES_BETTER_KNOWN = 30, 3
"""Names in other languages, likewise: Venice has hardly more people than Venice, Florida."""
STATE_CODES = word_set("us_state_codes")


@dataclass(frozen=True, slots=True)
class Located:
    """A place on the map: ISO country code, WGS 84 degrees, IANA zone."""

    name: str
    country: str
    lat: float
    lon: float
    zone: str


@lru_cache(maxsize=512)
def locate(name: str, near_country: str | None = None) -> Located | None:
    """Return the place that `name` most likely means, None if there is none.

    The largest population wins, among those of `near_country` (ISO code) if it has any with that name; but
    a city that all the world knows stands before a small one of that country ("Berlin", said in the US). A
    state or country after a comma narrows: "Portland, Maine"; a city does, too: "Camden, London", and stands
    for what no table knows: "Marais, Paris". A country stands where its capital is, a US state where its
    largest city is.
    """
    head, _, tail = (part.strip() for part in name.partition(","))
    entries = places_named(head)
    if tail and (region := _region(tail)):
        narrowed = [e for e in entries if region(e)]
        return _located(narrowed[0]) if narrowed else locate(tail, near_country)
    if tail and (city := locate(tail, near_country)):
        return part_of(head, city) or city
    if head in STATE_CODES:
        return _located(next((e for e in entries if e.kind != "city"), None))
    return _located(_meant(head, entries, (near_country or "").upper())) if entries else None


@lru_cache(maxsize=512)
def all_located(name: str) -> tuple[Located, ...]:
    """Return every city and quarter called `name`, the most populous first: which is meant, a city tells."""
    return tuple(place for e in places_named(name) if e.kind == "city" and (place := _located(e)))


def part_of(name: str, city: Located) -> Located | None:
    """Return the place called `name` in or about `city`, the nearest one; None where no table knows one."""
    inside = [place for place in all_located(name) if _apart_km(place, city) <= CITY_KM]
    return min(inside, key=lambda place: _apart_km(place, city), default=None)


def meant_city(name: str) -> str | None:
    """Return the city that a name on no map may be a slip of ("Pariss": "Paris"); None where none is near.

    One letter wrong, missing, too many or exchanged with the next, two in a long name; never the first.
    """
    typed = place_key(name.partition(",")[0])
    if len(typed) < LEAST_LETTERS or places_named(typed):
        return None
    most = 1 if len(typed) < LONG_NAME else 2
    near = [
        (apart, -population, city)
        for key, city, population in cities_from(typed, LEAST_PEOPLE)
        if key == place_key(city) or population >= LEAST_OF_ALIASES
        if (apart := OSA.distance(typed, key, score_cutoff=most)) <= most
    ]
    return min(near)[2] if near else None


def _apart_km(here: Located, there: Located) -> float:
    """Kilometres between near places, on a flat map: good to a percent within a city."""
    east = (here.lon - there.lon) * cos(radians((here.lat + there.lat) / 2))
    return KM_A_DEGREE * hypot(here.lat - there.lat, east)


def _meant(name: str, entries: list[Entry], country: str) -> Entry:
    """The one of the speaker's country, unless it is small beside one that is known far and wide."""
    anywhere = _likeliest(entries)
    theirs = [e for e in entries if e.country == country]
    if not theirs or anywhere.country == country:
        return anywhere
    own = _likeliest(theirs)
    called_so = not own.alias or place_key(own.name).startswith(f"{place_key(name)} ")
    if own.kind != "city" or (called_so and own.population >= A_CITY):
        return own
    if anywhere.population >= max(A_WORLD_CITY, TIMES_LARGER * own.population):
        return anywhere
    known = names_of(anywhere)
    return anywhere if known >= max(WELL_KNOWN, TIMES_BETTER_KNOWN * names_of(own)) else own


def _likeliest(entries: list[Entry]) -> Entry:
    """A main name beats another name of a place not ten times as large."""
    best = entries[0]
    return next(
        (e for e in entries if best.alias and not e.alias and e.population * 10 > best.population), best
    )


def _region(words: str) -> Callable[[Entry], bool] | None:
    if words in STATE_CODES:
        return lambda entry: entry.country == "US" and entry.state == words
    area = next((e for e in places_named(words) if e.kind != "city"), None)
    if area is None:
        return None
    return lambda entry: (
        entry.country == area.country and (area.kind == "country" or entry.state == area.state)
    )


def _located(entry: Entry | None) -> Located | None:
    return Located(entry.name, entry.country, entry.lat, entry.lon, entry.zone) if entry else None


def is_area(name: str) -> bool:
    """Tell whether `name` is a country or US state, and not the name of a larger city first."""
    if name in STATE_CODES:
        return True
    entries = places_named(name)
    return bool(entries) and any(e.kind != "city" for e in entries) and place_key(name) not in _CITY_STATES


_CITY_STATES = frozenset(
    {
        "new york",
        "singapore",
        "luxembourg",
        "monaco",
        "washington",
        "mexico city",
        "san marino",
        "guatemala",
        "panama",
        "kuwait",
    }
)
