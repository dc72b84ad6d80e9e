"""Reading, beside other work, what memory will be searched with."""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor

from memory.embedding import Vector
from memory.recall import MOST_QUERY, vector_of

_beside = ThreadPoolExecutor(max_workers=2, thread_name_prefix="reading ahead")
"""Its threads begin with the first text, so after a worker has forked."""


def read_ahead(query: str) -> Future[Vector | None]:
    """Begin to read a question. Once that has its result, `recall` of the same words need not read them."""
    return _beside.submit(vector_of, query[:MOST_QUERY].strip())
