"""Fits the classifier to the shipped examples: `python -m agency.reasoning.routing.training`.

The same examples give the same weights. The temperature is chosen on examples left out of the fit.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from . import classifier
from .classifier import Classifier, softmax
from .examples import fingerprint, load_examples
from .features import embed, rarity, word_features
from .models import Vector

PENALTY = 1.5e-5  # of squared weights
OTHER_WEIGHT = 5.0  # most of what people say is nobody's business here: its examples count five times
STEPS = 600
LEFT_OUT = 5  # every fifth example is left out to choose the temperature


def main() -> None:
    examples = load_examples()
    fitted = fit([example.text for example in examples], [example.label for example in examples])
    classifier.save(fitted)
    print(f"{len(examples)} examples, {len(fitted.labels)} labels, temperature {fitted.temperature:.2f}")


def fit(texts: Sequence[str], names: Sequence[str]) -> Classifier:
    """A classifier for n labelled texts."""
    labels = tuple(sorted(set(names)))
    wanted = np.array([labels.index(name) for name in names])
    weights = np.array([OTHER_WEIGHT if name == "other" else 1.0 for name in names], np.float32)
    embeddings = embed(texts)
    center = embeddings.mean(axis=0)
    scale = float(np.sqrt(((embeddings - center) ** 2).sum(axis=1).mean()))
    rare = rarity(texts)
    features = np.hstack([(embeddings - center) / scale, word_features(texts, rare)])
    matrix, bias = minimise(features, wanted, weights, len(labels))
    size = embeddings.shape[1]
    return Classifier(
        labels=labels,
        center=center,
        scale=scale,
        rare=rare,
        by_meaning=matrix[:size],
        by_word=matrix[size:],
        bias=bias,
        temperature=choose_temperature(features, wanted, weights, len(labels)),
        fingerprint=fingerprint(load_examples()),
    )


def minimise(features: Vector, wanted: np.ndarray, weights: Vector, count: int) -> tuple[Vector, Vector]:
    """Weights (d, count) and bias (count,) of penalised multinomial logistic regression.

    Nesterov's accelerated gradient with a step of one over the gradient's Lipschitz bound
    (0.5 times the largest eigenvalue of the weighted, bias-extended Gram matrix, plus the penalty).
    """
    extended = np.hstack([features, np.ones((len(features), 1), np.float32)])
    share = (weights / weights.sum())[:, None]
    target = np.eye(count, dtype=np.float32)[wanted]
    penalty = np.full((extended.shape[1], 1), PENALTY, np.float32)
    penalty[-1] = 0
    rate = 1 / (0.5 * largest_eigenvalue(extended * np.sqrt(share)) + PENALTY)
    current = ahead = np.zeros((extended.shape[1], count), np.float32)
    for step in range(STEPS):
        error = (softmax(extended @ ahead) - target) * share
        following = ahead - rate * (extended.T @ error + penalty * ahead)
        ahead = following + step / (step + 3) * (following - current)
        current = following
    return current[:-1], current[-1]


def largest_eigenvalue(matrix: Vector) -> float:
    """Of matrix.T @ matrix, by power iteration; a little above the true value."""
    vector = np.ones(matrix.shape[1], np.float32)
    for _ in range(30):
        vector = matrix.T @ (matrix @ (vector / np.linalg.norm(vector)))
    return 1.05 * float(np.linalg.norm(vector))


def choose_temperature(features: Vector, wanted: np.ndarray, weights: Vector, count: int) -> float:
    """The temperature with the smallest log loss on left-out examples (Guo et al. 2017)."""
    out = np.arange(len(wanted)) % LEFT_OUT == 0
    matrix, bias = minimise(features[~out], wanted[~out], weights[~out], count)
    scores, wanted = features[out] @ matrix + bias, wanted[out]
    rows = np.arange(len(wanted))

    def loss(temperature: float) -> float:
        return float(-np.log(softmax(scores / temperature)[rows, wanted] + 1e-9).mean())

    return min((step / 20 for step in range(8, 41)), key=loss)


if __name__ == "__main__":
    main()
