"""One line of the feed as a person sees it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from ownyou.lib.cards import Card
from ownyou.lib.ids import parse_id
from trust.act_cards import url_of_act
from trust.models import Activity
from trust.subjects import url_of_subject
from trust.wording import agent_title

INTERNAL: Final = frozenset({"decision", "verdict", "status"})
"""Parts of a line's detail that are for programs."""


class ActivityLine(Card):
    """One line of the feed."""

    seq: int
    at: datetime
    agent: str
    who: str
    kind: str
    text: str
    subject_kind: str
    subject_id: UUID | None
    subject_title: str = ""
    url: str = ""
    detail: dict[str, Any] = {}


def line_of(row: Activity) -> ActivityLine:
    """Present one feed row."""
    return ActivityLine(
        seq=row.seq,
        at=row.created_at,
        agent=row.agent,
        who=agent_title(row.agent),
        kind=row.kind,
        text=row.text,
        subject_kind=row.subject_kind,
        subject_id=row.subject_id,
        url=_url_of_line(row),
        detail={name: value for name, value in (row.detail or {}).items() if name not in INTERNAL},
    )


def _url_of_line(row: Activity) -> str:
    """What a line tells of: the act, where it tells of one, else its subject."""
    act = parse_id(str((row.detail or {}).get("act", "")))
    return url_of_act(act) if act else url_of_subject(row.subject_kind, row.subject_id)


def lines_of(rows: Iterable[Activity]) -> list[ActivityLine]:
    """Present feed rows."""
    return [line_of(row) for row in rows]
