"""Finding what a person's memory holds about a question: by meaning and by word, joined in one statement.

By meaning: the cosine of vectors, scanned exactly over the person's own rows (docs/adr/exact-search.md). By
word: keyed hashes of stems, rare ones weighing more. The two lists are joined by reciprocal rank fusion
(Cormack, Clarke, Büttcher 2009) with a small k and little weight for words: they settle what meaning leaves
open (names, numbers), and what shares no more than an everyday word does not pass what is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast
from uuid import UUID

from django.db import connection

from memory import cache
from memory.embedding import EmbeddingUnavailable, Vector, embedder
from memory.lexemes import lexemes_of
from memory.models import MemoryItem
from memory.names import Namespace, escape, owner_for, readable, unescape
from memory.provenance import Provenance, ProvenanceKind
from ownyou.lib.fields import EncryptedField
from trust.models import User

FUSION_K = 10
WORD_WEIGHT = 0.2
CANDIDATES = 50
"""Taken from each list before they are joined."""

MOST_QUERY = 2_000


@dataclass(frozen=True, slots=True)
class Recalled:
    """One memory that was found. `relevance` is 0-1; 0.7 and more means that it is about the question."""

    id: UUID
    namespace: Namespace
    key: str
    value: Any
    text: str
    relevance: float
    provenance: Provenance
    stated: bool
    confidence: float
    created_at: datetime
    updated_at: datetime


def recall(
    *,
    user: User,
    query: str,
    namespaces: Sequence[Namespace] = (),
    limit: int = 10,
    threshold: float = 0.0,
) -> list[Recalled]:
    """Return at most `limit` memories about `query`, best first, with relevance of at least `threshold`.

    `namespaces` are prefixes, whole components each; none means all of the person's memory. Costs one
    embedding when the answer is not in the cache. When the embedding model cannot be reached, words alone
    are searched. Raises `ForeignNamespace` when a namespace is another person's.
    """
    for namespace in namespaces:
        owner_for(user, namespace)
    query = query[:MOST_QUERY].strip()
    if not query or limit < 1:
        return []
    question = (query, namespaces, limit, embedder().name, user.language)
    name = cache.entry_name(user.pk, question)
    found = cache.look_up(user.pk, name)
    if found.kept is None:
        items = search(
            user_id=user.pk,
            vector=vector_of(query),
            words=lexemes_of(user.pk, query, language=user.language),
            namespaces=namespaces,
            limit=limit,
        )
        cache.keep(user.pk, name, found, [_packed(item) for item in items])
    else:
        items = [_unpacked(row) for row in found.kept]
    return [item for item in items if item.relevance >= threshold]


def search(
    *,
    user_id: UUID,
    vector: Vector | None,
    words: Sequence[int] = (),
    namespaces: Sequence[Namespace] = (),
    limit: int = 10,
) -> list[Recalled]:
    """Return the `limit` best of a person's memories for a vector, shape (384,), hashed `words`, or both."""
    if vector is None and not words:
        return []
    sql, parameters = _statement(user_id, vector, words, namespaces, limit)
    with connection.cursor() as cursor:
        cursor.execute(sql, parameters)
        return [_recalled(row, len(words)) for row in cursor.fetchall()]


def vector_of(query: str) -> Vector | None:
    """Return the vector of a question, or None while the embedding model cannot be reached."""
    try:
        return embedder().sought(query)
    except EmbeddingUnavailable:
        return None


# The statement -------------------------------------------------------------------------------------------

_NEAR = """
near AS (
    SELECT id, row_number() OVER (ORDER BY distance) AS rank FROM (
        SELECT id, embedding <=> (SELECT vector FROM asked) AS distance FROM memory_memoryitem
        WHERE user_id = %(user)s AND embedding IS NOT NULL AND {scope}
        ORDER BY distance LIMIT %(candidates)s) nearest
)"""

_WORDED = """
worded AS (
    SELECT id, matched, row_number() OVER (ORDER BY weight DESC, id DESC) AS rank FROM (
        SELECT id, count(*) AS matched, sum(1.0 / frequency) AS weight FROM (
            SELECT id, count(*) OVER (PARTITION BY word) AS frequency
            FROM memory_memoryitem CROSS JOIN unnest(lexemes) AS word
            WHERE lexemes && %(words)s::bigint[] AND word = ANY(%(words)s::bigint[])
              AND user_id = %(user)s AND {scope}) hits
        GROUP BY id ORDER BY weight DESC, id DESC LIMIT %(candidates)s) weighed
)"""

_EMPTY_NEAR = "near AS (SELECT NULL::uuid AS id, NULL::bigint AS rank WHERE false)"
_EMPTY_WORDED = "worded AS (SELECT NULL::uuid AS id, 0::bigint AS matched, NULL::bigint AS rank WHERE false)"

