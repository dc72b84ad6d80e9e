"""The cursor for memory's statements: a vector travels as 768 bytes instead of 3 kB of digits."""

from __future__ import annotations

from typing import Any
from weakref import WeakSet

import psycopg
from django.db.backends.utils import CursorWrapper
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper, HalfVectorDumper

from ownyou.lib import prepared

_know_vectors: WeakSet[psycopg.Connection[Any]] = WeakSet()


def prepared_cursor() -> CursorWrapper:
    """Return a cursor that prepares, speaks binary, and takes vectors."""
    cursor = prepared.prepared_cursor()
    raw = cursor.cursor.connection
    if raw in _know_vectors:
        return cursor
    _teach(raw)
    return prepared.prepared_cursor()  # anew: the first has taken what the connection knew before


def _teach(raw: psycopg.Connection[Any]) -> None:
    for dumper in (HalfVectorDumper, HalfVectorBinaryDumper):
        raw.adapters.register_dumper(HalfVector, dumper)
    _know_vectors.add(raw)
