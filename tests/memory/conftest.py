"""Memory's ground: facts in the owner's name, and a fast stand-in for the embedding model."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from memory import embedding
from memory.embedding import DIMENSIONS, Calibration, Recently, Vector, readable
from memory.lexemes import stems_of, words_of


class BagOfStems(Recently):
    """Vectors of words: each stem is a direction of its own, so that texts with common words are near."""

    name = "bag-of-stems"
    dim = DIMENSIONS
    calibration = Calibration(midpoint=0.5, steepness=10.0)

    def __init__(self) -> None:
        super().__init__()
        self.calls = 0

    def warm_up(self) -> None:
        pass

    def query(self, text: str) -> Vector:
        if (kept := self.known(text)) is not None:
            return kept
        self.calls += 1
        stems = [stem for word in words_of(readable(text)) for stem in stems_of(word, "en")] or ["-"]
        total = np.sum([_direction(stem) for stem in stems], axis=0)
        vector = np.asarray(total / np.linalg.norm(total), dtype=np.float32)
        self.take(text, vector)
        return vector

    def sought(self, text: str) -> Vector:
        return self.query(text)

    def passages(self, texts: Sequence[str]) -> Vector:
        return np.stack([self.query(text) for text in texts])


def _direction(stem: str) -> Vector:
    seed = int.from_bytes(hashlib.sha256(stem.encode()).digest()[:8])
    return np.random.default_rng(seed).standard_normal(DIMENSIONS).astype(np.float32)


@pytest.fixture(autouse=True)
def model(monkeypatch: pytest.MonkeyPatch) -> BagOfStems:
    """The embedding model of these tests."""
    stand_in = BagOfStems()
    for module in ("memory.ahead", "memory.recall", "memory.content", "memory.reembedding"):
        monkeypatch.setattr(f"{module}.embedder", lambda: stand_in)
    assert stand_in.dim == embedding.DIMENSIONS
    return stand_in


@pytest.fixture
def learn(owner: Any) -> Callable[..., Any]:
    """Remember a preference of the owner (or of `user`): key, value, sentence."""
    from memory.names import preferences_of
    from memory.provenance import Provenance, ProvenanceKind
    from memory.writing import remember

    def learn(key: str, value: Any, text: str, *, user: Any = None, source: Any = None, **more: Any) -> Any:
        person = user or owner
        return remember(
            user=person,
            namespace=more.pop("namespace", preferences_of(person)),
            key=key,
            value=value,
            text=text,
            provenance=source or Provenance(ProvenanceKind.FEEDBACK, uuid4()),
            **more,
        )

    return learn
