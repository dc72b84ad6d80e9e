"""From an element of OpenStreetMap to an offer.

Tags: https://wiki.openstreetmap.org/wiki/Tag:amenity=restaurant. OpenStreetMap knows neither stars nor
prices, so an offer from here has none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime
from typing import Any

from pydantic import BaseModel, Field, JsonValue, ValidationError, field_validator

from agency.sources.base import Offer, Place, SearchRequest, web_address
from agency.sources.distance import distance_km
from agency.sources.opening import hours_in_words, is_open, is_open_between, parse_hours
from agency.sources.openstreetmap.cuisines import cuisines_of
from ownyou.lib.text import clean_line

ATTRIBUTION = "© OpenStreetMap contributors"

DIETS = {
    "vegetarian": "vegetarian",
    "vegan": "vegan",
    "pescetarian": "pescatarian",
    "gluten_free": "gluten_free",
    "lactose_free": "lactose_free",
    "dairy_free": "dairy_free",
    "halal": "halal",
    "kosher": "kosher",
    "nut_free": "nut_free",
}
"""The keys `diet:*`, and the names that the slot "diet" gives them."""

_IMPLIED = {"vegan": "vegetarian", "vegetarian": "pescatarian"}
_FLAGS = ("outdoor_seating", "takeaway", "delivery", "reservation", "wheelchair", "smoking")
_LONGEST = 300

type Tags = Mapping[str, str]


class Point(BaseModel):
    """Degrees (WGS 84)."""

    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)


class Element(BaseModel):
    """A node, or a way or relation asked for with `out center`."""

    type: str = Field(pattern="^(node|way|relation)$")
    id: int
    lat: float | None = None
    lon: float | None = None
    center: Point | None = None
    tags: dict[str, str] = {}

    @field_validator("tags", mode="before")
    @classmethod
    def _texts_only(cls, tags: object) -> object:
        if not isinstance(tags, dict):
            return {}
        return {key: clean_line(value)[:_LONGEST] for key, value in tags.items() if isinstance(value, str)}

    @property
    def point(self) -> Point | None:
        """Where it is: a node's own coordinates, else the centre of its area."""
        if self.lat is not None and self.lon is not None:
            return Point(lat=self.lat, lon=self.lon)
        return self.center


def read_element(raw: JsonValue, request: SearchRequest, centre: tuple[float, float]) -> Offer | None:
    """The offer that `raw` describes; None when it has no name or place, is gone, or makes no sense."""
    return read_named(raw, lambda element, point: _offer(element, point, request, centre))


def read_named(raw: JsonValue, offer: Callable[[Element, Point], Offer | None]) -> Offer | None:
    """What `offer` makes of `raw`; None when it has no name or place, is gone, or makes no sense."""
    try:
        element = Element.model_validate(raw)
        point = element.point
        if point is None or not element.tags.get("name") or is_gone(element.tags, datetime.now(UTC).date()):
            return None
        return offer(element, point)
    except ValidationError:
        return None


def offer_at(
    element: Element,
    point: Point,
    request: SearchRequest,
    centre: tuple[float, float],
    *,
    attributes: Mapping[str, JsonValue],
    **fields: Any,
) -> Offer:
    """The offer of a named element: who knows it, where it is, how far from the centre (km), its page;
    `fields` are those of `Offer` that differ by kind."""
    tags = element.tags
    page = f"https://www.openstreetmap.org/{element.type}/{element.id}"
    distance = round(distance_km(centre, (point.lat, point.lon)), 2)
    return Offer(
        source="openstreetmap",
        source_id=f"{element.type}/{element.id}",
        title=tags["name"],
        place=Place(
            name=tags["name"],
            address=address_of(tags),
            city=first_tag(tags, "addr:city") or request.city,
            lat=point.lat,
            lon=point.lon,
        ),
        link=website_of(tags, "website", "contact:website", "url") or page,
        attributes={"distance_km": distance, "osm_page": page, "attribution": ATTRIBUTION, **attributes},
        **fields,
    )


