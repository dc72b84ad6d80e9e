"""Where to sleep, as OpenStreetMap's mappers write it (key `tourism`).

Tags: https://wiki.openstreetmap.org/wiki/Tag:tourism=hotel. No price is mapped: what a night costs is an
estimate by kind and stars, and `estimate` says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal

from pydantic import JsonValue

from agency.sources.base import Offer, SearchRequest
from agency.sources.openstreetmap.elements import Element, Point, offer_at, read_named
from agency.sources.openstreetmap.overpass import around

KINDS = {
    "hotel": "hotel",
    "motel": "hotel",
    "hostel": "hostel",
    "guest_house": "guesthouse",
    "apartment": "apartment",
}
"""The catalogue's word for each value of `tourism`."""

MOST_ELEMENTS = 400
USUAL_NIGHT = {"hotel": 120, "hostel": 70, "guesthouse": 85, "apartment": 130}
"""US dollars for a night of two, by kind: what such places usually take in European and American cities."""

NIGHT_BY_STARS = {1: 70, 2: 85, 3: 115, 4: 165, 5: 300}
FEATURES = {
    "internet_access": "wifi",
    "breakfast": "breakfast",
    "air_conditioning": "air conditioning",
    "wheelchair": "wheelchair access",
    "parking": "parking",
}
_YES = frozenset({"yes", "wlan", "wifi", "customers", "free"})

type Tags = Mapping[str, str]


def write_stays_query(centre: tuple[float, float], radius_km: float, *, seconds: float = 12.0) -> str:
    """The query in Overpass QL: named places to sleep."""
    kinds = "|".join(KINDS)
    return (
        f"[out:json][timeout:{round(seconds)}];"
        f'nwr["tourism"~"^({kinds})$"]["name"]{around(centre, radius_km)};'
        f"out center {MOST_ELEMENTS};"
    )


def read_stay(raw: JsonValue, request: SearchRequest, centre: tuple[float, float]) -> Offer | None:
    """The offer that `raw` describes; None when it has no name or place, is gone, or makes no sense."""
    return read_named(raw, lambda element, point: _offer(element, point, request, centre))


def _offer(
    element: Element, point: Point, request: SearchRequest, centre: tuple[float, float]
) -> Offer | None:
    tags = element.tags
    kind, stars = KINDS.get(tags.get("tourism", "")), stars_of(tags)
    if kind is None:
        return None
    said: list[JsonValue] = [words for key, words in FEATURES.items() if tags.get(key) in _YES]
    attributes: dict[str, JsonValue] = {"estimate": True, "room_for": 2, "features": said}
    if stars:
        attributes["stars"] = stars
    night = NIGHT_BY_STARS.get(stars, USUAL_NIGHT[kind]) if kind == "hotel" else USUAL_NIGHT[kind]
    return offer_at(
        element,
        point,
        request,
        centre,
        kind="stay",
        price=Decimal(night),
        currency="USD",
        category=kind,
        attributes=attributes,
    )


def stars_of(tags: Tags) -> int:
    """The stars of a hotel, 1 to 5; 0 where they are not mapped ("4S" is 4)."""
    match = re.match(r"[1-5]", tags.get("stars", ""))
    return int(match.group()) if match else 0
