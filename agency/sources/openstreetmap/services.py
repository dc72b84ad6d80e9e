"""What a gathering needs, as OpenStreetMap's mappers write it: halls (key `amenity`) and caterers (`craft`).

Tags: https://wiki.openstreetmap.org/wiki/Tag:amenity=community_centre,
https://wiki.openstreetmap.org/wiki/Tag:craft=caterer. No price is mapped: what it costs is an estimate by
kind, and `estimate` says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from pydantic import JsonValue

from agency.sources.base import Offer, SearchRequest
from agency.sources.openstreetmap.elements import Element, Point, offer_at, read_named
from agency.sources.openstreetmap.overpass import around

VENUE, MENU = "venue", "menu"
HALLS = {"community_centre": 180, "social_centre": 180, "events_venue": 450, "conference_centre": 450}
"""US dollars for half a day, by the value of `amenity`: what such halls usually take."""

A_MEAL = 24
"""US dollars that a caterer usually takes for each guest."""

CATERER = "caterer"
MOST_ELEMENTS = 300
DIETS = ("vegetarian", "vegan", "halal", "kosher", "gluten_free", "lactose_free")

type Tags = Mapping[str, str]


def write_services_query(
    centre: tuple[float, float], radius_km: float, categories: Sequence[str], *, seconds: float = 12.0
) -> str:
    """The query in Overpass QL for halls, caterers or both; empty where the map knows none of these."""
    circle, wanted = around(centre, radius_km), []
    if VENUE in categories:
        wanted.append(f'nwr["amenity"~"^({"|".join(HALLS)})$"]["name"]{circle};')
    if MENU in categories:
        wanted.append(f'nwr["craft"="{CATERER}"]["name"]{circle};')
    if not wanted:
        return ""
    return f"[out:json][timeout:{round(seconds)}];({''.join(wanted)});out center {MOST_ELEMENTS};"


def read_service(raw: JsonValue, request: SearchRequest, centre: tuple[float, float]) -> Offer | None:
    """The offer that `raw` describes; None when it has no name or place, is gone, or makes no sense."""
    return read_named(raw, lambda element, point: _offer(element, point, request, centre))


def _category(tags: Tags) -> str:
    if tags.get("amenity") in HALLS:
        return VENUE
    return MENU if tags.get("craft") == CATERER else ""


def _offer(
    element: Element, point: Point, request: SearchRequest, centre: tuple[float, float]
) -> Offer | None:
    tags, category = element.tags, _category(element.tags)
    if category not in request.categories:
        return None
    attributes: dict[str, JsonValue] = {
        "estimate": True,
        "price_unit": "person" if category == MENU else "piece",
        "features": _features(tags),
    }
    if (people := tags.get("capacity", "")).isdecimal():
        attributes["most_people"] = int(people)
    return offer_at(
        element,
        point,
        request,
        centre,
        kind="service",
        price=Decimal(A_MEAL if category == MENU else HALLS[tags["amenity"]]),
        currency="USD",
        category=category,
        attributes=attributes,
    )


def _features(tags: Tags) -> list[JsonValue]:
    said: list[JsonValue] = ["step free"] if tags.get("wheelchair") == "yes" else []
    said += ["kitchen"] if tags.get("kitchen") == "yes" else []
    return said + [diet.replace("_", " ") for diet in DIETS if tags.get(f"diet:{diet}") in ("yes", "only")]
