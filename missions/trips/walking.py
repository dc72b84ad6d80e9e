"""How long it takes from one place of a city to the next."""

from __future__ import annotations

import math
from functools import lru_cache

from agency.sources.distance import distance_km
from missions.trips.plan import Spot

DETOUR = 1.25
"""Streets to the straight line."""

WALK_KMH, WALK_UP_TO_KM = 4.8, 1.6
TRANSIT_KMH, WAITING = 22.0, 10


def kilometres(here: Spot, there: Spot) -> float:
    """Along the great circle."""
    return distance_km((here.lat, here.lon), (there.lat, there.lon))


@lru_cache(maxsize=20_000)
def travel_minutes(here: Spot | None, there: Spot | None) -> int:
    """On foot up to 1.6 km, else by public transport, rounded up to five minutes; 0 where one is unknown."""
    if here is None or there is None:
        return 0
    km = kilometres(here, there)
    on_foot, riding = km * DETOUR / WALK_KMH * 60, WAITING + km * DETOUR / TRANSIT_KMH * 60
    minutes = on_foot if km <= WALK_UP_TO_KM else riding
    return math.ceil(minutes / 5 - 0.001) * 5
