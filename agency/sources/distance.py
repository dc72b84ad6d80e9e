"""Distances on the globe."""

from __future__ import annotations

from math import asin, cos, radians, sin, sqrt

EARTH_RADIUS_KM = 6371.0088
"""Mean radius (IUGG)."""


def distance_km(here: tuple[float, float], there: tuple[float, float]) -> float:
    """Kilometres along the great circle between two (latitude, longitude) in degrees (haversine formula)."""
    (lat1, lon1), (lat2, lon2) = (tuple(map(radians, point)) for point in (here, there))
    chord = sin((lat2 - lat1) / 2) ** 2 + cos(lat1) * cos(lat2) * sin((lon2 - lon1) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * asin(min(1.0, sqrt(chord)))
