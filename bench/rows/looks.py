"""A look at a thousand new memories, by the proactive generator."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

from bench.browser import person
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.rows.memories import VOCABULARY, Memories
from bench.sampling import alternating, milliseconds

ITEMS = 1_000
MISSIONS, NOTES = 100, 200
"""Of so many memories: completed missions, and notes; the rest are tastes."""
_words = random.Random(12)


def measure(samples: int) -> Iterator[Result]:
    """Look, and read, in turn."""
    yield _look(samples)


def _look(samples: int) -> Result:
    """The whole run of the proactive generator over memories that it has not seen; and reading them."""
    user, _ = person("looker@example.com")
    _remember(user)
    value, reference = alternating(lambda number: _looked(user), lambda number: _read(user), samples)
    return compared(
        "proactive_look",
        value,
        "ms",
        to="reading and decrypting them",
        reference=reference,
        target=Target(3.0),
    )


def _looked(user: Any) -> float:
    from agency.desires.noticing.looking import PROACTIVE, start_look
    from agency.models import Desire, DesireCursor, DesireEvidence
    from agency.runtime.driving import drive

    for model in (Desire, DesireEvidence, DesireCursor):
        model.objects.filter(user=user).delete()
    thread = start_look(user, PROACTIVE)
    assert thread is not None
    took = milliseconds(lambda: drive(thread.pk))
    assert Desire.objects.filter(user=user).exists()
    return took


def _read(user: Any) -> float:
    from memory.models import MemoryItem

    def read() -> None:
        assert len([(one.key, one.value, one.text) for one in MemoryItem.objects.filter(user=user)]) == ITEMS

    return milliseconds(read)


def _remember(user: Any) -> None:
    """A thousand memories with their history, as they would have been learned."""
    from memory.content import prepare
    from memory.models import MemoryItem, MemoryRevision

    kept = [
        prepare(user.pk, content, language="en", vector=Memories.unit([1.0] * 384)).apply(MemoryItem())
        for content in map(_content, range(ITEMS), [user] * ITEMS)
    ]
    MemoryItem.objects.bulk_create(kept)
    MemoryRevision.objects.bulk_create(
        MemoryRevision(
            user=user,
            item_id=item.pk,
            namespace=item.namespace,
            action=MemoryRevision.Action.REMEMBERED,
            cause_kind=item.provenance_kind,
        )
        for item in kept
    )


def _content(number: int, user: Any) -> Any:
    from memory.content import Content
    from memory.names import COMPLETED, preferences_of
    from memory.provenance import BY_USER, Provenance, ProvenanceKind

    words = " ".join(_words.sample(VOCABULARY, 8))
    if number < MISSIONS:
        cuisine = ("italian", "thai", "greek", "indian")[number % 4]
        value = {"mission_type": "dining", "goal": words, "slots": {"cuisine": [cuisine], "place": "Rome"}}
        source = Provenance(ProvenanceKind.MISSION, uuid4())
        return Content([COMPLETED, str(user.pk)], f"bench.{number}", value, words, source)
    value = {} if number < MISSIONS + NOTES else {"polarity": "like", "value": words}
    return Content(list(preferences_of(user)), f"bench.{number}", value, words, BY_USER)


BENCH = Bench(("proactive_look",), measure)
