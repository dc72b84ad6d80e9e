"""Routing by rules: the domain and mission type of a sentence, and the level of a goal.

No language model: a small classifier over sentence embeddings and words, fitted to labelled examples
that lie beside this file, and a table of cues for levels.
"""

from __future__ import annotations

from .levels import classify_level
from .models import DOMAINS, MISSION_TYPES, Level, Route
from .route import likeliest, route

__all__ = [
    "DOMAINS",
    "MISSION_TYPES",
    "Level",
    "Route",
    "classify_level",
    "likeliest",
    "route",
]
