"""Cities that nobody named: "two cities in Texas" are its largest, apart and near enough to each other."""

from __future__ import annotations

import re
from functools import lru_cache

from agency.reasoning.slots.gazetteer import Entry, largest_cities, places_named
from agency.sources.distance import distance_km
from missions.trips.words import NUMBERS, PROPER

APART_KM, NEAR_KM = 60.0, 450.0
"""Kilometres that two of the cities are apart at least, and at most from the first."""

LOOKED_AT, MOST = 40, 4
_CITIES = re.compile(
    rf"\b(?P<n>[1-9]|{'|'.join(NUMBERS)})\s+(?:\w+\s+)?(?:cities|towns|städte|villes)\s+(?:in|of|across|en|au|aux)\s+"
    rf"(?:the\s+)?(?:state\s+of\s+)?(?P<area>{PROPER})",
    re.IGNORECASE,
)


def cities_of_area(text: str, country: str = "") -> list[str]:
    """The largest cities of a state or country of which a sentence wants some, with the state where there is
    one; `country` (ISO code) tells the state from the country of the same name."""
    match = _CITIES.search(text)
    if match is None:
        return []
    areas = [entry for entry in places_named(match["area"]) if entry.kind != "city"]
    area = next((entry for entry in areas if entry.country == country), areas[0] if areas else None)
    if area is None:
        return []
    said = match["n"].casefold()
    return list(_spread(area, min(MOST, int(said) if said.isdigit() else NUMBERS[said])))


@lru_cache(maxsize=64)
def _spread(area: Entry, most: int) -> tuple[str, ...]:
    chosen: list[Entry] = []
    for city in largest_cities(area.country, area.state, LOOKED_AT):
        ways = [distance_km((city.lat, city.lon), (one.lat, one.lon)) for one in chosen]
        if len(chosen) < most and all(way > APART_KM for way in ways) and (not ways or ways[0] < NEAR_KM):
            chosen.append(city)
    return tuple(f"{city.name}, {city.state}" if area.kind == "state" else city.name for city in chosen)
