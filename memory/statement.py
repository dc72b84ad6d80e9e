"""The one statement that finds a person's memories by vector, by words, or by both.

What speaks for a memory is added up as log-odds: how near it is in meaning, as the model's calibration says,
and a share for each word and each topic of the question that it has, less where many others have it, too.

No approximate index exists, so no plan can lose rows (docs/adr/exact-search.md). Values that would change
what PostgreSQL expects of a plan stand in sub-selects, and limits in the text: so a connection keeps its plan
and does not make one at each search, which took a quarter of the time.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast
from uuid import UUID

from pgvector import HalfVector

from memory.embedding import Calibration, Vector
from memory.names import Namespace, escape
from memory.prepared import prepared_cursor

WORD_WEIGHT = 0.6
TOPIC_WEIGHT = 2.5
"""What a word or a topic that no other memory has adds to the log-odds that meaning gives."""

_FOUND = """id, namespace, key, value, text, provenance_kind, provenance_id, stated, confidence,
    created_at, updated_at"""

_VALID = """(valid_from IS NULL OR valid_from <= statement_timestamp())
    AND (valid_until IS NULL OR valid_until > statement_timestamp())"""

_DISTANCES = """
    SELECT id AS near_id, embedding <=> %(vector)b::halfvec AS distance FROM memory_memoryitem
    WHERE user_id = (SELECT %(user)s::uuid) AND embedding IS NOT NULL AND {scope}"""

_NEAREST = f"""
SELECT {_FOUND}, 0::bigint AS matched, 1 - distance AS cosine
FROM ({_DISTANCES} ORDER BY distance LIMIT {{limit}}) nearest JOIN memory_memoryitem ON id = near_id
ORDER BY distance, id DESC
"""

_SHARED = """
    SELECT id AS shared_id, count(*) AS matched, sum(1.0::float8 / frequency) AS weight FROM (
        SELECT id, count(*) OVER (PARTITION BY word) AS frequency
        FROM (
            SELECT id, unnest(lexemes) AS word FROM memory_memoryitem
            WHERE lexemes && (SELECT %({hashes})s::bigint[])
                AND (user_id = (SELECT %(user)s::uuid)) IS TRUE AND {{scope}}) said
        WHERE word = ANY((SELECT %({hashes})s::bigint[])::bigint[])) hits
    GROUP BY id"""
"""Two people's hashes differ, so the index of words finds the owner's rows alone; IS TRUE keeps PostgreSQL
from reading all of theirs in another index beside it."""

_WORDED, _TOUCHED = _SHARED.format(hashes="words"), _SHARED.format(hashes="topics")

_BY_WORD = f"""
SELECT {_FOUND}, matched, NULL::float8 AS cosine
FROM ({_WORDED} ORDER BY weight DESC, id DESC LIMIT {{limit}}) worded JOIN memory_memoryitem ON id = shared_id
ORDER BY weight DESC, id DESC
"""

_JOINED = f"""
WITH shared AS (
    SELECT shared_id, max(matched) AS matched, sum(odds) AS odds FROM ({{lists}}) listed GROUP BY shared_id
), fused AS (
    SELECT coalesce(near_id, shared_id) AS fused_id, coalesce(matched, 0) AS matched, distance,
        coalesce(%(steepness)s::float8 * (1 - distance - %(midpoint)s::float8), 0) + coalesce(odds, 0) AS odds
    FROM ({_DISTANCES}) near FULL JOIN shared ON near_id = shared_id
    ORDER BY odds DESC, fused_id DESC LIMIT {{limit}}
)
SELECT {_FOUND}, matched, 1 - distance AS cosine
FROM fused JOIN memory_memoryitem ON id = fused_id
ORDER BY odds DESC, id DESC
"""

_BY_WORDS = f"""
    SELECT shared_id, matched, %(word_weight)s::float8 * weight AS odds FROM ({_WORDED}) worded"""
_BY_TOPICS = f"""
    SELECT shared_id, 0 AS matched, %(topic_weight)s::float8 * weight AS odds FROM ({_TOUCHED}) touched"""


def rows_found(
    user_id: UUID,
    vector: Vector | None,
    words: Sequence[int],
    topics: Sequence[int],
    namespaces: Sequence[Namespace],
    limit: int,
    calibration: Calibration,
) -> list[tuple[Any, ...]]:
    """Return at most `limit` rows, best first: the columns of `_FOUND`, words matched, cosine (or None).

    `vector` has shape (384,), `words` are hashes; one of them is given. `topics` are hashes too: they settle
    what a vector leaves open, and are nothing without one. `namespaces` are prefixes.
    """
    prefixes = [[escape(part) for part in namespace] for namespace in namespaces if namespace]
    if len(prefixes) < len(namespaces):
        prefixes = []
    parameters: dict[str, Any] = {f"prefix{i}": prefix for i, prefix in enumerate(prefixes)}
    parameters |= {"user": user_id, "words": list(words)}
    if vector is not None:
        parameters["vector"] = HalfVector(vector)
    joined = vector is not None and bool(words or topics)
    if joined:
        parameters |= {
            "topics": list(topics),
            "steepness": calibration.steepness,
            "midpoint": calibration.midpoint,
            "word_weight": WORD_WEIGHT,
            "topic_weight": TOPIC_WEIGHT,
        }
    sql = _JOINED if joined else _BY_WORD if vector is None else _NEAREST
    lists = " UNION ALL ".join([_BY_WORDS] * bool(words) + [_BY_TOPICS] * bool(topics))
    with prepared_cursor() as cursor:
        cursor.execute(_statement(sql, lists, tuple(map(len, prefixes)), limit), parameters)
        return cast(list[tuple[Any, ...]], cursor.fetchall())


@lru_cache(maxsize=256)
def _statement(sql: str, lists: str, lengths: tuple[int, ...], limit: int) -> str:
    """Return a statement with its lists, for rows that are valid and under one of prefixes of these lengths
    (none: anywhere)."""
    tests = [f"namespace[1:{length}] = %(prefix{i})s::text[]" for i, length in enumerate(lengths)]
    scope = f"{_VALID} AND ({' OR '.join(tests)})" if tests else _VALID
    return sql.replace("{lists}", lists).format(scope=scope, limit=limit)
