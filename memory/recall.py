"""Finding what a person's memory holds about a question: by meaning and by word, joined in one statement.

By meaning: the cosine of vectors, scanned exactly over the person's own rows (docs/adr/exact-search.md). By
word: keyed hashes of stems, rare ones weighing more. By topic: hashes of what the words touch in everyday
life (`topics.py`), rare ones weighing more. The three are added up as log-odds (docs/adr/memory-store.md),
words with little weight: they settle what meaning leaves open (names, numbers), and what shares no more than
an everyday word does not pass what is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, cast
from uuid import UUID

import numpy as np
from pydantic_core import from_json

from memory import cache
from memory.embedding import EmbeddingUnavailable, Vector, embedder
from memory.lexemes import lexemes_of
from memory.models import MemoryItem
from memory.names import Namespace, owner_for, readable, unescape
from memory.provenance import Provenance, ProvenanceKind
from memory.statement import rows_found
from memory.topics import hashed_topics
from ownyou.lib import crypto
from ownyou.lib.fields import EncryptedField
from trust.models import User

MOST_QUERY = 2_000


class Recalled(NamedTuple):
    """One memory that was found. `relevance` is 0-1; 0.7 and more means that it is about the question.

    (A tuple, since a search makes ten; a frozen dataclass takes four times as long.)
    """

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
    embedding where neither the answer is in the cache nor, handed on (`memory.ahead`), the question's vector.
    When the embedding model cannot be reached, words alone are searched. Raises `ForeignNamespace` when a
    namespace is another person's.
    """
    for namespace in namespaces:
        owner_for(user, namespace)
    query = query[:MOST_QUERY].strip()
    if not query or limit < 1:
        return []
    question = (query, namespaces, limit, embedder().name, user.language)
    name = cache.entry_name(user.pk, question)
    found = cache.look_up(user.pk, name, cache.vector_name(user.pk, embedder().name, query))
    if found.kept is None:
        if found.vector is not None:
            embedder().take(query, np.frombuffer(found.vector, dtype=np.float32))
        items = search(
            user_id=user.pk,
            vector=vector_of(query),
            words=lexemes_of(user.pk, query, language=user.language),
            topics=hashed_topics(user.pk, query, asked=True),
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
    topics: Sequence[int] = (),
    namespaces: Sequence[Namespace] = (),
    limit: int = 10,
) -> list[Recalled]:
    """Return the `limit` best of a person's memories for a vector, shape (384,), hashed `words`, or both.

    Hashed `topics` help a vector; they find nothing by themselves.
    """
    if vector is None and not words:
        return []
    rows = rows_found(user_id, vector, words, topics, namespaces, limit, embedder().calibration)
    opened = [crypto.opener(user_id, context=field.context) for field in (_KEY, _VALUE, _TEXT)]
    return [_recalled(row, len(words), *opened) for row in rows]


def vector_of(query: str) -> Vector | None:
    """Return the vector of a question, or None while the embedding model cannot be reached."""
    try:
        return embedder().sought(query)
    except EmbeddingUnavailable:
        return None


# Rows, found and kept ------------------------------------------------------------------------------------


_KEY, _VALUE, _TEXT = (cast(EncryptedField, MemoryItem._meta.get_field(n)) for n in ("key", "value", "text"))


_KINDS = {kind.value: kind for kind in ProvenanceKind}

type _Opener = Callable[[bytes], bytes]


def _recalled(
    row: tuple[Any, ...], asked: int, key_of: _Opener, value_of: _Opener, text_of: _Opener
) -> Recalled:
    """Open one row of the statement. (Model instances would cost as much again as the search, and what their
    fields make of each value a fifth of it.)"""
    item_id, namespace, key, value, text, kind, source_id, stated, confidence, *rest = row
    created_at, updated_at, matched, cosine = rest
    return Recalled(
        id=item_id,
        namespace=_readable(tuple(namespace)),
        key=unescape(key_of(key).decode()),
        value=from_json(value_of(value)),
        text=text_of(text).decode(),
        relevance=_relevance(cosine, matched, asked),
        provenance=Provenance(_KINDS[kind], source_id),
        stated=stated,
        confidence=confidence,
        created_at=created_at,
        updated_at=updated_at,
    )


_readable = lru_cache(maxsize=1_024)(readable)


def _relevance(cosine: float | None, matched: int, asked: int) -> float:
    """Return relevance by meaning; by the share of the words found where there is no vector."""
    if cosine is None:
        return min(1.0, matched / asked) if asked else 0.0
    return embedder().calibration.relevance(cosine)


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
