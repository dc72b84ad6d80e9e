"""A day as a map: its places numbered in their order, with the way between them and a scale; no tiles.

Places are projected around their middle (equirectangular: right to a metre within a city). The drawing is SVG
and holds numbers only, beside its label.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import cos, floor, hypot, log10, radians
from xml.sax.saxutils import escape, quoteattr

from missions.trips.plan import Day, Spot

WIDE, HIGH, MARGIN = 360, 220, 28
LEAST_KM = 0.6
"""What a map shows at least from side to side, so that two neighbours do not look far apart."""
KM_A_DEGREE = 111.32
RADIUS = 11
SAME_KM = 0.02
"""Places so near each other are one dot."""


@dataclass(frozen=True, slots=True)
class DayMap:
    """The drawing, empty for a day with fewer than two places; and the number of each item by its index."""

    svg: str = ""
    numbers: dict[int, int] = field(default_factory=dict)


def map_of(day: Day, label: str) -> DayMap:
    """Draw a day."""
    spots: list[Spot] = []
    numbers: dict[int, int] = {}
    for index, item in enumerate(day.items):
        if item.spot is None:
            continue
        known = next((at for at, spot in enumerate(spots) if _km(spot, item.spot) < SAME_KM), None)
        if known is None:
            spots.append(item.spot)
            known = len(spots) - 1
        numbers[index] = known + 1
    return DayMap(_drawn(spots, label), numbers) if len(spots) > 1 else DayMap()


def _km(one: Spot, other: Spot) -> float:
    east = (one.lon - other.lon) * cos(radians(one.lat))
    return hypot(east, one.lat - other.lat) * KM_A_DEGREE


def _drawn(spots: list[Spot], label: str) -> str:
    points, scale = _projected(spots)
    way = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(
        f'<circle class="map-dot" cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}"/>'
        f'<text class="map-number" x="{x:.1f}" y="{y + 4:.1f}" text-anchor="middle">{number}</text>'
        for number, (x, y) in enumerate(_apart(points), 1)
    )
    return (
        f'<svg class="day-map" viewBox="0 0 {WIDE} {HIGH}" role="img" aria-label={quoteattr(label)}>'
        f'<polyline class="map-way" points="{way}"/>{dots}{_scale(scale)}</svg>'
    )


def _projected(spots: list[Spot]) -> tuple[list[tuple[float, float]], float]:
    """Points on the drawing, north up, and how many units a kilometre has."""
    middle = (min(s.lat for s in spots) + max(s.lat for s in spots)) / 2
    east = [spot.lon * cos(radians(middle)) * KM_A_DEGREE for spot in spots]
    north = [spot.lat * KM_A_DEGREE for spot in spots]
    wide, high = max(east) - min(east), max(north) - min(north)
    room_x, room_y = WIDE - 2 * MARGIN, HIGH - 2 * MARGIN
    scale = min(room_x / max(wide, LEAST_KM), room_y / max(high, LEAST_KM * HIGH / WIDE))
    centre_x, centre_y = (max(east) + min(east)) / 2, (max(north) + min(north)) / 2
    points = [
        (WIDE / 2 + (x - centre_x) * scale, HIGH / 2 - (y - centre_y) * scale)
        for x, y in zip(east, north, strict=True)
    ]
    return points, scale


def _apart(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Move dots that would cover each other to the side."""
    placed: list[tuple[float, float]] = []
    for x, y in points:
        for _ in range(len(points)):
            near = next((p for p in placed if hypot(p[0] - x, p[1] - y) < 2 * RADIUS), None)
            if near is None:
                break
            x = near[0] + 2 * RADIUS if near[0] + 3 * RADIUS < WIDE else near[0] - 2 * RADIUS
        placed.append((x, y))
    return placed


def _scale(units_a_km: float) -> str:
    """A bar of a round length, about a quarter of the width."""
    wanted = WIDE / 4 / units_a_km
    power = 10 ** floor(log10(wanted))
    km = next(step * power for step in (5, 2, 1) if step * power <= wanted)
    words = f"{km:g} km" if km >= 1 else f"{round(km * 1000)} m"
    x, y, long = MARGIN / 2, HIGH - 10, km * units_a_km
    return (
        f'<path class="map-scale" d="M{x:.1f} {y - 4} V{y} H{x + long:.1f} V{y - 4}"/>'
        f'<text class="map-words" x="{x + long + 6:.1f}" y="{y + 1}">{escape(words)}</text>'
    )
