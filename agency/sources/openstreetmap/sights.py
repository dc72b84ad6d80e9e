"""What there is to see, as OpenStreetMap's mappers write it (keys `tourism`, `historic`, `leisure`).

Tags: https://wiki.openstreetmap.org/wiki/Key:tourism. There are neither stars nor
how long one stays; how well known a sight is shows in its links to Wikipedia and in how many languages it
has a name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from pydantic import JsonValue

from agency.sources.base import Offer, SearchRequest
from agency.sources.opening import parse_hours
from agency.sources.openstreetmap.elements import Element, Point, offer_at, read_named
from agency.sources.openstreetmap.overpass import around

TOURISM = ("museum", "gallery", "attraction", "viewpoint", "zoo", "aquarium")
MOST_ELEMENTS = 600
WELL_KNOWN = 4
"""Names in other languages from which a sight counts as one of the best known of its city."""

_CHARGE = re.compile(
    r"^\s*(?P<amount>\d{1,4}(?:[.,]\d{1,2})?)\s*(?P<currency>[A-Z]{3}|€|£|\$)", re.IGNORECASE
)
_SIGNS = {"€": "EUR", "£": "GBP", "$": "USD"}
_CATEGORIES: tuple[tuple[str, str, str], ...] = (
    ("museum", "tourism", "museum|gallery"),
    ("zoo", "tourism", "zoo|aquarium"),
    ("viewpoint", "tourism", "viewpoint"),
    ("palace", "historic", "castle|palace|manor"),
    ("palace", "building", "palace|castle"),
    ("market", "amenity", "marketplace"),
    ("garden", "leisure", "garden|park|nature_reserve"),
    ("church", "building", "church|cathedral|chapel|basilica"),
    ("viewpoint", "man_made", "tower|observatory"),
    ("monument", "historic", ".+"),
)

type Tags = Mapping[str, str]


def write_sights_query(centre: tuple[float, float], radius_km: float, *, seconds: float = 12.0) -> str:
    """The query in Overpass QL: museums, sights, viewpoints, and parks that an encyclopaedia knows."""
    circle = around(centre, radius_km)
    return (
        f"[out:json][timeout:{round(seconds)}];("
        f'nwr["tourism"~"^({"|".join(TOURISM)})$"]["name"]{circle};'
        f'nwr["leisure"~"^(park|garden)$"]["name"]["wikidata"]{circle};'
        f");out center {MOST_ELEMENTS};"
    )


def read_sight(raw: JsonValue, request: SearchRequest, centre: tuple[float, float]) -> Offer | None:
    """The offer that `raw` describes; None when it has no name or place, is gone, or makes no sense."""
    return read_named(raw, lambda element, point: _offer(element, point, request, centre))


def _offer(element: Element, point: Point, request: SearchRequest, centre: tuple[float, float]) -> Offer:
    tags = element.tags
    hours = tags.get("opening_hours", "")
    price, currency = price_of(tags)
    known = languages_of(tags)
    return offer_at(
        element,
        point,
        request,
        centre,
        kind="sight",
        price=price,
        currency=currency,
        opening_hours=hours if parse_hours(hours, request.zone) else "",
        category=category_of(tags),
        attributes={"known_in": known, "fee": tags.get("fee", ""), "top": known >= WELL_KNOWN},
    )


def category_of(tags: Tags) -> str:
    """What kind of sight it is, in the catalogue's words."""
    if tags.get("amenity") == "place_of_worship":
        return "church" if tags.get("religion", "christian") == "christian" else "temple"
    found = (name for name, key, values in _CATEGORIES if re.fullmatch(values, tags.get(key, "")))
    return next(found, "attraction")


def price_of(tags: Tags) -> tuple[Decimal | None, str | None]:
    """What a ticket costs, where that is mapped: nothing, or `charge=12 EUR`."""
    if tags.get("fee") == "no":
        return Decimal(0), None
    match = _CHARGE.match(tags.get("charge", ""))
    if match is None:
        return None, None
    try:
        amount = Decimal(match["amount"].replace(",", "."))
    except InvalidOperation:
        return None, None
    return amount, _SIGNS.get(match["currency"], match["currency"].upper())


def languages_of(tags: Tags) -> int:
    """In how many languages it has a name, if an encyclopaedia knows it; else 0."""
    if not (tags.get("wikidata") or tags.get("wikipedia")):
        return 0
    return 1 + sum(re.fullmatch(r"name:[a-z]{2,3}", key) is not None for key in tags)
