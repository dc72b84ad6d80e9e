"""Recognising goals of mission types that were added later and that routing was not trained on.

Routing knows the types of the design. A new plugin brings keywords and example utterances in its
`config.yaml`: a keyword in the goal decides, else the nearest example does, if it is near enough.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import lru_cache

import numpy as np

from agency.reasoning.routing import MISSION_TYPES
from memory.embedding import Vector, embedder
from missions.plugins.base import MissionType
from missions.plugins.discovery import all_types
from ownyou.lib.text import key_of

NEAR = 0.9
"""Cosine of e5-small above which two utterances ask for the same kind of thing."""


def added_types() -> list[MissionType]:
    """The working types that routing was not trained on."""
    return [kind for kind in all_types() if kind.config.type not in MISSION_TYPES]


def recognise(text: str) -> str | None:
    """Return the added type that a goal belongs to, or None. Costs nothing where no type was added."""
    types = added_types()
    if not types:
        return None
    named = next((kind.config.type for kind in types if _named(text, tuple(kind.config.keywords))), None)
    return named or _nearest(text, types)


def told_by_keyword(text: str) -> str | None:
    """The one type that only plans whose keyword is in an unclear goal ("Plan my next vacation"), if any."""
    named = [
        kind.config.type
        for kind in all_types()
        if kind.config.levels.least == 3 and _named(text, tuple(kind.config.keywords))
    ]
    return named[0] if len(named) == 1 else None


def told_by_one_keyword(text: str, among: Collection[str]) -> str | None:
    """The one type of these whose keyword is in a sentence that is no goal ("my dinner budget"), if any."""
    kinds = [kind.config for kind in all_types() if kind.config.type in among]
    named = [config.type for config in kinds if _named(text, tuple(config.keywords))]
    return named[0] if len(named) == 1 else None


def _named(text: str, keywords: tuple[str, ...]) -> bool:
    said = key_of(text)
    return any(re.search(rf"\b{re.escape(key_of(word))}\b", said) for word in keywords)


def _nearest(text: str, types: list[MissionType]) -> str | None:
    wanted = embedder().query(text)
    scores = {
        kind.config.type: float(np.max(_vectors(tuple(kind.config.examples)) @ wanted))
        for kind in types
        if kind.config.examples
    }
    best = max(scores, key=lambda name: scores[name], default=None)
    return best if best is not None and scores[best] >= NEAR else None


@lru_cache(maxsize=32)
def _vectors(examples: tuple[str, ...]) -> Vector:
    return np.stack([embedder().query(example) for example in examples])
