"""The parts of a plan as a picture: who waits for whom, laid out in columns from left to right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from missions.plugins.complex import Part, order_of
from ownyou.lib.text import shorten

WIDE, HIGH = 236, 48
"""Size of a box."""
GAP_X, GAP_Y, EDGE = 48, 16, 4
LONGEST = 26
"""Characters of a title that fit into a box, in a wide typeface too."""


@dataclass(frozen=True, slots=True)
class Box:
    """One part: its upper left corner, and where its two lines of text begin."""

    key: str
    title: str
    x: int
    y: int

    @property
    def text_x(self) -> int:
        """Where the text begins."""
        return self.x + 14

    @property
    def title_y(self) -> int:
        """The base line of the title."""
        return self.y + 21

    @property
    def state_y(self) -> int:
        """The base line of the state."""
        return self.y + 38


@dataclass(frozen=True, slots=True)
class Picture:
    """Boxes, and the paths of the lines between them; sizes in units of the drawing."""

    width: int
    height: int
    boxes: list[Box]
    lines: list[str]
    box_width: int = WIDE
    box_height: int = HIGH


def picture_of(parts: Sequence[Part]) -> Picture:
    """Lay the parts out: each in the column after the last of those that it waits for."""
    columns = _columns(parts)
    tallest = max((len(column) for column in columns), default=0)
    height = tallest * (HIGH + GAP_Y) - GAP_Y + 2 * EDGE
    boxes: dict[str, Box] = {}
    for number, column in enumerate(columns):
        top = (height - (len(column) * (HIGH + GAP_Y) - GAP_Y)) // 2
        for row, part in enumerate(column):
            x, y = EDGE + number * (WIDE + GAP_X), top + row * (HIGH + GAP_Y)
            boxes[part.key] = Box(part.key, shorten(part.title, LONGEST), x, y)
    return Picture(
        width=len(columns) * (WIDE + GAP_X) - GAP_X + 2 * EDGE,
        height=height,
        boxes=list(boxes.values()),
        lines=[_line(boxes[before], boxes[part.key]) for part in parts for before in _direct(part, parts)],
    )


def _columns(parts: Sequence[Part]) -> list[list[Part]]:
    depth: dict[str, int] = {}
    for part in order_of(parts):
        depth[part.key] = 1 + max((depth[key] for key in part.depends_on), default=-1)
    last = max(depth.values(), default=-1)
    return [[part for part in parts if depth[part.key] == number] for number in range(last + 1)]


def _direct(part: Part, parts: Sequence[Part]) -> list[str]:
    """What a part waits for, without what one of these waits for anyway."""
    behind = {before: _all_before(before, parts) for before in part.depends_on}
    return [key for key in part.depends_on if not any(key in behind[other] for other in part.depends_on)]


def _all_before(key: str, parts: Sequence[Part]) -> set[str]:
    by_key = {part.key: part for part in parts}
    found: set[str] = set()
    todo = list(by_key[key].depends_on)
    while todo:
        found.add(one := todo.pop())
        todo += [before for before in by_key[one].depends_on if before not in found]
    return found


def _line(before: Box, after: Box) -> str:
    x1, y1, x2, y2 = before.x + WIDE, before.y + HIGH // 2, after.x, after.y + HIGH // 2
    bend = x2 - GAP_X // 2
    return f"M{x1} {y1} H{bend - GAP_X // 4} C{bend} {y1} {bend} {y2} {bend + GAP_X // 4} {y2} H{x2}"


def in_words(parts: Sequence[Part]) -> str:
    """The picture in words: "Flights; Stay after Flights"."""
    titles = {part.key: part.title for part in parts}
    lines = []
    for part in order_of(parts):
        after = ", ".join(titles[key] for key in part.depends_on)
        lines.append(f"{part.title} ← {after}" if after else part.title)
    return "; ".join(lines)
