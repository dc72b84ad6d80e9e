"""A day as a picture: numbered stops on a plain ground, drawn as inline SVG without anything from outside.

Colours are CSS variables of the pages with a fallback, so that the picture follows light and dark.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape

from django.utils.translation import gettext as _

from missions.trips.plan import SHOWN, Day, Item, Spot

WIDTH, HEIGHT, EDGE = 400.0, 260.0, 32.0
"""Units of the picture (pixels at its natural size): as wide as a phone, so that names can be read there."""

ACCENT, GROUND, INK = "var(--accent, #165d68)", "var(--surface, #fff)", "var(--ink, currentColor)"
MUTED, PLAIN = "var(--ink-muted, #68707a)", "var(--sunken, #f3f5f7)"
"""`PLAIN` is the ground of the picture; names stand on it, so that the way does not run through them."""

CHAR, LINE = 6.8, 15.0
"""The usual width of a letter and the height of a line, at the labels' size of 12."""

LONGEST = 22
_PLACES = ("right", "left", "above", "below")


@dataclass(frozen=True, slots=True)
class Stop:
    """A place on the picture; `number` is its turn in the day."""

    number: int
    name: str
    x: float
    y: float
    meal: bool


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on the picture: its left upper corner and its size."""

    x: float
    y: float
    width: float
    height: float

    def meets(self, other: Box) -> bool:
        return not (
            self.x + self.width <= other.x
            or other.x + other.width <= self.x
            or self.y + self.height <= other.y
            or other.y + other.height <= self.y
        )

    @property
    def inside(self) -> bool:
        right, below = self.x + self.width, self.y + self.height
        return self.x >= 4 and self.y >= 4 and right <= WIDTH - 4 and below <= HEIGHT - 4


SCALE = Box(WIDTH - 110, HEIGHT - 30, 110, 30)
"""The corner that the scale stands in."""

ORIGIN = Box(0, HEIGHT - 24, 110, 24)
"""The corner that says where what it shows is sample data."""


def day_map(day: Day) -> str:
    """The day's stops in order with the way between them; empty for fewer than two places."""
    items = [item for item in day.items if item.kind in SHOWN and item.spot is not None]
    if len(items) < 2:
        return ""
    stops = _stops(items)
    labels = _labels(stops)
    route = " ".join(f"{stop.x:.1f},{stop.y:.1f}" for stop in stops)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img" '
        f'class="day-map" aria-label="{escape(_in_words(day, items), quote=True)}">',
        f'<rect width="{WIDTH:.0f}" height="{HEIGHT:.0f}" rx="10" fill="{PLAIN}"/>',
        _grid(),
        f'<polyline points="{route}" fill="none" stroke="{ACCENT}" stroke-width="2" '
        'stroke-dasharray="5 5" stroke-linejoin="round" opacity="0.7"/>',
        *[_marker(stop) for stop in stops],
        *labels,
        _scale(items),
        _origin(items),
        "</svg>",
    ]
    return "".join(parts)


def _stops(items: list[Item]) -> list[Stop]:
    """The places scaled into the picture: north is up, kilometres are the same in both directions."""
    spots = [item.spot for item in items if item.spot is not None]
    scale, left, top = _projection(spots)
    stops: list[Stop] = []
    for number, item in enumerate(items, 1):
        assert item.spot is not None
        x, y = _flat(item.spot, spots)
        place = Stop(number, item.name, left + x * scale, top - y * scale, item.kind == "restaurant")
        stops.append(_beside(place, stops))
    return stops


def _projection(spots: list[Spot]) -> tuple[float, float, float]:
    """Units per kilometre, and where the middle of the places lies on the picture."""
    flat = [_flat(spot, spots) for spot in spots]
    xs, ys = [x for x, _ in flat], [y for _, y in flat]
    wide, high = max(max(xs) - min(xs), 0.3), max(max(ys) - min(ys), 0.3)
    scale = min((WIDTH - 4 * EDGE) / wide, (HEIGHT - 2 * EDGE) / high)
    return scale, WIDTH / 2 - (max(xs) + min(xs)) / 2 * scale, HEIGHT / 2 + (max(ys) + min(ys)) / 2 * scale


def _flat(spot: Spot, spots: list[Spot]) -> tuple[float, float]:
    """Kilometres east and north of the first place (equirectangular, good enough within a city)."""
    first = spots[0]
    east = (spot.lon - first.lon) * 111.32 * math.cos(math.radians(first.lat))
    return east, (spot.lat - first.lat) * 110.57


