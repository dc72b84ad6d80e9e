"""Asking Overpass for places around a point.

Language: https://wiki.openstreetmap.org/wiki/Overpass_API/Overpass_QL. The answer is
`{"elements": [...], "remark": "..."}`; a remark about a runtime error means that the answer is cut short.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from django.utils.translation import gettext_lazy
from pydantic import JsonValue

from agency.sources.http import PoliteClient, Question, Unusable
from agency.sources.openstreetmap.cuisines import values_for
from agency.sources.settings import setting
from ownyou.lib.deadline import Deadline

DEFAULT_URL = "https://overpass-api.de/api/interpreter"
AMENITIES = ("restaurant", "fast_food", "cafe", "bar", "pub", "biergarten", "food_court", "ice_cream")
MOST_ELEMENTS = 1000

_DECIMALS = 3  # of a degree, about 100 m: nobody's exact position leaves the house, and answers are reused


def find_places_to_eat(
    client: PoliteClient,
    centre: tuple[float, float],
    radius_km: float,
    deadline: Deadline,
    *,
    cuisines: Sequence[str] = (),
    amenities: Sequence[str] = (),
    seconds: float = 12.0,
) -> list[JsonValue]:
    """Overpass' elements within `radius_km` of `centre`, as they came. Raises SourceUnavailable."""
    query = write_query(centre, radius_km, cuisines=cuisines, amenities=amenities, seconds=seconds)
    return find_elements(client, query, deadline)


def find_elements(client: PoliteClient, query: str, deadline: Deadline) -> list[JsonValue]:
    """The elements that a query finds, as they came. Raises SourceUnavailable."""
    question = Question(setting("OVERPASS_URL", DEFAULT_URL), (("data", query),), "POST")
    return client.ask(question, deadline, _read, complete=lambda answer: not _cut_short(answer))


def write_query(
    centre: tuple[float, float],
    radius_km: float,
    *,
    cuisines: Sequence[str] = (),
    amenities: Sequence[str] = (),
    seconds: float = 12.0,
) -> str:
    """The query in Overpass QL. Words of people get in only as letters, digits, "_" and "-"."""
    kinds = "|".join([kind for kind in AMENITIES if kind in amenities] or AMENITIES)
    return (
        f"[out:json][timeout:{math.ceil(seconds)}];"
        f'nwr["amenity"~"^({kinds})$"]["name"]{_cuisine_filter(cuisines)}{around(centre, radius_km)};'
        f"out center {MOST_ELEMENTS};"
    )


def around(centre: tuple[float, float], radius_km: float) -> str:
    """The filter for a circle, its centre rounded to about 100 m."""
    lat, lon = (f"{degrees:.{_DECIMALS}f}" for degrees in centre)
    return f"(around:{math.ceil(radius_km * 1000)},{lat},{lon})"


def _cuisine_filter(cuisines: Sequence[str]) -> str:
    """Whole values only, however they are separated: "roman" is not "romanian"."""
    values = dict.fromkeys(value for cuisine in cuisines for value in values_for(cuisine))
    return f'["cuisine"~"(^|[^a-z])({"|".join(values)})([^a-z]|$)",i]' if values else ""


def _read(answer: JsonValue) -> list[JsonValue]:
    elements = answer.get("elements") if isinstance(answer, dict) else None
    if not isinstance(elements, list):
        raise Unusable(gettext_lazy("answered in a form that is not understood"))
    if not elements and _cut_short(answer):
        raise Unusable(gettext_lazy("gave up on the search because it took too long there"))
    return elements


def _cut_short(answer: JsonValue) -> bool:
    return isinstance(answer, dict) and "error" in str(answer.get("remark", "")).lower()
