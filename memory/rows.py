"""Rows of memory and their history, written together. Called by the writers, inside their transaction."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from django.db import connection

from memory import cache
from memory.content import Content, Prepared
from memory.inserting import insert_together
from memory.models import MemoryItem, MemoryRevision
from memory.provenance import Provenance
from ownyou.lib.errors import NotFound
from trust.models import User

Action = MemoryRevision.Action

type Change = Literal[
    "added", "same", "merged", "replaced", "contradiction", "kept", "forgotten", "corrected", "restored"
]
"""What became of a fact. "kept": a guess met what the person had said, which stays. "forgotten": the person
forgot this, so it was not learned again (or, from undo, it is gone)."""


@dataclass(frozen=True, slots=True)
class Remembered:
    """The outcome of a write: the row (None: it is gone), what changed, the revision (None: no change)."""

    item: MemoryItem | None
    change: Change
    revision_id: int | None = None
    before: Content | None = None
    gone: UUID | None = None
    """The id of the row that is gone."""


def add(new: Prepared, item_id: UUID | None = None) -> tuple[MemoryItem, int]:
    """Write a new row and its first revision, in one statement. Returns the row and the revision's id."""
    item = new.apply(MemoryItem(id=item_id) if item_id else MemoryItem())
    revision = _revision(item, Action.REMEMBERED, new.content.source, None, new.content)
    cache.drop(item.user_id)
    return item, insert_together(item, revision)


def rewrite(
    item: MemoryItem, new: Prepared, action: MemoryRevision.Action, change: Change, *, cause: Provenance
) -> Remembered:
    before = Content.of(item)
    new.apply(item).save(force_update=True)
    return Remembered(item, change, revise(item, action, cause, before, new.content).pk, before)


def delete(item: MemoryItem, cause: Provenance) -> MemoryRevision:
    revision = revise(item, Action.FORGOTTEN, cause, Content.of(item), None)
    MemoryItem.objects.filter(pk=item.pk).delete()
    return revision


def revise(
    item: MemoryItem,
    action: MemoryRevision.Action,
    cause: Provenance,
    before: Content | None,
    after: Content | None,
) -> MemoryRevision:
    cache.drop(item.user_id)
    revision = _revision(item, action, cause, before, after)
    revision.save(force_insert=True)
    return revision


def _revision(
    item: MemoryItem,
    action: MemoryRevision.Action,
    cause: Provenance,
    before: Content | None,
    after: Content | None,
) -> MemoryRevision:
    return MemoryRevision(
        user_id=item.user_id,
        item_id=item.pk,
        namespace=item.namespace,
        action=action,
        cause_kind=cause.kind,
        cause_id=cause.id,
        before=before.as_json() if before else None,
        after=after.as_json() if after else None,
    )


def owned(user: User, item_id: UUID, *, lock: bool = False) -> MemoryItem:
    rows = MemoryItem.objects.filter(user=user, pk=item_id)
    item = (rows.select_for_update() if lock else rows).first()
    if item is None:
        raise NotFound()
    return item


def take_turns(owner: UUID | None) -> None:
    """Wait until no other transaction writes this person's memory."""
    number = int.from_bytes((owner.bytes if owner else bytes(16))[8:], signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
