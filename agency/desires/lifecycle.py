"""How a desire moves. Every move is a conditional UPDATE with its line in the feed and its audit entry."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, Final

from django.utils import timezone
from django.utils.translation import gettext as _

from agency.models import Desire
from ownyou.lib.errors import Conflict
from ownyou.lib.fields import seal
from ownyou.lib.prepared import insert, insertion, prepared_cursor, row_values, stored, update
from trust import activity, audit
from trust.models import Activity, AuditEntry

S = Desire.Stage
KIND: Final = "desire"
_STOPS: Final = frozenset({S.REJECTED, S.ABANDONED})

MOVES: Final[dict[str, frozenset[Desire.Stage]]] = {
    S.NASCENT: frozenset({S.PENDING}) | _STOPS,
    S.PENDING: frozenset({S.PLANNING}) | _STOPS,
    S.PLANNING: frozenset({S.REVIEWING, S.ESCALATED, S.PENDING}) | _STOPS,
    S.REVIEWING: frozenset({S.APPROVED, S.PLANNING, S.PENDING}) | _STOPS,
    S.APPROVED: frozenset({S.EXECUTING, S.PLANNING, S.PENDING}) | _STOPS,
    S.EXECUTING: frozenset({S.ASSESSING, S.APPROVED, S.ABANDONED}),
    S.ASSESSING: frozenset(
        {S.COMPLETED, S.DORMANT, S.EXECUTING, S.PLANNING, S.ESCALATED, S.FAILED, S.APPROVED, S.ABANDONED}
    ),
    S.DORMANT: frozenset({S.PENDING, S.COMPLETED}) | _STOPS,
    S.ESCALATED: frozenset({S.EXECUTING, S.PLANNING, S.PENDING, S.COMPLETED}) | _STOPS,
    S.FAILED: frozenset({S.PENDING}),
    S.REJECTED: frozenset({S.PENDING}),
    S.ABANDONED: frozenset({S.PENDING}),
    S.COMPLETED: frozenset({S.DORMANT}),
}
RESETS: Final[dict[str, Desire.Stage]] = {
    S.PLANNING: S.PENDING,
    S.REVIEWING: S.PENDING,
    S.EXECUTING: S.APPROVED,
    S.ASSESSING: S.APPROVED,
    S.ESCALATED: S.PENDING,
    S.FAILED: S.PENDING,
    S.REJECTED: S.PENDING,
    S.ABANDONED: S.PENDING,
}
"""The last sound stage, to which a desire is put back."""
REPLANNED: Final = (S.REVIEWING, S.APPROVED, S.ESCALATED)
"""Where other words make the plan out of date."""
TAKEN_UP: Final = (S.NASCENT, S.DORMANT)
"""What a person may have pursued at once, before it is strong enough or its time has come."""
PLANNABLE: Final = (*TAKEN_UP, S.PENDING, *REPLANNED)
SEALED: Final = frozenset(
    {"title", "description", "critique", "guidance", "reviewed", "approve_reason", "problem", "helped_words"}
)


def sources_of(to: Desire.Stage) -> list[str]:
    """The stages from which a desire may move to `to`."""
    return [stage for stage, targets in MOVES.items() if to in targets]


def move(
    desire: Desire,
    to: Desire.Stage,
    text: str,
    *,
    key: str | None = None,
    kind: Activity.Kind = Activity.Kind.STATUS_CHANGED,
    **changes: Any,
) -> bool:
    """Move a desire, if its stored stage still allows it; returns whether it moved.

    `changes` are further columns set by the same UPDATE; `key` names the step, which may run again.
    """
    now = timezone.now()
    changes.setdefault("stuck_since", None)
    if to in Desire.ENDED:
        changes["ended_at"] = now
    else:
        changes["archived_at"] = None
    changed = {"stage": to, "updated_at": now} | changes
    entry = _entry(desire, "moved", before=desire.stage, to=to.value)
    change = _change(desire, changed, entry, sources=sources_of(to))
    if not _made(change, desire, text, key=key, kind=kind, stage=to.value) and not _is_at(desire, to, now):
        return False
    _take_in(desire, changed)
    return True


def _made(change: activity.Change, desire: Desire, text: str, **line: Any) -> bool:
    """Make a change and tell of it, at once where the line need not wait; False for one that was told before,
    or not made."""
    if not activity.tells_last():
        return tell(desire, text, **line, change=change) is not None
    with prepared_cursor() as cursor:
        cursor.execute(f"WITH {change.sql} SELECT 1 FROM {change.source}", change.parameters)
        made = cursor.fetchone() is not None
    if made:
        tell(desire, text, **line)
    return made


def _is_at(desire: Desire, stage: Desire.Stage, moment: datetime) -> bool:
    """Whether it was moved there at this moment, of which the feed spoke before."""
    return Desire.objects.filter(pk=desire.pk, stage=stage, updated_at=moment).exists()


def _change(
    desire: Desire, changes: dict[str, Any], entry: AuditEntry, *, sources: Sequence[str] | None = None
) -> activity.Change:
    """Columns of a desire, of one of the stages `sources` where they are given, with their audit entry."""
    values = row_values("noted", entry) | {"desire_id": desire.pk, "sources": list(sources or ())}
    for name, value in changes.items():
        field = Desire._meta.get_field(name)
        sealed = seal(desire.user_id, value) if name in SEALED else value
        values[f"desire_{name}"] = stored(field, sealed)  # type: ignore[arg-type]
    return activity.Change(_changing(tuple(changes), sources is not None), "noted", values)


@cache
def _changing(names: tuple[str, ...], at_sources: bool) -> str:
    where = "AND stage = ANY(%(sources)s::text[])" if at_sources else ""
    columns = ", ".join(f"{name} = %(desire_{name})s" for name in names)
    update = f"UPDATE {Desire._meta.db_table} SET {columns} WHERE id = %(desire_id)s {where} RETURNING id"
    noted = insertion("noted", AuditEntry, source="changed")
    return f"changed AS ({update}), noted AS ({noted} RETURNING id)"


def _take_in(desire: Desire, changes: dict[str, Any]) -> None:
    for name, value in changes.items():
        setattr(desire, name, value)


def must_move(desire: Desire, to: Desire.Stage, text: str, **changes: Any) -> None:
    """Move a desire. Raises `Conflict`, with the stage where it is, when it cannot go there."""
    if move(desire, to, text, **changes):
        return
    desire.refresh_from_db(fields=["stage"])
    raise cannot(desire)


def cannot(desire: Desire) -> Conflict:
    """What to say when something cannot be done at the stage where a desire is."""
    words = str(S(desire.stage).label)
    said = _("That cannot be done with a desire that is at “%(stage)s”.") % {"stage": words}
    return Conflict(said, stage=desire.stage)


def save(desire: Desire, **changes: Any) -> None:
    """Change columns of a desire."""
    _take_in(desire, changes)
    update(desire, ("updated_at", *changes))


def save_noted(
    desire: Desire, event: str, text: str, *, key: str, facts: dict[str, Any], **changes: Any
) -> None:
    """Change columns of a desire, write the operation down for good and say so in the feed, all at once."""
    changed = {"updated_at": timezone.now()} | changes
    change = _change(desire, changed, _entry(desire, event, **facts))
    _made(change, desire, text, key=key, kind=Activity.Kind.AGENT_THINKING)
    _take_in(desire, changed)


def tell(
    desire: Desire,
    text: str,
    *,
    key: str | None = None,
    kind: Activity.Kind = Activity.Kind.STATUS_CHANGED,
    stage: str = "",
    change: activity.Change | None = None,
) -> int | None:
    """Add a line about a desire to its owner's feed, with a `change` as `activity.record` makes it."""
    return activity.record(
        user_id=desire.user_id,
        kind=kind,
        agent="desires",
        text=text,
        subject=subject_of(desire),
        detail={"status": stage} if stage else None,
        key=f"{KIND}:{desire.pk}:{key}" if key else None,
        change=change,
    )


def note(desire: Desire, event: str, **facts: Any) -> None:
    """Write an operation on a desire down for good."""
    insert(_entry(desire, event, **facts))


def _entry(desire: Desire, event: str, **facts: Any) -> AuditEntry:
    return audit.entry(
        f"desire_{event}", user_id=desire.user_id, subject_kind=KIND, subject_id=desire.pk, **facts
    )


def subject_of(desire: Desire) -> activity.Subject:
    """Name a desire in the feed, in decisions and on threads."""
    return activity.Subject(KIND, desire.pk)
