"""Recall from a given vector: how fast, and whether exactly the nearest come back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import mean

import numpy as np

from bench.report import Result, Target, alone, compared
from bench.rows.base import Bench
from bench.rows.memories import USERS, Memories, Owned, Vectors, reference_store
from bench.sampling import alternating, milliseconds

SIZES = (1_000, 10_000, 100_000)
LIMIT = 10
SMALLEST, LARGEST = 5, 50_000
SEARCHES = 1_000
VECTOR_ROWS = tuple(f"recall_vector_{size}" for size in SIZES)


class Asked:
    """Stands in for the reference's embedding: the vectors of the questions, known beforehand."""

    def __init__(self) -> None:
        self.vectors: list[list[float]] = []

    def __call__(self, texts: Sequence[str]) -> list[list[float]]:
        return [self.vectors[int(text)] for text in texts]


def measure(samples: int) -> Iterator[Result]:
    """Let the memories grow and search them at each size; then compare with exact search."""
    asked = Asked()
    store = reference_store(asked)
    memories = Memories()
    for size, name in zip(SIZES, VECTOR_ROWS, strict=True):
        memories.grow([size // USERS] * USERS)
        yield _search(name, memories, asked, store, samples, words=False, target=0.20)
    yield _search("recall_joined", memories, asked, store, samples, words=True, target=0.40)
    yield from _exactness(memories)


def _search(
    name: str, memories: Memories, asked: Asked, store: object, samples: int, *, words: bool, target: float
) -> Result:
    from langgraph.store.postgres import PostgresStore

    from memory.lexemes import lexemes_of
    from memory.recall import search

    assert isinstance(store, PostgresStore)
    owners = [memories.owners[number % USERS] for number in range(samples + 3)]
    vectors = [memories.near(owner) for owner in owners]
    asked.vectors = [vector.tolist() for vector in vectors]
    hashed = [lexemes_of(owner.user.pk, memories.question()) if words else [] for owner in owners]

    def product(number: int) -> float:
        user_id, vector = owners[number].user.pk, vectors[number]
        return milliseconds(lambda: search(user_id=user_id, vector=vector, words=hashed[number], limit=LIMIT))

    def reference(number: int) -> float:
        prefix = (owners[number].user.pk.hex,)
        return milliseconds(lambda: store.search(prefix, query=str(number), limit=LIMIT))

    value, other = alternating(product, reference, samples)
    return compared(
        name, value, "ms", to="PostgresStore.search, flat", reference=other, target=Target(target)
    )


def _exactness(memories: Memories) -> Iterator[Result]:
    """Search for the smallest and the largest person on one connection, time after time."""
    small, large = memories.owners[-1], memories.owners[0]
    counts = [len(owner.ids) for owner in memories.owners]
    memories.grow([LARGEST, *counts[1:]])
    memories.shrink(small, SMALLEST)
    for name, owner in (("recall_at_10_smallest", small), ("recall_at_10_largest", large)):
        found = [_recall_at_10(memories, owner) for _ in range(SEARCHES)]
        whole = min(LIMIT, len(owner.ids))
        yield alone(
            name,
            mean(share for share, _ in found),
            f"of the nearest {whole}, {SEARCHES} searches",
            to="exact search",
            target=Target(0.99, at_least=True),
            also=all(length == whole for _, length in found),
        )


def _recall_at_10(memories: Memories, owner: Owned) -> tuple[float, int]:
    """Return which share of the truly nearest was found, and how many rows came."""
    from memory.recall import search

    vector = memories.near(owner)
    found = [item.id for item in search(user_id=owner.user.pk, vector=vector, limit=LIMIT)]
    true = {owner.ids[index] for index in nearest(owner.vectors, vector)}
    return len(true & set(found)) / len(true), len(found)


def nearest(vectors: Vectors, vector: Vectors) -> list[int]:
    """Return the indices of the ten nearest of `vectors`, shape (n, 384), by cosine."""
    return [int(index) for index in np.argsort(-(vectors @ vector))[:LIMIT]]


BENCH = Bench((*VECTOR_ROWS, "recall_joined", "recall_at_10_smallest", "recall_at_10_largest"), measure)
