"""For the few statements that run often: planned once, bound in the server, answered in binary.

Poolers between the program and PostgreSQL must know prepared statements of the protocol (PgBouncer does from
1.22, with `max_prepared_statements`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from functools import cache, lru_cache
from typing import Any, Final
from uuid import UUID

import psycopg
from django.db import DEFAULT_DB_ALIAS, connection, connections, models
from django.db.backends.utils import CursorWrapper
from psycopg import pq
from psycopg._queries import PostgresQuery, _query2pg_nocache
from psycopg.types.json import Json, Jsonb

type Change = tuple[str, models.Model, tuple[str, ...]]
"""A prefix, a stored row, and the names of its columns that are to be written."""
type Parts = tuple[tuple[str, type[models.Model], tuple[str, ...]], ...]
"""The same without the rows: prefix, model and names."""


def prepared_cursor() -> CursorWrapper:
    """Return a cursor on Django's connection that prepares what it runs and speaks binary."""
    here = connections[DEFAULT_DB_ALIAS]  # looked up once: `connection` would be at each use
    if here.connection is None:
        here.ensure_connection()
    raw: Any = here.connection
    raw.prepare_threshold = 0  # at first use; Django's own cursors bind in the client and never prepare
    cursor: Any = _Cursor(raw)
    cursor.format = pq.Format.BINARY
    return here.make_debug_cursor(cursor) if here.queries_logged else here.make_cursor(cursor)


ADAPTATIONS_KEPT = 256
"""Statements of a connection of which it is known how their values are written and read."""

_in_server_form = lru_cache(maxsize=1_000)(_query2pg_nocache)


class _Statement(PostgresQuery):
    """Keeps how a statement is written for the server, with $1 for each name. psycopg forgets it from 4 KB or
    50 values on, for the sake of ORMs that make each but once; ours are few, and always the same."""

    def convert(self, query: Any, vars: Any) -> None:
        if vars is None:
            return super().convert(query, vars)
        form = _in_server_form(query.encode(), self._tx.encoding)
        self.query, self._want_formats, self._order, self._parts = form
        self.dump(vars)


class _Cursor(psycopg.Cursor[Any]):
    """Goes on with what an earlier cursor of the connection worked out for the same statement: how to write
    each kind of value and how to read each column. A cursor of psycopg forgets it when it is closed, which
    took a tenth of a short search. (Private parts: `tests/up/test_prepared_statements.py` holds the
    agreement.)"""

    _query_cls = _Statement

    def _start_query(self, query: Any = None) -> Any:
        adaptation = _adaptations(self.connection).pop(query, None) if isinstance(query, str) else None
        if adaptation is not None:
            self._tx, self._last_query = adaptation, query
        yield from super()._start_query(query)

    def close(self) -> None:
        query = self._last_query
        if isinstance(query, str) and not self.closed:
            self._tx.set_pgresult(None, set_loaders=False)  # nobody's rows are kept
            kept = _adaptations(self.connection)
            if len(kept) >= ADAPTATIONS_KEPT:
                kept.clear()
            kept[query] = self._tx
        super().close()


def _adaptations(raw: psycopg.Connection[Any]) -> dict[str, Any]:
    """What is known of each statement (a `Transformer` of psycopg), by its text. While a cursor works with
    one, no other can."""
    kept: dict[str, Any] = vars(raw).setdefault("ownyou_adaptations", {})
    return kept


def insertion(prefix: str, model: type[models.Model], *, source: str = "") -> str:
    """Return the INSERT of one row with all its columns; its parameters are `row_values(prefix, row)`. With
    a `source`, only for each row of that."""
    columns = [str(field.column) for field in written(model)]
    places = ", ".join(f"%({prefix}_{column})s" for column in columns)
    rows = f"SELECT {places} FROM {source}" if source else f"VALUES ({places})"
    return f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) {rows}"


@cache
def insertions(*rows: tuple[str, type[models.Model]]) -> str:
    """Return the INSERTs of one row each as common table expressions, called by their prefixes, which give
    back the ids; their parameters are the `row_values` of each."""
    return ", ".join(f"{prefix} AS ({insertion(prefix, model)} RETURNING id)" for prefix, model in rows)


