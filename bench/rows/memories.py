"""The same memories twice: in the product's table and in LangGraph's PostgresStore (flat)."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import psycopg
from langgraph.store.postgres import PostgresStore
from numpy.typing import NDArray
from psycopg.rows import dict_row

from bench.browser import person

type Vectors = NDArray[np.float32]

DIMENSIONS = 384
USERS = 100
SCHEMA = "reference"
BATCH = 1_000
WORDS = 8
VOCABULARY = tuple(f"{a}{b}{c}" for a in "bdfgklmnprst" for b in "aeiou" for c in ("l", "rn", "st", "k"))
"""240 syllables, each as frequent as any other: a word of a question is in one memory of thirty."""


@dataclass
class Owned:
    """One person's memories: vectors of shape (n, 384), unit length, and the ids of the rows."""

    user: Any
    vectors: Vectors = field(default_factory=lambda: np.empty((0, DIMENSIONS), np.float32))
    ids: list[Any] = field(default_factory=list)


class Memories:
    """Makes memories of many people, alike in both stores."""

    def __init__(self, prefix: str = "memory", users: int = USERS) -> None:
        self._random = np.random.default_rng(7)
        self._words = random.Random(7)
        self.owners = [Owned(person(f"{prefix}{number}@example.com")[0]) for number in range(users)]

    def grow(self, counts: Sequence[int]) -> None:
        """Let each person have so many; new ones are added in a mixed order, as life would."""
        wanted = [
            owner
            for owner, count in zip(self.owners, counts, strict=True)
            for _ in range(count - len(owner.ids))
        ]
        self._words.shuffle(wanted)
        for start in range(0, len(wanted), BATCH):
            self._add(wanted[start : start + BATCH])
        tidy()

    def shrink(self, owner: Owned, count: int) -> None:
        """Let one person keep only the first so many."""
        from memory.models import MemoryItem

        MemoryItem.objects.filter(pk__in=owner.ids[count:]).delete()
        owner.ids, owner.vectors = owner.ids[:count], owner.vectors[:count]
        tidy()

    def near(self, owner: Owned) -> Vectors:
        """Return a question's vector: one of the person's memories, disturbed."""
        base = owner.vectors[self._random.integers(len(owner.vectors))]
        return self.unit(base + self._random.normal(0, 0.03, DIMENSIONS))

    def question(self) -> str:
        """Return three words that some memories have."""
        return " ".join(self._words.sample(VOCABULARY, 3))

    @staticmethod
    def unit(vectors: Any) -> Vectors:
        return np.asarray(vectors / np.linalg.norm(vectors, axis=-1, keepdims=True), np.float32)

    def _add(self, owners: list[Owned]) -> None:
        from memory.content import Content, prepare
        from memory.models import MemoryItem
        from memory.provenance import BY_USER

        vectors = self.unit(self._random.normal(size=(len(owners), DIMENSIONS)))
        texts = [" ".join(self._words.sample(VOCABULARY, WORDS)) for _ in owners]
        items = []
        for owner, vector, text in zip(owners, vectors, texts, strict=True):
            key = f"bench.{len(owner.ids)}"
            content = Content(["bench", str(owner.user.pk)], key, {"text": text}, text, BY_USER)
            items.append(prepare(owner.user.pk, content, language="en", vector=vector).apply(MemoryItem()))
            owner.ids.append(items[-1].pk)
        MemoryItem.objects.bulk_create(items)
        for owner in {id(owner): owner for owner in owners}.values():
            mine = [vector for other, vector in zip(owners, vectors, strict=True) if other is owner]
            owner.vectors = np.vstack([owner.vectors, *mine])
        _copy_to_reference(items, vectors, texts)


def _copy_to_reference(items: list[Any], vectors: Vectors, texts: list[str]) -> None:
    with connect() as connection, connection.cursor() as cursor:
        with cursor.copy("COPY store (prefix, key, value) FROM STDIN") as copy:
            for item, text in zip(items, texts, strict=True):
                copy.write_row((item.user_id.hex, item.pk.hex, json.dumps({"text": text})))
        with cursor.copy("COPY store_vectors (prefix, key, field_name, embedding) FROM STDIN") as copy:
            for item, vector in zip(items, vectors, strict=True):
                copy.write_row((item.user_id.hex, item.pk.hex, "text", str(vector.tolist())))


def connect() -> psycopg.Connection[Any]:
    """Connect to the reference's schema, as its saver and store want it."""
    from django.conf import settings

    return psycopg.connect(
        settings.DATABASE_OWNER_URL,
        autocommit=True,
        prepare_threshold=0,
        row_factory=dict_row,
        options=f"-c search_path={SCHEMA},public",
    )


def reference_store(embed: Callable[[Sequence[str]], list[list[float]]]) -> PostgresStore:
    """Return LangGraph's store with flat (exact) search, its tables made."""
    connection = connect()
    connection.execute(f"CREATE SCHEMA IF NOT EXISTS {SCHEMA}")
    store = PostgresStore(
        connection,
        index={
            "dims": DIMENSIONS,
            "embed": embed,
            "fields": ["text"],
            "ann_index_config": {"kind": "flat", "vector_type": "vector"},
        },
    )
    store.setup()
    return store


def tidy() -> None:
    """Do what autovacuum would have done by and by, for both."""
    with connect() as connection:
        for name in ("public.memory_memoryitem", "store", "store_vectors"):
            connection.execute(f"VACUUM (ANALYZE) {name}")
