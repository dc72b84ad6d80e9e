"""Marks on what a person forgot, so that it does not come back by itself."""

from __future__ import annotations

from uuid import UUID

from memory.content import Content, Prepared, fact_of
from memory.meeting import Meeting
from memory.models import ForgottenSource, MemoryItem, MemoryRevision
from trust.models import User


def mark(user: User, item: MemoryItem) -> None:
    """Mark every source that ever had a part in `item`."""
    causes = MemoryRevision.objects.filter(item_id=item.pk).values_list("cause_kind", "cause_id")
    sources = {(item.provenance_kind, item.provenance_id), *causes}
    fact = fact_of(user.pk, Content.of(item))
    ForgottenSource.objects.bulk_create(
        (
            ForgottenSource(
                user=user,
                item_id=item.pk,
                source_kind=kind,
                source_id=source_id,
                fact=fact,
                fingerprint=item.fingerprint,
            )
            for kind, source_id in sources
        ),
        ignore_conflicts=True,
    )


def unmark(user: User, item_id: UUID) -> None:
    """Take the marks of one memory away (its forgetting was undone)."""
    ForgottenSource.objects.filter(user=user, item_id=item_id).delete()


def lift(user: User, content: Content) -> None:
    """Take the marks of a fact away, because the person says it again themselves."""
    ForgottenSource.objects.filter(user=user, fact=fact_of(user.pk, content)).delete()


def is_forgotten(new: Prepared, met: Meeting) -> bool:
    """Tell whether a new fact comes from a marked source, or is a guess of something forgotten."""
    guessed = not new.content.stated
    return met.source_forgotten or (guessed and (met.fact_forgotten or met.sentence_forgotten))
