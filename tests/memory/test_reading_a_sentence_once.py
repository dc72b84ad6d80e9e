"""A sentence that several ask about at once is read once."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from memory.embedding import DIMENSIONS, RecentQueries, Vector

ANY: Vector = np.ones(DIMENSIONS, dtype=np.float32)


def test_of_those_who_ask_at_once_one_reads_and_all_get_it() -> None:
    recent, reads, asked = RecentQueries(), [], threading.Barrier(4)
    may_go_on = threading.Event()

    def read() -> Vector:
        reads.append(1)
        assert may_go_on.wait(5)
        return ANY.copy()

    def ask() -> Vector:
        asked.wait(5)
        return recent.get_or_make(b"name", read)

    with ThreadPoolExecutor(4) as pool:
        answers = [pool.submit(ask) for _ in range(4)]
        may_go_on.set()
        vectors = [answer.result(5) for answer in answers]
    assert len(reads) == 1
    assert all(vector is vectors[0] for vector in vectors)
    assert not vectors[0].flags.writeable


def test_what_could_not_be_read_is_tried_again() -> None:
    recent = RecentQueries()

    def fail() -> Vector:
        raise OSError("away")

    with pytest.raises(OSError, match="away"):
        recent.get_or_make(b"name", fail)
    assert (recent.get_or_make(b"name", ANY.copy) == ANY).all()
