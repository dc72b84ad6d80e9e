"""Where a person's home is on the map, and on which clock it lives."""

from __future__ import annotations

from agency.reasoning.slots.places import Located, all_located, locate
from agency.sources.distance import distance_km
from missions.brief import Brief

CITY_KM = 25.0
"""As far as a city reaches from its middle: what is further is not in it."""


def home_of(brief: Brief) -> Located | None:
    """The person's home on the map, on its own clock; on theirs where no table knows the place."""
    home = brief.home or {}
    if not home.get("name"):
        return None
    if home.get("lat") is None:
        return locate(str(home["name"]))
    known = nearest(home["name"], (home["lat"], home["lon"]))
    zone = known.zone if known else brief.zone
    return Located(home["name"], home.get("country", ""), home["lat"], home["lon"], zone)


def nearest(name: str, middle: tuple[float, float]) -> Located | None:
    """The place of that name in the city about `middle`, by the table that needs no network."""
    inside = [one for one in all_located(name) if distance_km((one.lat, one.lon), middle) <= CITY_KM]
    return min(inside, key=lambda one: distance_km((one.lat, one.lon), middle), default=None)
