"""Writing down security-relevant facts."""

from __future__ import annotations

from uuid import UUID

from ownyou.lib.prepared import insert
from trust.models import AuditEntry, User


def note(
    event: str,
    *,
    user_id: UUID | None,
    actor: User | None = None,
    subject_kind: str = "",
    subject_id: UUID | None = None,
    **facts: object,
) -> AuditEntry:
    """Add an audit entry. `facts` holds ids, numbers and names of settings, never a person's words."""
    made = entry(
        event, user_id=user_id, actor=actor, subject_kind=subject_kind, subject_id=subject_id, **facts
    )
    insert(made)
    return made


def entry(
    event: str,
    *,
    user_id: UUID | None,
    actor: User | None = None,
    subject_kind: str = "",
    subject_id: UUID | None = None,
    **facts: object,
) -> AuditEntry:
    """An audit entry as `note` adds it, for a statement that writes it with what it is about."""
    return AuditEntry(
        event=event,
        user_id=user_id,
        actor=actor,
        subject_kind=subject_kind,
        subject_id=subject_id,
        facts=facts,
    )