def is_gone(tags: Tags, today: date) -> bool:
    """Whether the place is disused, closed for good, or not open yet."""
    gone = ("disused", "abandoned", "demolished", "razed", "removed", "was")
    if any(tags.get(key) == "yes" or f"{key}:amenity" in tags for key in gone):
        return True
    if tags.get("operational_status", "").lower() in ("closed", "closed_permanently", "abandoned"):
        return True
    if re.fullmatch(r"(?:24/7 )?(?:off|closed)", tags.get("opening_hours", "").strip().lower()):
        return True
    last = _day(tags.get("end_date", ""))
    return last is not None and last < today


def diets_of(tags: Tags) -> tuple[list[str], list[str]]:
    """Diets that the place serves (what they imply included), and diets that it says it does not serve."""
    served = {diet for key, diet in DIETS.items() if tags.get(f"diet:{key}") in ("yes", "only")}
    served |= {diet for key, diet in DIETS.items() if key in re.split(r"[;,\s]+", tags.get("cuisine", ""))}
    for diet, implied in _IMPLIED.items():
        if diet in served:
            served.add(implied)
    refused = {diet for key, diet in DIETS.items() if tags.get(f"diet:{key}") == "no"}
    return sorted(served), sorted(refused - served)


def _offer(element: Element, point: Point, request: SearchRequest, centre: tuple[float, float]) -> Offer:
    tags = element.tags
    page = f"https://www.openstreetmap.org/{element.type}/{element.id}"
    diets, refused = diets_of(tags)
    here = (point.lat, point.lon)
    hours = tags.get("opening_hours", "")
    attributes: dict[str, JsonValue] = {
        "distance_km": round(distance_km(centre, here), 2),
        "osm_page": page,
        "attribution": ATTRIBUTION,
        **{key: tags[key] for key in _FLAGS if tags.get(key)},
        **_opening(hours, request, here),
    }
    if phone := first_tag(tags, "contact:phone", "phone", "contact:mobile"):
        attributes["phone"] = phone
    if refused:
        attributes["diets_not_served"] = list(refused)
    return Offer(
        source="openstreetmap",
        source_id=f"{element.type}/{element.id}",
        kind="restaurant",
        title=tags["name"],
        place=_place(tags, point),
        link=website_of(tags, "website", "contact:website", "url") or page,
        menu_link=website_of(tags, "website:menu", "menu:url", "contact:menu"),
        booking_link=website_of(tags, "website:booking", "reservation:website", "contact:booking"),
        cuisines=cuisines_of(tags.get("cuisine", "")),
        diets=diets,
        opening_hours=hours if parse_hours(hours, request.zone) else "",
        category=tags.get("amenity", ""),
        attributes=attributes,
    )


def _opening(hours: str, request: SearchRequest, here: tuple[float, float]) -> dict[str, JsonValue]:
    """`open_then` for the wanted time (true, false or "unknown"), and the hours in words."""
    if request.begins is None:
        return {}
    begins, ends, zone = request.begins, request.ends, request.zone
    if ends is not None and ends > begins:
        open_then = is_open_between(hours, begins, ends, zone, near=here)
    else:
        open_then = is_open(hours, begins, zone, near=here)
    words = hours_in_words(hours, begins, zone, near=here)
    return {
        "open_then": "unknown" if open_then is None else open_then,
        **({"opening": words} if words else {}),
    }


def _place(tags: Tags, point: Point) -> Place:
    return Place(
        name=tags["name"],
        address=address_of(tags),
        city=first_tag(tags, "addr:city"),
        country=tags.get("addr:country", ""),
        lat=point.lat,
        lon=point.lon,
    )


def address_of(tags: Tags) -> str:
    """Street and postcode, as far as they are mapped."""
    street = " ".join(
        filter(None, (first_tag(tags, "addr:street", "addr:place"), tags.get("addr:housenumber")))
    )
    return ", ".join(filter(None, (street, tags.get("addr:postcode"))))


def first_tag(tags: Tags, *keys: str) -> str:
    """The first value under the first of `keys` that has one: several stand separated by ";"."""
    return next((value for key in keys if (value := tags.get(key, "").split(";")[0].strip())), "")


def website_of(tags: Tags, *keys: str) -> str:
    """The first of these keys that holds an address, with or without its scheme."""
    address = first_tag(tags, *keys)
    return web_address(address) or (web_address(f"https://{address}") if "." in address else "")


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
