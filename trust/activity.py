"""Writing the feed. One statement per line, in the transaction of the change it tells of."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    INSERT INTO trust_feed (user_id, seq) SELECT %(user)s::uuid, 1{more} {source}
    WHERE %(key)s::text IS NULL OR NOT EXISTS (
        SELECT 1 FROM trust_activity WHERE user_id = %(user)s AND key = %(key)s)
    ON CONFLICT (user_id) DO UPDATE SET seq = trust_feed.seq + EXCLUDED.seq
    RETURNING seq
), line AS (
    INSERT INTO trust_activity
        (id, user_id, seq, kind, agent, thread_id, subject_kind, subject_id, key, text, detail, created_at)
    SELECT %(id)s, %(user)s, next.seq{less}, %(kind)s::text, %(agent)s::text, %(thread)s::uuid,
        %(subject_kind)s::text, %(subject)s::uuid, %(key)s, %(text)s, %(detail)s::bytea, %(now)s
    FROM next
    RETURNING seq
)
"""
_ALONE = f"WITH {_LINE.format(source='', more='', less='')} SELECT (SELECT seq FROM line), true, false, false"
_SECOND = """
second AS (
    INSERT INTO trust_activity
        (id, user_id, seq, kind, agent, thread_id, subject_kind, subject_id, key, text, detail, created_at)
    SELECT %(second_id)s, %(user)s, next.seq, %(second_kind)s::text, %(second_agent)s::text,
        %(second_thread)s::uuid, %(second_subject_kind)s::text, %(second_subject)s::uuid, %(second_key)s,
        %(second_text)s, %(second_detail)s::bytea, %(second_now)s
    FROM next, beside WHERE beside.lines = 1
)
"""
_BESIDE = """
beside AS (
    SELECT count(*) AS kept, {lines} AS lines FROM {name}
)
"""
_NOT_TOLD = """
(count(*) > 0 AND NOT EXISTS (
    SELECT FROM trust_activity WHERE user_id = %(user)s AND key = %(second_key)s))::int
"""


@dataclass(frozen=True, slots=True)
class Change:
    """What a line tells of, made by the statement that writes the line.

    `sql` holds common table expressions, `source` what the line is selected from: without a row of it there
    is no line, and all that it names is locked before the feed. No name of `parameters` is one of the line's.
    """

    sql: str
    source: str
    parameters: dict[str, Any]
    beside: Beside | None = None
    finds: tuple[str, ...] = ()
    """Expressions of `sql`, whose values `then` is called with where the change was made without others'."""
    then: Callable[[Sequence[Any]], None] = lambda found: None


@dataclass(slots=True)
class Beside:
    """What is kept by the statement of another's `Change`, and the line that tells of it, if one does.

    `sql` holds common table expressions, of which the one called `name` has a row where all was written; they
    do nothing where the change is not made. `line`: what `record` takes of a line with a key. `made` says
    afterwards whether it was written.
    """

    sql: str
    name: str
    parameters: dict[str, Any]
    line: Mapping[str, Any] | None = None
    made: bool = False


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
    followed: bool = False,
) -> int | None:
    """Append one line to the person's feed and push it to their pages after commit.

    `key` names the step it tells of: a step that runs again (a re-run node, a redelivered task) adds no
    second line. With a `change` both are made at once, in one statement. `followed`: more of the same is to
    come at once, with which pages may wait to be drawn. Returns the line's number, or None
    when it was there already, nothing changed, or it is written later (`told_last`).
    """
    parameters = _parameters(user_id, kind, text, agent, subject, thread_id, detail, key, followed)
    if change is not None:
        return _write_change(parameters, change)[0]
    kept = _kept.get()
    if kept is not None:
        kept.append(parameters)
        return None
    seq: int | None = _write(parameters, _ALONE)[0]
    return seq


