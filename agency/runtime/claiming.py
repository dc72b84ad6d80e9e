"""Taking a thread: a conditional UPDATE, whose `revision` fences off a worker that was thought dead and comes
back. It also finds what every run that goes on looks for first."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any
from uuid import UUID

from django.utils import timezone

from agency.models import Thread
from ownyou.lib.prepared import columns_of, prepared_cursor, row_from
from trust.models import Decision, User


@dataclass(frozen=True, slots=True)
class Claimed:
    """A thread, with its `user`, and the answers to its questions that no graph has taken in yet."""

    thread: Thread
    ended: list[Decision]


def claim(thread_id: UUID) -> Claimed | None:
    """Take a ready thread for this worker; None when somebody else has it or it is not ready."""
    facts: dict[str, Any] = {
        "id": thread_id,
        "ready": Thread.Status.READY.value,
        "running": Thread.Status.RUNNING.value,
        "now": timezone.now(),
    }
    with prepared_cursor() as cursor:
        cursor.execute(_claim(), facts)
        rows = cursor.fetchall()
    if not rows:
        return None
    to_user = len(columns_of(Thread, ""))
    to_decision = to_user + len(columns_of(User, ""))
    thread = row_from(Thread, rows[0][:to_user])
    thread.user = row_from(User, rows[0][to_user:to_decision])
    found = [row[to_decision:] for row in rows]
    ended = [row_from(Decision, values) for values in found if values[0] is not None]
    for decision in ended:
        decision.user = thread.user
    return Claimed(thread, ended)


@cache
def _claim() -> str:
    kinds = ((Thread, "thread"), (User, "person"), (Decision, "asked"))
    columns = ", ".join(column for model, alias in kinds for column in columns_of(model, alias))
    return f"{_TAKEN} SELECT {columns} {_FROM}"


_TAKEN = f"""
WITH taken AS (
    UPDATE {Thread._meta.db_table} SET status = %(running)s, revision = revision + 1, heartbeat_at = %(now)s,
        updated_at = %(now)s
    WHERE id = %(id)s AND status = %(ready)s RETURNING *
)
"""
_FROM = f"""
FROM taken AS thread JOIN {User._meta.db_table} AS person ON person.id = thread.user_id
LEFT JOIN {Decision._meta.db_table} AS asked
    ON asked.thread_id = thread.id AND asked.status = 'answered' AND asked.consumed_at IS NULL
"""
