"""A new memory and its first revision in one statement, its vector in binary."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Any

from django.db import connection, models
from pgvector import HalfVector

from memory.models import MemoryItem, MemoryRevision
from memory.prepared import prepared_cursor


def insert_together(item: MemoryItem, revision: MemoryRevision) -> int:
    """Insert both, as their `save()` would, and return the revision's id."""
    parameters = _values("item", item) | _values("revision", revision)
    if item.embedding is not None:
        parameters["item_embedding"] = HalfVector(item.embedding)
    with prepared_cursor() as cursor:
        cursor.execute(_statement(), parameters)
        revision.pk = int(cursor.fetchone()[0])
    for row in (item, revision):
        row._state.adding, row._state.db = False, connection.alias
    return revision.pk


@lru_cache(maxsize=1)
def _statement() -> str:
    item, revision = _insertion("item", MemoryItem), _insertion("revision", MemoryRevision)
    return f"WITH item AS ({item}) {revision} RETURNING id"


def _insertion(name: str, model: type[models.Model]) -> str:
    columns = [str(field.column) for field in _fields(model)]
    places = [f"%({name}_{column}){'b' if column == 'embedding' else 's'}" for column in columns]
    return f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES ({', '.join(places)})"


def _values(name: str, row: models.Model) -> dict[str, Any]:
    return {f"{name}_{field.column}": _value(field, row) for field in _fields(type(row))}


def _value(field: models.Field[Any, Any], row: models.Model) -> Any:
    value = field.pre_save(row, add=True)
    if field.column == "embedding":
        return value
    prepared = field.get_db_prep_save(value, connection)
    return prepared.value if isinstance(prepared, Enum) else prepared


def _fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """Return what is written: every column but the number that the database gives."""
    return [field for field in model._meta.concrete_fields if not isinstance(field, models.AutoField)]