def record_change(
    change: Change,
    *,
    user_id: UUID,
    kind: Activity.Kind,
    text: str,
    agent: str = "",
    subject: Subject | None = None,
    thread_id: UUID | None = None,
    detail: dict[str, object] | None = None,
    key: str | None = None,
    followed: bool = False,
) -> bool:
    """Make a change and append its line, as `record` does; whether it was made, also where the line was
    there already."""
    line = _parameters(user_id, kind, text, agent, subject, thread_id, detail, key, followed)
    return _write_change(line, change)[1]


def _parameters(
    user_id: UUID,
    kind: Activity.Kind,
    text: str,
    agent: str = "",
    subject: Subject | None = None,
    thread_id: UUID | None = None,
    detail: dict[str, object] | None = None,
    key: str | None = None,
    followed: bool = False,
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
        "followed": followed,
    }


def tells_last() -> bool:
    """Whether lines are kept for later just now."""
    return _kept.get() is not None


@lru_cache(maxsize=64)
def _together(change: str, source: str, finds: tuple[str, ...] = ()) -> str:
    line = _LINE.format(source=f"FROM {source}", more="", less="")
    found = ", ".join([f"EXISTS (SELECT FROM {source})", "false", "false", *finds])
    return f"WITH {change}, {line} SELECT (SELECT seq FROM line), {found}"


@lru_cache(maxsize=64)
def _all_together(change: str, source: str, also: str, name: str, tells: bool) -> str:
    """The same, with what is kept beside: after the change, and before the feed is locked."""
    beside = _BESIDE.format(name=name, lines=_NOT_TOLD if tells else "0")
    line = _LINE.format(source=f"FROM {source}, beside", more=" + beside.lines", less=_LESS if tells else "")
    parts = ", ".join([change, also, beside, line, *([_SECOND] if tells else [])])
    done = f"EXISTS (SELECT FROM {source})"
    return f"WITH {parts} SELECT (SELECT seq FROM line), {done}, kept > 0, lines > 0 FROM beside"


_LESS = " - (SELECT lines FROM beside)"


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


def _write_change(parameters: dict[str, Any], change: Change) -> tuple[int | None, bool]:
    parameters |= change.parameters
    beside = change.beside
    if beside is None:
        statement = _together(change.sql, change.source, change.finds)
        seq, done, _kept, _told, *found = _run(parameters, statement)
        if done:
            change.then(found)
        if seq is not None:
            _push_later(parameters, seq)
        return seq, done
    line = {} if beside.line is None else _parameters(**beside.line)
    parameters |= beside.parameters | {f"second_{name}": value for name, value in line.items()}
    tells = beside.line is not None
    statement = _all_together(change.sql, change.source, beside.sql, beside.name, tells)
    seq, done, beside.made, told = _run(parameters, statement)
    if seq is not None:  # one push for both: whoever hears of the second looks for the first, too
        _push_later(*((line, seq + 1) if told else (parameters, seq)))
    return seq, done


def _write(parameters: dict[str, Any], statement: str) -> tuple[Any, ...]:
    """Write a line as `_run` does, and push it."""
    found = _run(parameters, statement)
    if found[0] is not None:
        _push_later(parameters, found[0])
    return found


def _run(parameters: dict[str, Any], statement: str) -> tuple[Any, ...]:
    """Write a line; its number, where there is one now, and whether what it tells of was done, what comes
    beside was kept, and that was told; then what else was to be found."""
    with prepared_cursor() as cursor:
        cursor.execute(statement, parameters)
        found: tuple[Any, ...] = cursor.fetchone()
    return found


def _push_later(parameters: dict[str, Any], seq: int) -> None:
    """Push that a line has this number, after commit."""
    event = {
        "seq": seq,
        "kind": parameters["kind"],
        "subject_kind": parameters["subject_kind"],
        "subject_id": str(parameters["subject"] or ""),
        "followed": parameters["followed"],
    }
    transaction.on_commit(partial(live.push, parameters["user"], event))


def _sealed(column: str, user_id: UUID, value: object) -> object:
    field = Activity._meta.get_field(column)
    assert isinstance(field, EncryptedField)
    return field.get_db_prep_value(seal(user_id, value), connection) if value is not None else None
