"""A cursor for the few statements that run often: bound and planned in the server, answered in binary.

A vector travels as 768 bytes instead of 3 kB of digits, and a plan is made once per connection. Poolers
between the program and PostgreSQL must know prepared statements of the protocol (PgBouncer does from 1.22,
with `max_prepared_statements`).
"""

from __future__ import annotations

from typing import Any

import psycopg
from django.db import connection
from django.db.backends.utils import CursorWrapper
from pgvector import HalfVector
from pgvector.psycopg.halfvec import HalfVectorBinaryDumper, HalfVectorDumper
from psycopg import pq


def prepared_cursor() -> CursorWrapper:
    """Return a cursor on Django's connection that prepares what it runs and speaks binary."""
    connection.ensure_connection()
    raw = connection.connection
    if raw.prepare_threshold is None:
        _let_prepare(raw)
    cursor: Any = psycopg.Cursor(raw)
    cursor.format = pq.Format.BINARY
    make = connection.make_debug_cursor if connection.queries_logged else connection.make_cursor
    return make(cursor)


def _let_prepare(raw: psycopg.Connection[Any]) -> None:
    """Prepare at first use, on server-side cursors; Django's own bind in the client and never prepare."""
    raw.prepare_threshold = 0
    for dumper in (HalfVectorDumper, HalfVectorBinaryDumper):
        raw.adapters.register_dumper(HalfVector, dumper)
