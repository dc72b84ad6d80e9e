"""How a mission moves. Every move is a conditional UPDATE with its line in the feed, in one transaction."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from django.db import transaction
from django.utils import timezone

from agency.desires.spawning import mission_ended
from missions.models import Mission
from trust import activity
from trust.models import Activity

S = Mission.Status
_STOPS: Final = frozenset({S.PAUSED, S.FAILED, S.ABANDONED})

MOVES: Final[dict[str, frozenset[Mission.Status]]] = {
    S.CREATED: frozenset({S.QUEUED, S.PLANNING, S.EXECUTING, S.INTERRUPTED, S.FAILED, S.ABANDONED}),
    S.QUEUED: frozenset({S.PLANNING, S.EXECUTING, S.FAILED, S.ABANDONED}),
    S.PLANNING: frozenset({S.EXECUTING, S.INTERRUPTED}) | _STOPS,
    S.EXECUTING: frozenset({S.PLANNING, S.INTERRUPTED, S.REFLECTING, S.COMPLETED}) | _STOPS,
    S.INTERRUPTED: frozenset({S.PLANNING, S.EXECUTING, S.REFLECTING, S.COMPLETED}) | _STOPS,
    S.REFLECTING: frozenset({S.REPLANNING, S.EXECUTING, S.INTERRUPTED, S.COMPLETED}) | _STOPS,
    S.REPLANNING: frozenset({S.EXECUTING, S.INTERRUPTED}) | _STOPS,
    S.PAUSED: frozenset({S.ABANDONED}),  # and what it was paused from, see `sources_of`
    S.FAILED: frozenset({S.QUEUED, S.PLANNING, S.ABANDONED}),
    S.COMPLETED: frozenset(),
    S.ABANDONED: frozenset(),
}


def sources_of(to: Mission.Status) -> list[str]:
    """Return the statuses from which a mission may move to `to`."""
    return [status for status, targets in MOVES.items() if to in targets]


@dataclass(frozen=True, slots=True)
class Line:
    """The feed line that tells of a move."""

    text: str
    kind: Activity.Kind = Activity.Kind.STATUS_CHANGED
    detail: dict[str, object] = field(default_factory=dict)
    key: str | None = None


def move(mission: Mission, to: Mission.Status, line: Line | None = None, **changes: object) -> bool:
    """Move a mission, if its stored status still allows it. Returns whether it moved.

    `changes` are further columns set by the same UPDATE (personal ones wrapped by `seal`).
    """
    rows = Mission.objects.filter(pk=mission.pk)
    if mission.status == S.PAUSED and to != S.ABANDONED:
        rows = rows.filter(status=S.PAUSED, paused_from=to)
    else:
        rows = rows.filter(status__in=sources_of(to))
    if to == S.COMPLETED:
        changes["completed_at"] = timezone.now()
    with transaction.atomic(savepoint=False), activity.told_last():
        if not rows.update(status=to, updated_at=timezone.now(), **changes):
            return False
        if line is not None:
            tell(mission, line, status=to)
        if to in Mission.ENDED and mission.request_key is not None:
            mission_ended(mission.request_key)
    mission.status = to
    return True


def reach(mission: Mission, to: Mission.Status, line: Line | None = None, **changes: object) -> bool:
    """Move a mission as `move` does, by way of executing where a retry has put it back to planning.

    A retried run goes on from its last finished step, which can be anywhere in the graph.
    """
    if move(mission, to, line, **changes):
        return True
    if to not in MOVES[S.EXECUTING]:
        return False
    with transaction.atomic():
        retried = Mission.objects.filter(pk=mission.pk, status=S.PLANNING)
        return bool(retried.update(status=S.EXECUTING)) and move(mission, to, line, **changes)


def tell(
    mission: Mission, line: Line, *, status: str | None = None, change: activity.Change | None = None
) -> None:
    """Add a line about a mission to its owner's feed, in one statement with the change that it tells of."""
    detail = {**line.detail, **({"status": status} if status else {})}
    activity.record(
        user_id=mission.user_id,
        kind=line.kind,
        agent=mission.mission_type or "missions",
        text=line.text,
        subject=subject_of(mission),
        detail=detail or None,
        key=line.key,
        change=change,
    )


def subject_of(mission: Mission) -> activity.Subject:
    """Name a mission in the feed, in decisions and on threads."""
    return activity.Subject("mission", mission.pk)
