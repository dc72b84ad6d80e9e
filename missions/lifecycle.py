"""How a mission moves. Every move is a conditional UPDATE, and its line in the feed is written with it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, Field
from django.utils import timezone

from agency.desires.spawning import may_be_an_act, mission_ended
from missions.models import Mission
from ownyou.lib.prepared import Along, prepared_cursor, rows_where, stored
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
    followed: bool = False
    """Whether what is told next comes at once, so that pages may wait for it."""


MOVED_BY: Final = ("id", "user", "request_key", "mission_type", "level", "status", "paused_from", "result")
"""What of a mission is read to move it with a run; the words of its options are long."""
_UNREAD = tuple(one.name for one in Mission._meta.concrete_fields if one.name not in MOVED_BY)
_MISSION = "WHERE id = %(id)s"
_HELD = "WHERE id = %(id)s FOR NO KEY UPDATE"


def row_to_move(mission_id: UUID | None, *, held: bool = False) -> Mission | None:
    """A mission as it is now, with what is needed to move it; None where it is gone. What is `held`, nobody
    else moves until the end of the transaction."""
    found = rows_where(Mission, _HELD if held else _MISSION, but=_UNREAD, id=mission_id)
    return found[0] if found else None


def move(
    mission: Mission,
    to: Mission.Status,
    line: Line | None = None,
    *,
    beside: Along | None = None,
    **changes: object,
) -> bool:
    """Move a mission, if its stored status still allows it. Returns whether it moved.

    `changes` are further columns set by the same UPDATE (personal ones wrapped by `seal`); what is written
    `beside` looks whether "moved" has a row.
    """
    among = sources_of(to)
    paused_from = None
    if mission.status == S.PAUSED and to != S.ABANDONED:
        among, paused_from = [S.PAUSED], to
    if to == S.COMPLETED:
        changes["completed_at"] = timezone.now()
    changes["status"] = to
    key = mission.request_key
    if key is None or to not in Mission.ENDED or not may_be_an_act(key):
        moved = change(mission, changes, among=among, paused_from=paused_from, line=line, beside=beside)
    else:
        with transaction.atomic(savepoint=False), activity.told_last():
            moved = change(mission, changes, among=among, paused_from=paused_from, line=line, beside=beside)
            if moved:
                mission_ended(key)
    if moved:
        mission.status = to
    return moved


def change(
    mission: Mission,
    columns: Mapping[str, object],
    *,
    among: Collection[str],
    paused_from: str | None = None,
    line: Line | None = None,
    beside: Along | None = None,
) -> bool:
    """Change columns of a mission whose stored status is `among` these, and tell of it: in one statement,
    where nothing else is to come before the feed. Returns whether it was changed.

    `columns` are written as they are (personal ones wrapped by `seal`, others of the row by `F`). A line
    tells of the status only where it changes.
    """
    facts: dict[str, Any] = {
        "moved_id": mission.pk,
        "moved_among": [S(status).value for status in among],
        "moved_only_from": paused_from,
        "moved_at": timezone.now(),
    }
    plain = {name: value for name, value in columns.items() if not isinstance(value, F)}
    copied = tuple((name, _copied_from(value)) for name, value in columns.items() if isinstance(value, F))
    for name, value in plain.items():
        facts[f"moved_{_column(name).column}"] = stored(_column(name), value)
    sql = f"moved AS ({_changing(tuple(plain), copied)})"
    if beside is not None:
        sql, facts = f"{sql}, {beside.sql}", facts | beside.parameters
    status = str(columns["status"]) if "status" in columns else None
    if line is not None and not activity.tells_last():
        return activity.record_change(
            activity.Change(sql, "moved", facts), **_facts_of(mission, line, status)
        )
    with prepared_cursor() as cursor:
        cursor.execute(f"WITH {sql} SELECT id FROM moved", facts)
        done = cursor.fetchone() is not None
    if done and line is not None:
        tell(mission, line, status=status)
    return done


def _copied_from(value: F) -> str:
    return str(value.name)  # type: ignore[attr-defined]  # the stubs do not know it


def _column(name: str) -> Field[Any, Any]:
    field = Mission._meta.get_field(name)
    assert isinstance(field, Field)
    return field


_UPDATE = f"""
UPDATE {Mission._meta.db_table} SET updated_at = %(moved_at)s{{more}}
WHERE id = %(moved_id)s AND status = ANY(%(moved_among)s)
    AND (%(moved_only_from)s::text IS NULL OR paused_from = %(moved_only_from)s)
RETURNING id
"""


@cache
def _changing(names: tuple[str, ...], copied: tuple[tuple[str, str], ...]) -> str:
    columns = [_column(name).column for name in names]
    changes = [f"{column} = %(moved_{column})s" for column in columns]
    changes += [f"{column} = {source}" for column, source in copied]
    return _UPDATE.format(more=", ".join(["", *changes]))


def reach(
    mission: Mission,
    to: Mission.Status,
    line: Line | None = None,
    *,
    beside: Along | None = None,
    **changes: object,
) -> bool:
    """Move a mission as `move` does, by way of executing where a retry has put it back to planning.

    A retried run goes on from its last finished step, which can be anywhere in the graph.
    """
    if move(mission, to, line, beside=beside, **changes):
        return True
    if to not in MOVES[S.EXECUTING]:
        return False
    with transaction.atomic():
        retried = Mission.objects.filter(pk=mission.pk, status=S.PLANNING)
        return bool(retried.update(status=S.EXECUTING)) and move(mission, to, line, beside=beside, **changes)


def tell(
    mission: Mission, line: Line, *, status: str | None = None, change: activity.Change | None = None
) -> None:
    """Add a line about a mission to its owner's feed, in one statement with the change that it tells of."""
    activity.record(**_facts_of(mission, line, status), change=change)


def made(mission: Mission, change: activity.Change, line: Line | None) -> bool:
    """Make a change of something that belongs to a mission, and tell of it if there is a line, by one
    statement. Returns whether it was made."""
    if line is not None and not activity.tells_last():
        return activity.record_change(change, **_facts_of(mission, line, None))
    with prepared_cursor() as cursor:
        cursor.execute(f"WITH {change.sql} SELECT FROM {change.source}", change.parameters)
        done = cursor.fetchone() is not None
    if done and line is not None:
        tell(mission, line)
    return done


def _facts_of(mission: Mission, line: Line, status: str | None) -> dict[str, Any]:
    detail = {**line.detail, **({"status": status} if status else {})}
    return {
        "user_id": mission.user_id,
        "kind": line.kind,
        "agent": mission.mission_type or "missions",
        "text": line.text,
        "subject": subject_of(mission),
        "detail": detail or None,
        "key": line.key,
        "followed": line.followed,
    }


def subject_of(mission: Mission) -> activity.Subject:
    """Name a mission in the feed, in decisions and on threads."""
    return activity.Subject("mission", mission.pk)
