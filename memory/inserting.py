"""A new memory and its first revision in one statement, its vector in binary."""

from __future__ import annotations

from functools import lru_cache

from pgvector import HalfVector

from memory.models import MemoryItem, MemoryRevision
from memory.prepared import prepared_cursor
from ownyou.lib.prepared import insertion, mark_stored, row_values


def insert_together(item: MemoryItem, revision: MemoryRevision) -> int:
    """Insert both, as their `save()` would, and return the revision's id."""
    parameters = row_values("item", item, but=("embedding",)) | row_values("revision", revision)
    parameters["item_embedding"] = None if item.embedding is None else HalfVector(item.embedding)
    with prepared_cursor() as cursor:
        cursor.execute(_statement(), parameters)
        revision.pk = int(cursor.fetchone()[0])
    for row in (item, revision):
        mark_stored(row)
    return revision.pk


@lru_cache(maxsize=1)
def _statement() -> str:
    item = insertion("item", MemoryItem).replace("%(item_embedding)s", "%(item_embedding)b")
    return f"WITH item AS ({item}) {insertion('revision', MemoryRevision)} RETURNING id"