def _beside(stop: Stop, before: list[Stop]) -> Stop:
    """Two stops at one place are drawn next to each other."""
    x = stop.x
    while any(math.hypot(x - other.x, stop.y - other.y) < 20 for other in before):
        x += 22
    return Stop(stop.number, stop.name, x, stop.y, stop.meal)


def _labels(stops: list[Stop]) -> list[str]:
    """A name for each stop where it covers neither another name nor a marker; a shorter one where it must."""
    taken = [Box(stop.x - 12, stop.y - 12, 24, 24) for stop in stops] + [SCALE, ORIGIN]
    drawn: list[str] = []
    for stop in stops:
        found = _room(stop, taken)
        if found is None:
            continue
        name, box = found
        taken.append(box)
        drawn.append(
            f'<text x="{box.x:.1f}" y="{box.y + 11.5:.1f}" font-size="12" fill="{INK}" stroke="{PLAIN}" '
            f'stroke-width="4" stroke-linejoin="round" paint-order="stroke">{escape(name)}</text>'
        )
    return drawn


def _room(stop: Stop, taken: list[Box]) -> tuple[str, Box] | None:
    for longest in (LONGEST, 16, 9):
        name = stop.name if len(stop.name) <= longest else f"{stop.name[: longest - 1].rstrip()}…"
        for place in _PLACES:
            box = _box(stop, name, place)
            if box.inside and not any(box.meets(other) for other in taken):
                return name, box
    return None


def _box(stop: Stop, name: str, place: str) -> Box:
    width = CHAR * len(name) + 4
    if place == "right":
        return Box(stop.x + 15, stop.y - LINE / 2, width, LINE)
    if place == "left":
        return Box(stop.x - 15 - width, stop.y - LINE / 2, width, LINE)
    return Box(stop.x - width / 2, stop.y - 14 - LINE if place == "above" else stop.y + 14, width, LINE)


def _marker(stop: Stop) -> str:
    """A full circle for what is seen, an open one for a meal."""
    fill, ink = (GROUND, ACCENT) if stop.meal else (ACCENT, GROUND)
    return (
        f'<circle cx="{stop.x:.1f}" cy="{stop.y:.1f}" r="11" fill="{fill}" stroke="{ACCENT}" '
        'stroke-width="2"/>'
        f'<text x="{stop.x:.1f}" y="{stop.y + 4:.1f}" font-size="12" font-weight="600" text-anchor="middle" '
        f'fill="{ink}">{stop.number}</text>'
    )


def _grid() -> str:
    """Faint lines, so that an empty ground reads as a map."""
    lines = [f"M{x:.0f} 0V{HEIGHT:.0f}" for x in range(50, int(WIDTH), 50)]
    lines += [f"M0 {y:.0f}H{WIDTH:.0f}" for y in range(50, int(HEIGHT), 50)]
    return f'<path d="{"".join(lines)}" stroke="var(--line, #dfe3e8)" stroke-width="1" fill="none"/>'


def _scale(items: list[Item]) -> str:
    """A bar of a round number of kilometres, in the lower right corner."""
    spots = [item.spot for item in items if item.spot is not None]
    unit = _projection(spots)[0]
    km = next((km for km in (20, 10, 5, 2, 1, 0.5, 0.2, 0.1) if km * unit <= 90), 0.1)
    length, right, y = km * unit, WIDTH - 12, HEIGHT - 10
    number = {"number": f"{km if km >= 1 else km * 1000:g}"}
    text = (_("%(number)s km") if km >= 1 else _("%(number)s m")) % number
    return (
        f'<path d="M{right - length:.1f} {y}H{right}" stroke="{MUTED}" stroke-width="2"/>'
        f'<text x="{right}" y="{y - 6}" font-size="11" text-anchor="end" fill="{MUTED}">{text}</text>'
    )


def _origin(items: list[Item]) -> str:
    """What is said of sample data on a picture that leaves the page, in the lower left corner."""
    if not any(item.sample for item in items):
        return ""
    return (
        f'<text x="12" y="{HEIGHT - 10}" font-size="11" text-anchor="start" fill="{MUTED}">'
        f"{escape(_('sample data'))}</text>"
    )


def _in_words(day: Day, items: list[Item]) -> str:
    return f"{day.title or day.called}: {_(', then ').join(item.name for item in items)}"
