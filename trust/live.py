"""What changed on a page since it was drawn: the same answer for the websocket and for polling.

Apps register a renderer for each kind of region ("mission:<id>", "today", "inbox"). A renderer gets the
person and the region's id and returns HTML, or None when there is nothing to show (not theirs, gone).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from uuid import UUID

from django.template.loader import render_to_string

from ownyou.lib.ids import parse_id
from ownyou.lib.prepared import rows_where
from trust.lines import lines_of
from trust.models import Activity, User
from trust.subjects import name_subjects

Renderer = Callable[[User, UUID | None], str | None]
MOST_REGIONS = 20
MOST_LINES = 500
_AFTER = "WHERE user_id = %(user)s AND seq > %(after)s ORDER BY seq LIMIT %(most)s"


@dataclass(frozen=True, slots=True)
class Region:
    """One live part of a page. `subjects`: the kinds of subject whose activity can change it."""

    name: str
    render: Renderer
    subjects: frozenset[str] | None = None


_regions: dict[str, Region] = {}


def register_region(name: str, render: Renderer, *, subjects: Iterable[str] | None = None) -> None:
    """Register how the regions called `name` or `name:<id>` are drawn. `subjects` None: any activity."""
    _regions[name] = Region(name, render, frozenset(subjects) if subjects is not None else None)


@dataclass(frozen=True, slots=True)
class Happening:
    """What a line of the feed is about."""

    subject_kind: str
    subject_id: str


@dataclass(slots=True)
class Update:
    """What the page gets: the number it is now at, fresh regions, new feed lines as HTML.

    `more`: there are further lines after `seq`; a page that polls gets them with its next question.
    """

    seq: int
    fragments: list[dict[str, str]] = field(default_factory=list)
    lines: str = ""
    more: bool = False

    def as_json(self) -> dict[str, object]:
        return {"seq": self.seq, "fragments": self.fragments, "lines": self.lines}


def missed(user: User, *, after: int, regions: list[str]) -> Update:
    """Return what happened after number `after`: each changed region once, each line once, in order."""
    rows = rows_where(Activity, _AFTER, user=user.pk, after=after, most=MOST_LINES)
    happenings = [Happening(row.subject_kind, str(row.subject_id or "")) for row in rows]
    result = Update(seq=rows[-1].seq if rows else after, more=len(rows) == MOST_LINES)
    for region in regions[:MOST_REGIONS]:
        if any(touches(region, happening) for happening in happenings):
            html = draw(user, region)
            if html is not None:
                result.fragments.append({"region": region, "html": html})
    if rows:
        lines = lines_of(rows)
        if "activity" in regions:
            name_subjects(user, lines)
        result.lines = render_to_string("trust/activity.html#lines", {"lines": lines})
    return result


def touches(region: str, happening: Happening) -> bool:
    """Tell whether a happening can have changed a region."""
    name, _, subject = region.partition(":")
    known = _regions.get(name)
    if known is None:
        return False
    if known.subjects is not None and happening.subject_kind not in known.subjects:
        return False
    return not subject or subject == happening.subject_id


def draw(user: User, region: str) -> str | None:
    """Draw one region for its owner. A region nobody registered, or of a stranger, draws nothing."""
    name, _, subject = region.partition(":")
    known = _regions.get(name)
    if known is None or (subject and parse_id(subject) is None):
        return None
    return known.render(user, parse_id(subject) if subject else None)
