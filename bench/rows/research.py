"""What a trip writes into its checkpoints, when its sources say much and when they say little."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

from bench import goals
from bench.browser import person
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.sampling import alternating

MUCH, LITTLE = 5_000_000, 50_000
"""Bytes of what one part finds."""

MOST_SAMPLES = 3
WRITTEN = """
    SELECT count(DISTINCT checkpoint_id) FROM {schema}.checkpoints WHERE thread_id = ANY(%(runs)s)
    UNION ALL SELECT sum(octet_length(checkpoint::text) + octet_length(metadata::text))
      FROM {schema}.checkpoints WHERE thread_id = ANY(%(runs)s)
    UNION ALL SELECT sum(octet_length(blob)) FROM {schema}.checkpoint_blobs WHERE thread_id = ANY(%(runs)s)
    UNION ALL SELECT sum(octet_length(blob)) FROM {schema}.checkpoint_writes WHERE thread_id = ANY(%(runs)s)
"""
"""The steps of runs; then the bytes of their checkpoints, of the values in them, and of pending writes."""


def measure(samples: int) -> Iterator[Result]:
    """Drive trips to their draft in this process, with much research and with little, in turn."""
    user, _ = person("researcher@example.com")
    much, little = alternating(
        lambda number: _bytes_a_step(user, MUCH),
        lambda number: _bytes_a_step(user, LITTLE),
        min(samples, MOST_SAMPLES),
        warm_up=0,
    )
    yield compared(
        "checkpoint_bytes",
        much,
        "bytes a step",
        to="research of 50 KB",
        reference=little,
        target=Target(1.1),
    )


def _bytes_a_step(user: Any, size: int) -> float:
    from django.db import connection

    from agency.runtime.checkpoints import SCHEMA

    with _wordy_catalogue(size):
        mission = _to_the_draft(user)
    runs = _runs(mission)
    with connection.cursor() as cursor:
        cursor.execute(WRITTEN.format(schema=SCHEMA), {"runs": [str(run.pk) for run in runs]})
        steps, *sizes = [int(row[0] or 0) for row in cursor.fetchall()]
    return sum(sizes) / steps


@contextmanager
def _wordy_catalogue(size: int) -> Iterator[None]:
    """Inside, what the catalogue finds for a request brings so many bytes of text, which hardly pack."""
    from agency.sources.base import Offer, SearchRequest
    from agency.sources.catalogue import CatalogueSource
    from agency.sources.registry import register_source, unregister_source

    class Wordy(CatalogueSource):
        def search(self, request: SearchRequest) -> list[Offer]:
            found = super().search(request)
            each = size // max(len(found), 1)
            return [offer.model_copy(update={"attributes": _with_words(offer, each)}) for offer in found]

    register_source(Wordy())
    try:
        yield
    finally:
        unregister_source("catalogue")


def _with_words(offer: Any, size: int) -> dict[str, Any]:
    words = "".join(random.Random(offer.source_id).choices(string.ascii_letters, k=size))
    return {**offer.attributes, "description": words}


def _to_the_draft(user: Any) -> UUID:
    """Drive a trip here instead of in a worker, taking the first option wherever it asks."""
    from agency.runtime.driving import drive
    from missions.services import create_mission

    mission = create_mission(user=user, goal=goals.trip_goal()).pk
    while True:
        while ready := [run for run in _runs(mission) if run.status == "ready"]:
            for run in ready:
                drive(run.pk)
        if not _chose(user, mission):
            return mission


def _runs(mission_id: UUID) -> Sequence[Any]:
    from django.db.models import Q

    from agency.models import Thread

    of = Q(subject_id=mission_id) | Q(parent__subject_id=mission_id)
    return list(Thread.objects.filter(of).order_by("created_at"))


def _chose(user: Any, mission_id: UUID) -> bool:
    from trust import decisions
    from trust.decisions import Answer
    from trust.models import Decision

    waiting = list(Decision.objects.open().filter(subject_id=mission_id, kind=Decision.Kind.CHOICE))
    for decision in waiting:
        option = str(decision.payload["options"][0]["id"])
        given = Answer(Decision.Verdict.CHOOSE, options=(option,))
        decisions.answer(user=user, decision_id=decision.pk, given=given)
    return bool(waiting)


BENCH = Bench(("checkpoint_bytes",), measure)
