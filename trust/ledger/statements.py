"""The ledger's statements that run for every act: it is written down, and it moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from django.db import models

from ownyou.lib.fields import EncryptedField, seal
from ownyou.lib.prepared import (
    Parts,
    Writes,
    insertion,
    mark_stored,
    prepared_cursor,
    row_values,
    stored,
    update_of,
)
from trust.activity import Change
from trust.decisions import Only
from trust.models import Action

MOVED = "moved"
"""What the update is called within a larger statement."""


def insert(action: Action, looks: Sequence[Only] = (), along: Writes | None = None) -> bool:
    """Write one act down, and what comes along with it, in one statement; False, and nothing of either, where
    one of `looks` finds no row. Raises `IntegrityError` where its key is taken."""
    along = None if along is None or along.made else along
    before = tuple((look.name, look.sql) for look in looks)
    values = row_values("act", action) | (along.values if along else {})
    for look in looks:
        values |= look.parameters
    with prepared_cursor() as cursor:
        cursor.execute(_insertion(before, along.parts if along else ()), values)
        written = bool(cursor.rowcount == 1)
    if written:
        mark_stored(action)
        if along is not None:
            along.made = True
    return written


def update(action: Action, where: Mapping[str, object], changes: Mapping[str, Any]) -> bool:
    """Change an act that stands as `action` shows and is as `where` says; False where it does not."""
    with prepared_cursor() as cursor:
        cursor.execute(_update(tuple(changes), tuple(where)), _parameters(action, where, changes))
        return bool(cursor.rowcount == 1)


def as_change(action: Action, where: Mapping[str, object], changes: Mapping[str, Any]) -> Change:
    """The same update, for the statement that writes its line."""
    sql = f"{MOVED} AS ({_update(tuple(changes), tuple(where))} RETURNING id)"
    return Change(sql, MOVED, _parameters(action, where, changes))


@lru_cache(maxsize=32)
def _insertion(looks: tuple[tuple[str, str], ...], along: Parts) -> str:
    parts = dict(looks)
    source = "looked" if looks else ""
    if looks:
        parts[source] = f"SELECT FROM {', '.join(parts)}"
    parts |= {part[0]: update_of(*part, only=source) for part in along}
    before = f"WITH {', '.join(f'{name} AS ({sql})' for name, sql in parts.items())} " if parts else ""
    return before + insertion("act", Action, source=source)


@lru_cache(maxsize=64)
def _update(changed: Iterable[str], conditions: Iterable[str]) -> str:
    sets = ", ".join(f"{_field(name).column} = %(new_{name})s" for name in changed)
    tests = "".join(f" AND {_field(name).column} = %(old_{name})s" for name in conditions)
    return f"UPDATE trust_action SET {sets} WHERE id = %(act)s AND status = %(old_status)s{tests}"


def _parameters(action: Action, where: Mapping[str, object], changes: Mapping[str, Any]) -> dict[str, Any]:
    old = {f"old_{name}": stored(_field(name), value) for name, value in where.items()}
    new = {f"new_{name}": _new(action, _field(name), value) for name, value in changes.items()}
    return {"act": action.pk, "old_status": str(action.status)} | old | new


def _new(action: Action, field: models.Field[Any, Any], value: Any) -> Any:
    if isinstance(value, models.Model):
        value = value.pk
    return stored(field, seal(action.user_id, value) if isinstance(field, EncryptedField) else value)


def _field(name: str) -> models.Field[Any, Any]:
    return Action._meta.get_field(name)  # type: ignore[return-value]
