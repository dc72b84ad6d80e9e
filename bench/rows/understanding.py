"""Understanding one goal: type, level and slots, by rules."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bench import goals
from bench.report import Result, Target, compared
from bench.rows.base import ONE_EMBEDDING, Bench
from bench.rows.embedding import embed
from bench.sampling import alternating, milliseconds


def measure(samples: int) -> Iterator[Result]:
    """Read goals that were never read before, against embedding the same words."""
    from agency.reasoning.slots import SlotContext
    from missions.understanding import by_rules

    context = SlotContext(ref=datetime(2026, 11, 28, 10), zone="Europe/Paris", currency="EUR", home="Paris")
    texts = [goals.simple_goal() for _ in range(samples + 3)]
    value, reference = alternating(
        lambda number: milliseconds(lambda: by_rules(texts[number], context)),
        lambda number: milliseconds(lambda: embed(texts[number])),
        samples,
    )
    yield compared("understand", value, "ms", to=ONE_EMBEDDING, reference=reference, target=Target(2.0))


BENCH = Bench(("understand",), measure, services=False)
