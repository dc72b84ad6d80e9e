"""Where to sleep, as OpenStreetMap's mappers write it (key `tourism`).

Tags: https://wiki.openstreetmap.org/wiki/Tag:tourism=hotel. No price is mapped: what a night costs is an
estimate by kind and stars, and `estimate` says so.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import Decimal

from pydantic import JsonValue, ValidationError

from agency.sources.base import Offer, Place, SearchRequest
from agency.sources.distance import distance_km
from agency.sources.openstreetmap.elements import (
    ATTRIBUTION,
    Element,
    address_of,
    first_tag,
    is_gone,
    website_of,
)
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
    try:
        element = Element.model_validate(raw)
        point = element.point
        unnamed = not element.tags.get("name") or element.tags.get("tourism") not in KINDS
        if point is None or unnamed or is_gone(element.tags, datetime.now(UTC).date()):
            return None
        return _offer(element, (point.lat, point.lon), request, centre)
    except ValidationError:
        return None


def _offer(
    element: Element, here: tuple[float, float], request: SearchRequest, centre: tuple[float, float]
) -> Offer:
    tags = element.tags
    page = f"https://www.openstreetmap.org/{element.type}/{element.id}"
    kind, stars = KINDS[tags["tourism"]], stars_of(tags)
    said: list[JsonValue] = [words for key, words in FEATURES.items() if tags.get(key) in _YES]
    attributes: dict[str, JsonValue] = {
        "distance_km": round(distance_km(centre, here), 2),
        "osm_page": page,
        "attribution": ATTRIBUTION,
        "estimate": True,
        "room_for": 2,
        "features": said,
    }
    if stars:
        attributes["stars"] = stars
    return Offer(
        source="openstreetmap",
        source_id=f"{element.type}/{element.id}",
        kind="stay",
        title=tags["name"],
        price=Decimal(NIGHT_BY_STARS.get(stars, USUAL_NIGHT[kind]) if kind == "hotel" else USUAL_NIGHT[kind]),
        currency="USD",
        place=Place(
            name=tags["name"],
            address=address_of(tags),
            city=first_tag(tags, "addr:city") or request.city,
            lat=here[0],
            lon=here[1],
        ),
        link=website_of(tags, "website", "contact:website", "url") or page,
        category=kind,
        attributes=attributes,
    )


def stars_of(tags: Tags) -> int:
    """The stars of a hotel, 1 to 5; 0 where they are not mapped ("4S" is 4)."""
    match = re.match(r"[1-5]", tags.get("stars", ""))
    return int(match.group()) if match else 0
