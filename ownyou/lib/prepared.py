"""For the few statements that run often: planned once, bound in the server, answered in binary.

Poolers between the program and PostgreSQL must know prepared statements of the protocol (PgBouncer does from
1.22, with `max_prepared_statements`).
"""

from __future__ import annotations

from collections.abc import Collection
from enum import Enum
from typing import Any

import psycopg
from django.db import connection, models
from django.db.backends.utils import CursorWrapper
from psycopg import pq


def prepared_cursor() -> CursorWrapper:
    """Return a cursor on Django's connection that prepares what it runs and speaks binary."""
    connection.ensure_connection()
    raw = connection.connection
    raw.prepare_threshold = 0  # at first use; Django's own cursors bind in the client and never prepare
    cursor: Any = psycopg.Cursor(raw)
    cursor.format = pq.Format.BINARY
    make = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    return make(cursor)


def insertion(prefix: str, model: type[models.Model]) -> str:
    """Return the INSERT of one row with all its columns; its parameters are `row_values(prefix, row)`."""
    columns = [str(field.column) for field in written(model)]
    places = ", ".join(f"%({prefix}_{column})s" for column in columns)
    return f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES ({places})"


def row_values(prefix: str, row: models.Model, *, but: Collection[str] = ()) -> dict[str, Any]:
    """Return what `save()` would write of a new row, by `prefix_column`; the columns of `but` left out."""
    return {
        f"{prefix}_{field.column}": stored(field, field.pre_save(row, add=True))
        for field in written(type(row))
        if field.column not in but
    }


def stored(field: models.Field[Any, Any], value: Any) -> Any:
    """Return a value as the database takes it for a column."""
    prepared = field.get_db_prep_save(value, connection)
    return prepared.value if isinstance(prepared, Enum) else prepared


def written(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """Return what is written: every column but a number that the database gives."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]


def mark_stored(row: models.Model) -> None:
    """Let a row know that it is in the database now."""
    row._state.adding, row._state.db = False, connection.alias
