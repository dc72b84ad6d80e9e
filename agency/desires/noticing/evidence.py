"""The evidence of a desire in words, read from what it refers to: what was forgotten is gone here, too."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import BaseModel

from agency.models import Desire, DesireEvidence, Heard
from memory.models import MemoryItem
from ownyou.lib.text import shorten
from trust.models import Activity
from trust.subjects import url_of_subject

MOST = 20
MOST_WORDS = 200
K = DesireEvidence.Kind


class EvidenceLine(BaseModel):
    """One thing that speaks for a desire: what, from where, when, and its page where it has one."""

    kind: str
    kind_words: str
    words: str
    at: datetime
    url: str = ""


def lines_of(desire: Desire, *, most: int = MOST) -> list[EvidenceLine]:
    """What speaks for a desire, the newest first."""
    rows = list(desire.evidence.order_by("-at")[:most])
    words = {**_memories(desire, rows), **_lines(desire, rows), **_heard(desire, rows)}
    return [
        EvidenceLine(
            kind=row.kind,
            kind_words=str(K(row.kind).label),
            words=shorten(words.get(row.seen_id, ("", ""))[0] or _("forgotten since"), MOST_WORDS),
            at=row.at,
            url=words.get(row.seen_id, ("", ""))[1],
        )
        for row in rows
    ]


def _ids(rows: list[DesireEvidence], kind: K) -> list[UUID]:
    return [row.seen_id for row in rows if row.kind == kind]


def _memories(desire: Desire, rows: list[DesireEvidence]) -> dict[UUID, tuple[str, str]]:
    found = MemoryItem.objects.filter(user_id=desire.user_id, pk__in=_ids(rows, K.MEMORY))
    missions = found.only("id", "text", "provenance_kind", "provenance_id")
    return {
        item.pk: (item.text, url_of_subject(item.provenance_kind, item.provenance_id)) for item in missions
    }


def _lines(desire: Desire, rows: list[DesireEvidence]) -> dict[UUID, tuple[str, str]]:
    found = Activity.objects.filter(user_id=desire.user_id, pk__in=_ids(rows, K.ACTIVITY))
    return {line.pk: (line.text, url_of_subject(line.subject_kind, line.subject_id)) for line in found}


def _heard(desire: Desire, rows: list[DesireEvidence]) -> dict[UUID, tuple[str, str]]:
    found = Heard.objects.filter(user_id=desire.user_id, pk__in=_ids(rows, K.WORDS))
    return {
        one.pk: (one.text, url_of_subject("mission", one.about) if one.origin == "goal" else "")
        for one in found
    }
