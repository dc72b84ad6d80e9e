"""Reading what memory will be searched with: beside other work, and once for several processes."""

from __future__ import annotations

from concurrent.futures import Future
from uuid import UUID

from memory import cache
from memory.embedding import Vector, beside, embedder
from memory.recall import MOST_QUERY, vector_of


def read_ahead(query: str) -> Future[Vector | None]:
    """Begin to read a question. Once that has its result, `recall` of the same words need not read them."""
    return beside(vector_of, query[:MOST_QUERY].strip())


def hand_on(user_id: UUID, text: str) -> None:
    """Spare the process that searches memory for `text` next from reading it, where this one just has."""
    query = text[:MOST_QUERY].strip()
    vector = embedder().known(query)
    if vector is not None:
        cache.hand_on(user_id, cache.vector_name(user_id, embedder().name, query), vector.tobytes())
