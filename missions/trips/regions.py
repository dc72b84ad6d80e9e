"""Cities that nobody named: "two cities in Texas" are its largest, apart and near enough to each other."""

from __future__ import annotations

import re

from agency.reasoning.slots.gazetteer import Entry, largest_cities, places_named
from agency.reasoning.slots.places import Located
from agency.sources.distance import distance_km
from missions.trips.phrases import NUMBERS, PROPER
from missions.trips.words import names_in

APART_KM, NEAR_KM = 60.0, 450.0
"""Kilometres that two of the cities are apart at least, and at most from the first."""

SAME_KM = 5.0
"""Kilometres within which two entries are the same place."""

LOOKED_AT, MOST = 40, 4
_CITIES = re.compile(
    rf"\b(?P<n>[1-9]|{'|'.join(NUMBERS)})\s+(?:\w+\s+)?(?:cities|towns|städte|villes)\s+(?:in|of|across|en|au|aux)\s+"
    rf"(?:the\s+)?(?:state\s+of\s+)?(?P<area>{PROPER})",
    re.IGNORECASE,
)


def cities_of_area(text: str, origin: Located | None = None, first: Located | None = None) -> list[str]:
    """The largest cities of a state or country of which a sentence wants some, with the state where there is
    one. `origin` is none of them, and tells the state from the country of the same name; `first` is."""
    match = _CITIES.search(text)
    if match is None:
        return []
    areas = [entry for entry in places_named(match["area"]) if entry.kind != "city"]
    from_there = origin.country if origin else ""
    area = next((entry for entry in areas if entry.country == from_there), areas[0] if areas else None)
    if area is None:
        return []
    said = match["n"].casefold()
    return _spread(area, min(MOST, int(said) if said.isdigit() else NUMBERS[said]), origin, first)


def area_elsewhere(text: str, place: Located) -> str | None:
    """The state or country that a sentence names and the place does not lie in, None without one."""
    for name in names_in(text):
        areas = [one for one in places_named(name) if one.kind != "city"]
        if areas and not any(_holds(area, place) for area in areas):
            return name
    return None


def _holds(area: Entry, place: Located) -> bool:
    """Whether a place lies in an area: it is one of the cities of its name there."""
    if area.country != place.country:
        return False
    return area.kind == "country" or any(
        entry.state == area.state and distance_km((entry.lat, entry.lon), (place.lat, place.lon)) < SAME_KM
        for entry in places_named(place.name.partition(",")[0])
        if entry.kind == "city"
    )


def _spread(area: Entry, most: int, origin: Located | None, first: Located | None) -> list[str]:
    chosen = [(first.name, (first.lat, first.lon))] if first else []
    for city in largest_cities(area.country, area.state, LOOKED_AT):
        here = (city.lat, city.lon)
        ways = [distance_km(here, there) for _name, there in chosen]
        left_from = origin is not None and distance_km(here, (origin.lat, origin.lon)) < SAME_KM
        apart = all(way > APART_KM for way in ways) and (not ways or ways[0] < NEAR_KM)
        if len(chosen) < most and apart and not left_from:
            chosen.append((f"{city.name}, {city.state}" if area.kind == "state" else city.name, here))
    return [name for name, _here in chosen]
