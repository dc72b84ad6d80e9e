"""What the gate and the ledger cost around an act that does nothing; and one ruling of the policy alone."""

from __future__ import annotations

import os
from collections.abc import Iterator
from statistics import median
from time import process_time
from timeit import repeat
from typing import Any

from bench import acts
from bench.report import Result, Target, alone, compared
from bench.rows.base import Bench
from bench.sampling import alternating, milliseconds

COMMITS = 5
BYTES = 2_048
BATCH = 500
MICROSECONDS = 20


def measure(samples: int) -> Iterator[Result]:
    """Propose and perform an act, and commit five rows of 2 KB each with a statement of its own, in turn."""
    from bench.pipeline.models import Run
    from ownyou.lib.ids import new_id
    from trust.models import Action

    samples *= 3
    people = [acts.autonomous(f"gate{number}@example.com") for number in range(1 + samples // acts.A_DAY)]
    run = str(Run.objects.create(user=people[0], text="five commits").pk)
    thread_id = new_id()

    def product(number: int) -> float:
        done: list[Action] = []
        spent = milliseconds(lambda: done.append(acts.act(people[number % len(people)], thread_id)))
        assert done[0].status == Action.Status.SUCCEEDED, (done[0].rule, done[0].error)
        return spent

    value, reference = alternating(product, lambda number: _five_commits(run, number), samples)
    yield compared("gate", value, "ms", to="five single-row commits", reference=reference, target=Target(1.0))
    yield alone("policy", _ruling(samples), "µs a ruling", target=Target(MICROSECONDS))


def _five_commits(run: str, number: int) -> float:
    from bench.pipeline.cards import commit

    texts = [os.urandom(BYTES // 2).hex() for _ in range(COMMITS)]

    def work() -> None:
        for place, text in enumerate(texts):
            commit(run, f"{number}.{place}", text)

    return milliseconds(work)


def _ruling(samples: int) -> float:
    """The median microseconds of processor time of a ruling for which every rule is looked at."""
    from trust import policy

    slowest: Any = policy.Circumstances(kind=policy.Kind.WRITE, level=policy.AUTONOMOUS, reversible=True)
    assert policy.decide(slowest).rule == "autonomous"
    return (
        median(repeat(lambda: policy.decide(slowest), timer=process_time, number=BATCH, repeat=samples))
        / BATCH
        * 1e6
    )


BENCH = Bench(("gate", "policy"), measure)
