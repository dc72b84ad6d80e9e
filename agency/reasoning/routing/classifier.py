"""The trained classifier: a linear map from features to label scores, softened to probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np

from .features import word_buckets, word_weights
from .models import Vector

WEIGHTS = Path(__file__).with_name("weights.npz")


@dataclass(frozen=True, slots=True)
class Classifier:
    """Multinomial logistic regression over K labels.

    `center` (384,) and `scale` normalise embeddings, which all point into one narrow cone;
    `rare` (BUCKETS,) weighs words; `by_meaning` (384, K), `by_word` (BUCKETS, K) and `bias` (K,) score;
    `temperature` divides the scores.
    """

    labels: tuple[str, ...]
    center: Vector
    scale: float
    rare: Vector
    by_meaning: Vector
    by_word: Vector
    bias: Vector
    temperature: float
    fingerprint: str

    def probabilities(self, text: str, embedding: Vector) -> Vector:
        """(K,) probabilities of a text whose normalised query embedding is `embedding` (384,)."""
        buckets = word_buckets(text)
        words = word_weights(buckets, self.rare) @ self.by_word[buckets]
        scores = ((embedding - self.center) / self.scale) @ self.by_meaning + words + self.bias
        return softmax(scores / self.temperature)


def softmax(scores: Vector) -> Vector:
    """Along the last axis."""
    powers = np.exp(scores - scores.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)


def save(classifier: Classifier, path: Path = WEIGHTS) -> None:
    """Half precision is enough for a choice between labels, and halves the file."""
    np.savez_compressed(
        path,
        labels=np.array(classifier.labels),
        center=classifier.center,
        scale=np.float32(classifier.scale),
        rare=classifier.rare.astype(np.float16),
        by_meaning=classifier.by_meaning.astype(np.float16),
        by_word=classifier.by_word.astype(np.float16),
        bias=classifier.bias,
        temperature=np.float32(classifier.temperature),
        fingerprint=np.array(classifier.fingerprint),
    )


@lru_cache(maxsize=1)
def load() -> Classifier:
    """The shipped classifier, read once per process."""
    with np.load(WEIGHTS, allow_pickle=False) as saved:
        return Classifier(
            labels=tuple(str(label) for label in saved["labels"]),
            center=saved["center"],
            scale=float(saved["scale"]),
            rare=saved["rare"].astype(np.float32),
            by_meaning=saved["by_meaning"].astype(np.float32),
            by_word=saved["by_word"].astype(np.float32),
            bias=saved["bias"],
            temperature=float(saved["temperature"]),
            fingerprint=str(saved["fingerprint"]),
        )
