"""What depends on what, as a picture: the parts in columns by how far they have to wait, joined by lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from missions.plugins.complex import Part, order_of

INK = "var(--ink, currentColor)"
BOX_WIDTH, BOX_HEIGHT = 190.0, 44.0
GAP_X, GAP_Y, EDGE = 56.0, 16.0, 12.0
LONGEST = 27
MARKS = {"done": "✓", "failed": "!", "asking": "?", "running": "…", "skipped": "–"}
"""Beside the title of a part, by its status."""


def parts_picture(parts: Sequence[Part], statuses: Mapping[str, str] | None = None) -> str:
    """An inline SVG in the pages' colours; `statuses` are those of the parts by key, where they are known.

    Raises `ValueError` for parts that wait for each other in a circle.
    """
    columns = _columns(parts)
    places = {
        part.key: (EDGE + column * (BOX_WIDTH + GAP_X), EDGE + row * (BOX_HEIGHT + GAP_Y))
        for column, listed in enumerate(columns)
        for row, part in enumerate(listed)
    }
    width = 2 * EDGE + len(columns) * BOX_WIDTH + max(0, len(columns) - 1) * GAP_X
    most = max((len(listed) for listed in columns), default=0)
    height = 2 * EDGE + most * BOX_HEIGHT + max(0, most - 1) * GAP_Y
    lines = [_line(places[key], places[part.key]) for part in parts for key in part.depends_on]
    boxes = [_box(part, *places[part.key], (statuses or {}).get(part.key, "")) for part in parts]
    label = escape("; ".join(_in_words(part, parts) for part in parts), quote=True)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'class="parts-picture" aria-label="{label}">{"".join((*lines, *boxes))}</svg>'
    )


def _columns(parts: Sequence[Part]) -> list[list[Part]]:
    """The parts by how many others have to be done before, one after the other."""
    depth: dict[str, int] = {}
    for part in order_of(parts):
        depth[part.key] = 1 + max((depth[key] for key in part.depends_on), default=-1)
    return [
        [part for part in parts if depth[part.key] == n] for n in range(max(depth.values(), default=-1) + 1)
    ]


def _line(here: tuple[float, float], there: tuple[float, float]) -> str:
    x1, y1 = here[0] + BOX_WIDTH, here[1] + BOX_HEIGHT / 2
    x2, y2 = there[0], there[1] + BOX_HEIGHT / 2
    middle = (x1 + x2) / 2
    return (
        f'<path d="M{x1:.0f} {y1:.0f}C{middle:.0f} {y1:.0f} {middle:.0f} {y2:.0f} {x2:.0f} {y2:.0f}" '
        'fill="none" stroke="var(--line-strong, #b9c0c8)" stroke-width="1.5"/>'
    )


def _box(part: Part, x: float, y: float, status: str) -> str:
    title = part.title if len(part.title) <= LONGEST else f"{part.title[: LONGEST - 1].rstrip()}…"
    accent = status in {"done", "asking", "running"}
    stroke = "var(--accent, #165d68)" if accent else "var(--line-strong, #b9c0c8)"
    mark = MARKS.get(status, "")
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{BOX_WIDTH:.0f}" height="{BOX_HEIGHT:.0f}" rx="6" '
        f'fill="var(--surface, #fff)" stroke="{stroke}" stroke-width="1.5"/>'
        f'<text x="{x + 12:.0f}" y="{y + 27:.0f}" font-size="12" fill="{INK}">{escape(title)}</text>'
        f'<text x="{x + BOX_WIDTH - 12:.0f}" y="{y + 27:.0f}" font-size="13" text-anchor="end" '
        f'fill="{stroke}">{mark}</text>'
    )


def _in_words(part: Part, parts: Sequence[Part]) -> str:
    titles = {one.key: one.title for one in parts}
    after = ", ".join(titles[key] for key in part.depends_on)
    return f"{part.title}, after {after}" if after else part.title
