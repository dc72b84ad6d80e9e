"""Writing the feed. One statement per line, in the transaction of the change it tells of."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.utils import timezone

from ownyou.lib import live
from ownyou.lib.fields import EncryptedField, seal
from ownyou.lib.ids import new_id
from ownyou.lib.prepared import prepared_cursor
from trust.models import Activity

_LINE = """
next AS (
    INSERT INTO trust_feed (user_id, seq) SELECT %(user)s::uuid, 1 {source}
    WHERE %(key)s::text IS NULL OR NOT EXISTS (
        SELECT 1 FROM trust_activity WHERE user_id = %(user)s AND key = %(key)s)
    ON CONFLICT (user_id) DO UPDATE SET seq = trust_feed.seq + 1
    RETURNING seq
), line AS (
    INSERT INTO trust_activity
        (id, user_id, seq, kind, agent, thread_id, subject_kind, subject_id, key, text, detail, created_at)
    SELECT %(id)s, %(user)s, next.seq, %(kind)s::text, %(agent)s::text, %(thread)s::uuid,
        %(subject_kind)s::text, %(subject)s::uuid, %(key)s, %(text)s, %(detail)s::bytea, %(now)s
    FROM next
    RETURNING seq
)
"""
_ALONE = f"WITH {_LINE.format(source='')} SELECT (SELECT seq FROM line), true"


@dataclass(frozen=True, slots=True)
class Change:
    """What a line tells of, made by the statement that writes the line.

    `sql` holds common table expressions, `source` what the line is selected from: without a row of it there
    is no line, and all that it names is locked before the feed. No name of `parameters` is one of the line's.
    """

    sql: str
    source: str
    parameters: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a line of the feed is about."""

    kind: str = ""
    id: UUID | None = None


def record(
    *,
    user_id: UUID,
    kind: Activity.Kind,
    text: str,
    agent: str = "",
    subject: Subject | None = None,
    thread_id: UUID | None = None,
    detail: dict[str, object] | None = None,
    key: str | None = None,
    change: Change | None = None,
) -> int | None:
    """Append one line to the person's feed and push it to their pages after commit.

    `key` names the step it tells of: a step that runs again (a re-run node, a redelivered task) adds no
    second line. With a `change` both are made at once, in one statement. Returns the line's number, or None
    when it was there already, nothing changed, or it is written later (`told_last`).
    """
    parameters = _parameters(user_id, kind, text, agent, subject, thread_id, detail, key)
    if change is not None:
        return _write(parameters | change.parameters, _together(change.sql, change.source))[0]
    kept = _kept.get()
    if kept is not None:
        kept.append(parameters)
        return None
    return _write(parameters, _ALONE)[0]


def record_change(
    change: Change,
    *,
    user_id: UUID,
    kind: Activity.Kind,
    text: str,
    agent: str = "",
    subject: Subject | None = None,
    detail: dict[str, object] | None = None,
    key: str | None = None,
) -> bool:
    """Make a change and append its line, as `record` does; whether it was made, also where the line was
    there already."""
    parameters = _parameters(user_id, kind, text, agent, subject, None, detail, key)
    return _write(parameters | change.parameters, _together(change.sql, change.source))[1]


def _parameters(
    user_id: UUID,
    kind: Activity.Kind,
    text: str,
    agent: str,
    subject: Subject | None,
    thread_id: UUID | None,
    detail: dict[str, object] | None,
    key: str | None,
) -> dict[str, Any]:
    subject = subject or Subject()
    return {
        "id": new_id(),
        "user": user_id,
        "kind": kind.value,
        "agent": agent,
        "thread": thread_id,
        "subject_kind": subject.kind,
        "subject": subject.id,
        "key": key,
        "text": _sealed("text", user_id, text),
        "detail": _sealed("detail", user_id, detail),
        "now": timezone.now(),
    }


def tells_last() -> bool:
    """Whether lines are kept for later just now."""
    return _kept.get() is not None


@lru_cache(maxsize=64)
def _together(change: str, source: str) -> str:
    line = _LINE.format(source=f"FROM {source}")
    return f"WITH {change}, {line} SELECT (SELECT seq FROM line), EXISTS (SELECT FROM {source})"


_kept: ContextVar[list[dict[str, Any]] | None] = ContextVar("lines to be written last", default=None)


@contextmanager
def told_last() -> Iterator[None]:
    """Write the lines that are recorded within at its end: every writer locks the feed after all else.

    Use it inside the transaction. Blocks may be nested; the outermost writes. An error drops the lines of
    its block.
    """
    kept = _kept.get()
    if kept is not None:
        before = len(kept)
        try:
            yield
        except BaseException:
            del kept[before:]
            raise
        return
    mine: list[dict[str, Any]] = []
    token = _kept.set(mine)
    try:
        yield
    finally:
        _kept.reset(token)
    for parameters in mine:
        _write(parameters, _ALONE)


def _write(parameters: dict[str, Any], statement: str) -> tuple[int | None, bool]:
    """Write a line; its number, where there is one now, and whether what it tells of was done."""
    with prepared_cursor() as cursor:
        cursor.execute(statement, parameters)
        seq, done = cursor.fetchone()
    if seq is None:
        return None, done
    event = {
        "seq": seq,
        "kind": parameters["kind"],
        "subject_kind": parameters["subject_kind"],
        "subject_id": str(parameters["subject"] or ""),
    }
    transaction.on_commit(partial(live.push, parameters["user"], event))
    return seq, done


def _sealed(column: str, user_id: UUID, value: object) -> object:
    field = Activity._meta.get_field(column)
    assert isinstance(field, EncryptedField)
    return field.get_db_prep_value(seal(user_id, value), connection) if value is not None else None