_JOINED = """
WITH asked AS MATERIALIZED (SELECT %(vector)s::halfvec AS vector), {near}, {worded}, fused AS (
    SELECT id, coalesce(matched, 0) AS matched,
           coalesce(1.0 / (%(k)s + near.rank), 0)
           + coalesce(%(word_weight)s / (%(k)s + worded.rank), 0) AS score
    FROM near FULL JOIN worded USING (id)
    ORDER BY score DESC, id DESC LIMIT %(limit)s
)
SELECT item.id, namespace, key, value, text, provenance_kind, provenance_id, stated, confidence,
       created_at, updated_at, matched, 1 - (item.embedding <=> (SELECT vector FROM asked)) AS cosine
FROM fused JOIN memory_memoryitem item ON item.id = fused.id
ORDER BY fused.score DESC, item.id DESC
"""

_VALID = """(valid_from IS NULL OR valid_from <= statement_timestamp())
    AND (valid_until IS NULL OR valid_until > statement_timestamp())"""


def _statement(
    user_id: UUID,
    vector: Vector | None,
    words: Sequence[int],
    namespaces: Sequence[Namespace],
    limit: int,
) -> tuple[str, dict[str, Any]]:
    scope, parameters = _scope(namespaces)
    parameters |= {
        "user": user_id,
        "words": list(words),
        "k": FUSION_K,
        "word_weight": WORD_WEIGHT,
        "limit": limit,
        "candidates": max(limit, CANDIDATES),
        "vector": None if vector is None else written(vector),
    }
    sql = _JOINED.format(
        near=_EMPTY_NEAR if vector is None else _NEAR.format(scope=scope),
        worded=_WORDED.format(scope=scope) if words else _EMPTY_WORDED,
    )
    return sql, parameters


def _scope(namespaces: Sequence[Namespace]) -> tuple[str, dict[str, Any]]:
    """Return the condition that a row is valid and under one of the prefixes, with its parameters."""
    prefixes = [[escape(part) for part in namespace] for namespace in namespaces if namespace]
    if len(prefixes) < len(namespaces) or not prefixes:
        return _VALID, {}
    tests = [f"namespace[1:{len(prefix)}] = %(prefix{i})s::text[]" for i, prefix in enumerate(prefixes)]
    return f"{_VALID} AND ({' OR '.join(tests)})", {f"prefix{i}": prefix for i, prefix in enumerate(prefixes)}


def written(vector: Vector) -> str:
    """Return `vector` in pgvector's text form, with the digits that half precision keeps."""
    return "[" + ",".join([f"{number:.5g}" for number in vector.tolist()]) + "]"


# Rows, found and kept ------------------------------------------------------------------------------------


_KEY, _VALUE, _TEXT = (cast(EncryptedField, MemoryItem._meta.get_field(n)) for n in ("key", "value", "text"))


def _recalled(row: tuple[Any, ...], asked: int) -> Recalled:
    """Open one row of the statement. (Model instances would cost as much again as the search.)"""
    item_id, namespace, key, value, text, kind, source_id, stated, confidence, *rest = row
    created_at, updated_at, matched, cosine = rest
    return Recalled(
        id=item_id,
        namespace=readable(namespace),
        key=unescape(_opened(_KEY, key)),
        value=_opened(_VALUE, value),
        text=_opened(_TEXT, text),
        relevance=_relevance(cosine, matched, asked),
        provenance=Provenance(ProvenanceKind(kind), source_id),
        stated=stated,
        confidence=confidence,
        created_at=created_at,
        updated_at=updated_at,
    )


def _opened(field: EncryptedField, sealed: bytes) -> Any:
    return field.from_db_value(sealed, None, connection)


def _relevance(cosine: float | None, matched: int, asked: int) -> float:
    """Return relevance by meaning; by the share of the words found where there is no vector."""
    if cosine is None:
        return min(1.0, matched / asked) if asked else 0.0
    return embedder().relevance(cosine)


def _packed(item: Recalled) -> list[Any]:
    return [
        item.id.hex,
        item.namespace,
        item.key,
        item.value,
        item.text,
        item.relevance,
        item.provenance.kind.value,
        item.provenance.id.hex if item.provenance.id else None,
        item.stated,
        item.confidence,
        item.created_at.isoformat(),
        item.updated_at.isoformat(),
    ]


def _unpacked(row: list[Any]) -> Recalled:
    item_id, namespace, key, value, text, relevance, kind, source_id, stated, confidence, created, updated = (
        row
    )
    return Recalled(
        id=UUID(item_id),
        namespace=tuple(namespace),
        key=key,
        value=value,
        text=text,
        relevance=relevance,
        provenance=Provenance(ProvenanceKind(kind), UUID(source_id) if source_id else None),
        stated=stated,
        confidence=confidence,
        created_at=datetime.fromisoformat(created),
        updated_at=datetime.fromisoformat(updated),
    )