@cache
def update_of(prefix: str, model: type[models.Model], names: tuple[str, ...], only: str = "") -> str:
    """Return the UPDATE of these columns of one row, which gives back its id; its parameters are
    `update_values(prefix, row, names)`. With `only`, where that has a row."""
    columns = [str(model._meta.get_field(name).column) for name in names]  # type: ignore[union-attr]
    changes = ", ".join(f"{column} = %({prefix}_{column})s" for column in columns)
    where = f"id = %({prefix}_id)s" + (f" AND EXISTS (SELECT FROM {only})" if only else "")
    return f"UPDATE {model._meta.db_table} SET {changes} WHERE {where} RETURNING id"


def update_values(prefix: str, row: models.Model, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what `save(update_fields=names)` would write of a stored row, and its id, by `prefix_column`."""
    fields = [row._meta.get_field(name) for name in ("id", *names)]
    return {
        f"{prefix}_{field.column}": stored(field, field.pre_save(row, add=False))  # type: ignore
        for field in fields
    }


def update(row: models.Model, names: tuple[str, ...]) -> None:
    """Write columns of a stored row as `save(update_fields=names)` would, with signals left out, by a
    statement that is planned once."""
    updates(("row", row, names)).make()


def updates(*changes: Change) -> Writes:
    """Several `update`s, each with a prefix; the values are those of now."""
    parts = tuple((prefix, type(row), names) for prefix, row, names in changes)
    values = [update_values(*change) for change in changes]
    return Writes(parts, {name: value for one in values for name, value in one.items()})


@dataclass(frozen=True, slots=True)
class Along:
    """What a statement writes along with its own: `sql` holds common table expressions that do nothing where
    the statement's own has no row. No name of `parameters` is one of the statement's."""

    sql: str
    parameters: dict[str, Any]


@dataclass(slots=True)
class Writes:
    """Columns of stored rows that are to be written, by one statement of their own or along with another,
    which is made of the `update_of` each of `parts`."""

    parts: Parts
    values: dict[str, Any]
    made: bool = False

    def make(self) -> None:
        """Write them, unless that was done."""
        if self.made:
            return
        with prepared_cursor() as cursor:
            cursor.execute(_updating(self.parts), self.values)
        self.made = True


@cache
def _updating(parts: Parts) -> str:
    *before, last = parts
    others = ", ".join(f"{part[0]} AS ({update_of(*part)})" for part in before)
    return f"WITH {others} {update_of(*last)}" if others else update_of(*last)


def insert(row: models.Model) -> None:
    """Insert a new row as `save()` would, with signals left out, by a statement that is planned once."""
    with prepared_cursor() as cursor:
        cursor.execute(_insertion_of(type(row)), row_values("row", row))
    mark_stored(row)


def insert_if_free(row: models.Model) -> bool:
    """Insert a new row as `insert` does, unless a unique constraint is in its way; returns whether it did."""
    with prepared_cursor() as cursor:
        statement = f"{_insertion_of(type(row))} ON CONFLICT DO NOTHING RETURNING 1"
        cursor.execute(statement, row_values("row", row))
        if cursor.fetchone() is None:
            return False
    mark_stored(row)
    return True


def insert_all(*groups: Sequence[models.Model]) -> None:
    """Insert new rows as `insert` does, all by one statement; each group holds rows of one model.

    The rows of a group go as one JSON array, so the statement is the same however many they are. In a JSON
    column, JSON's null becomes that of SQL.
    """
    kept = [group for group in groups if group]
    values = {f"g{at}": as_json(group) for at, group in enumerate(kept)}
    with prepared_cursor() as cursor:
        cursor.execute(_insertion_of_all(tuple(type(group[0]) for group in kept)), values)
    for row in (row for group in kept for row in group):
        mark_stored(row)


@cache
def _insertion_of_all(kinds: tuple[type[models.Model], ...]) -> str:
    *before, last = [insertion_of_many(f"g{at}", kind) for at, kind in enumerate(kinds)]
    others = ", ".join(f"g{at} AS ({statement})" for at, statement in enumerate(before))
    return f"WITH {others} {last}" if others else last


def insertion_of_many(name: str, model: type[models.Model], *, source: str = "") -> str:
    """Return the INSERT of any number of rows; its one parameter, under `name`, is `as_json(rows)`. With a
    `source`, only where that has a row."""
    columns, table = ", ".join(str(field.column) for field in written(model)), model._meta.db_table
    rows = f"jsonb_populate_recordset(NULL::{table}, %({name})s::jsonb)"
    where = f" WHERE EXISTS (SELECT FROM {source})" if source else ""
    return f"INSERT INTO {table} ({columns}) SELECT {columns} FROM {rows}{where}"


def as_json(rows: Sequence[models.Model]) -> str:
    """Return rows as a JSON array of what `save()` would write of each, by column."""
    fields = written(type(rows[0]))
    values = [
        {str(field.column): stored(field, field.pre_save(row, add=True)) for field in fields} for row in rows
    ]
    return json.dumps(values, default=_in_json, ensure_ascii=False)


def _in_json(value: Any) -> Any:
    """A value for a column as PostgreSQL reads it out of JSON."""
    if isinstance(value, Jsonb | Json):
        return value.obj
    if isinstance(value, bytes | bytearray | memoryview):
        return "\\x" + bytes(value).hex()
    return str(value)


@cache
def _insertion_of(model: type[models.Model]) -> str:
    return insertion("row", model)


def row_values(prefix: str, row: models.Model, *, but: Collection[str] = ()) -> dict[str, Any]:
    """Return what `save()` would write of a new row, by `prefix_column`; the columns of `but` left out."""
    into = connections[DEFAULT_DB_ALIAS]
    return {
        name: stored(field, field.pre_save(row, add=True), into)
        for name, field in _named(prefix, type(row))
        if field.column not in but
    }


@cache
def _named(prefix: str, model: type[models.Model]) -> list[tuple[str, models.Field[Any, Any]]]:
    return [(f"{prefix}_{field.column}", field) for field in written(model)]


_AS_IT_IS: Final[dict[type, type]] = {
    models.UUIDField: UUID,
    models.ForeignKey: UUID,
    models.OneToOneField: UUID,
    models.CharField: str,
    models.BooleanField: bool,
    models.DateTimeField: datetime,
}
"""What columns of these very kinds take as it is; all else Django makes ready for them."""


def stored(field: models.Field[Any, Any], value: Any, into: Any = connection) -> Any:
    """Return a value as the database takes it for a column. `into`: this thread's connection, where somebody
    stores so many that looking it up each time counts."""
    if value is None or type(value) is _AS_IT_IS.get(type(field)):
        return value
    prepared = field.get_db_prep_save(value, into)
    return prepared.value if isinstance(prepared, Enum) else prepared


@cache
def written(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """Return what is written: every column but a number that the database gives."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]


def columns_of(model: type[models.Model], alias: str, *, but: Collection[str] = ()) -> list[str]:
    """Return what to select of a row, called `alias`, for `row_from`; fields named in `but` left out."""
    return [f"{alias}.{field.column}" for field in _read(model, tuple(but))]


def row_from[M: models.Model](model: type[M], values: Sequence[Any], *, but: Collection[str] = ()) -> M:
    """Make a row of what a prepared cursor found in its `columns_of`; the fields of `but` are read when they
    are needed."""
    names, converters = _reading(model, tuple(but))
    read = [
        convert(value, None, connection) if convert else value
        for convert, value in zip(converters, values, strict=True)
    ]
    return model.from_db(DEFAULT_DB_ALIAS, names, read)


@cache
def _reading(
    model: type[models.Model], but: tuple[str, ...]
) -> tuple[list[str], list[Callable[[Any, Any, Any], Any] | None]]:
    """The names of what is read, and of each what makes a value of it, where something must."""
    fields = _read(model, but)
    plain = models.JSONField  # in binary, psycopg has read it already
    converters = [None if isinstance(it, plain) else getattr(it, "from_db_value", None) for it in fields]
    return [field.attname for field in fields], converters


@cache
def _read(model: type[models.Model], but: tuple[str, ...]) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.concrete_fields if field.name not in but]


def rows_where[M: models.Model](
    model: type[M], where: str, *, but: tuple[str, ...] = (), **values: Any
) -> list[M]:
    """Return rows of a model with all their columns but these; `where` is what follows the table's name, a
    constant of the program."""
    with prepared_cursor() as cursor:
        cursor.execute(_looking(model, where, but), values)
        return [row_from(model, row, but=but) for row in cursor.fetchall()]


@lru_cache(maxsize=64)
def _looking(model: type[models.Model], where: str, but: tuple[str, ...]) -> str:
    table = model._meta.db_table
    return f"SELECT {', '.join(columns_of(model, table, but=but))} FROM {table} {where}"


def mark_stored(row: models.Model) -> None:
    """Let a row know that it is in the database now."""
    row._state.adding, row._state.db = False, connection.alias
