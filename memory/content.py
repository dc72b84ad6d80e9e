"""What a memory says, apart from its row: what is written, kept in history and restored."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self, cast
from uuid import UUID

from memory.areas import with_area
from memory.embedding import EmbeddingUnavailable, Vector, embedder
from memory.lexemes import lexemes_of
from memory.models import MemoryItem
from memory.names import hash_of_key
from memory.provenance import Provenance, ProvenanceKind
from memory.topics import hashed_topics
from ownyou.lib.crypto import keyed_hash
from ownyou.lib.text import key_of


@dataclass(frozen=True, slots=True)
class Content:
    """The content of one memory. `namespace` and `key` are as stored (escaped)."""

    namespace: list[str]
    key: str
    value: Any
    text: str
    source: Provenance
    stated: bool = True
    confidence: float = 1.0
    valid_from: datetime | None = None
    valid_until: datetime | None = None

    @classmethod
    def of(cls, item: MemoryItem) -> Self:
        """Return the content of a row."""
        return cls(
            namespace=item.namespace,
            key=item.key,
            value=item.value,
            text=item.text,
            source=item.source,
            stated=item.stated,
            confidence=item.confidence,
            valid_from=item.valid_from,
            valid_until=item.valid_until,
        )

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Self:
        """Return the content that `as_json` wrote."""
        return cls(
            namespace=kept["namespace"],
            key=kept["key"],
            value=kept["value"],
            text=kept["text"],
            source=Provenance(
                ProvenanceKind(kept["source_kind"]), UUID(kept["source_id"]) if kept["source_id"] else None
            ),
            stated=kept["stated"],
            confidence=kept["confidence"],
            valid_from=_moment(kept["valid_from"]),
            valid_until=_moment(kept["valid_until"]),
        )

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON, for the history."""
        return {
            "namespace": self.namespace,
            "key": self.key,
            "value": self.value,
            "text": self.text,
            "source_kind": self.source.kind.value,
            "source_id": str(self.source.id) if self.source.id else None,
            "stated": self.stated,
            "confidence": self.confidence,
            "valid_from": self.valid_from.isoformat() if self.valid_from else None,
            "valid_until": self.valid_until.isoformat() if self.valid_until else None,
        }


@dataclass(frozen=True, slots=True)
class Prepared:
    """Content with what its row is found by. Made before a transaction begins, since embedding takes time."""

    owner: UUID | None
    content: Content
    key_hash: bytes
    fingerprint: bytes
    lexemes: list[int]
    vector: Vector | None
    embedded_by: str

    def with_value(self, value: Any) -> Prepared:
        """Return it with another value (the sentence, and so what it is found by, stays)."""
        return replace(self, content=replace(self.content, value=value))

    def apply(self, item: MemoryItem) -> MemoryItem:
        """Put it all into `item`, unsaved."""
        content = self.content
        item.user_id = self.owner
        item.namespace, item.key, item.key_hash = content.namespace, content.key, self.key_hash
        item.value, item.text, item.fingerprint = content.value, content.text, self.fingerprint
        item.embedding, item.embedded_by, item.lexemes = self.vector, self.embedded_by, self.lexemes
        item.provenance_kind, item.provenance_id = content.source.kind, content.source.id
        item.stated, item.confidence = content.stated, content.confidence
        item.valid_from, item.valid_until = content.valid_from, content.valid_until
        return item


def prepare(
    owner: UUID | None, content: Content, *, language: str, vector: Vector | None = None, indexed: bool = True
) -> Prepared:
    """Return `content` with its hashes and, when `indexed`, its vector (computed unless given).

    Without the embedding model the vector stays empty: the memory is found by its words, and
    `manage.py reembed` adds the vector.
    """
    if indexed and vector is None:
        vector = _vector_of(with_area(content.namespace, content.key, content.text))
    return Prepared(
        owner=owner,
        content=content,
        key_hash=hash_of_key(owner, content.key),
        fingerprint=fingerprint_of(owner, content.text),
        lexemes=indexed_hashes(owner, content.text, language=language) if indexed else [],
        vector=vector,
        embedded_by=embedder().name if vector is not None else "",
    )


def indexed_hashes(owner: UUID | None, text: str, *, language: str) -> list[int]:
    """Return the hashes that `text` is found by: of its words, then of the topics that they touch."""
    return [*lexemes_of(owner, text, language=language), *hashed_topics(owner, text)]


def fingerprint_of(owner: UUID | None, text: str) -> bytes:
    """Return the 16 bytes that equal sentences share, whatever their case, accents and punctuation."""
    return keyed_hash(owner, key_of(text), purpose="memory.sentence")


def fact_of(owner: UUID | None, content: Content) -> bytes:
    """Return the 16 bytes that stand for namespace and key of a fact."""
    return keyed_hash(owner, "\x1f".join((*content.namespace, content.key)), purpose="memory.fact")


def _vector_of(text: str) -> Vector | None:
    try:
        return cast(Vector, embedder().passages([text])[0])
    except EmbeddingUnavailable:
        return None


def _moment(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
