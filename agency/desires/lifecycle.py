"""How a desire moves. Every move is a conditional UPDATE with its line in the feed and its audit entry."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from agency.models import Desire
from ownyou.lib.errors import Conflict
from ownyou.lib.fields import seal
from trust import activity, audit
from trust.models import Activity

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
    sealed = {
        name: seal(desire.user_id, value) if name in SEALED else value for name, value in changes.items()
    }
    before = desire.stage
    rows = Desire.objects.filter(pk=desire.pk, stage__in=sources_of(to))
    with transaction.atomic(), activity.told_last():
        if not rows.update(stage=to, updated_at=now, **sealed):
            return False
        note(desire, "moved", before=before, to=to.value)
        tell(desire, text, key=key, kind=kind, stage=to.value)
    desire.stage = to
    for name, value in changes.items():
        setattr(desire, name, value)
    return True


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
    sealed = {
        name: seal(desire.user_id, value) if name in SEALED else value for name, value in changes.items()
    }
    Desire.objects.filter(pk=desire.pk).update(updated_at=timezone.now(), **sealed)
    for name, value in changes.items():
        setattr(desire, name, value)


def tell(
    desire: Desire,
    text: str,
    *,
    key: str | None = None,
    kind: Activity.Kind = Activity.Kind.STATUS_CHANGED,
    stage: str = "",
) -> None:
    """Add a line about a desire to its owner's feed."""
    activity.record(
        user_id=desire.user_id,
        kind=kind,
        agent="desires",
        text=text,
        subject=subject_of(desire),
        detail={"status": stage} if stage else None,
        key=f"{KIND}:{desire.pk}:{key}" if key else None,
    )


def note(desire: Desire, event: str, **facts: Any) -> None:
    """Write an operation on a desire down for good."""
    audit.note(f"desire_{event}", user_id=desire.user_id, subject_kind=KIND, subject_id=desire.pk, **facts)


def subject_of(desire: Desire) -> activity.Subject:
    """Name a desire in the feed, in decisions and on threads."""
    return activity.Subject(KIND, desire.pk)
