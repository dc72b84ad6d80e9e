"""From an approval to its node running again, against Celery and PostgresSaver alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any

from bench import acts
from bench.browser import Browser, Socket
from bench.programs import web_and_workers
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.sampling import WARM_UP

PAUSE = 0.2
"""Seconds before an answer and after a sample: what follows a question or an end falls outside."""


def measure(samples: int) -> Iterator[Result]:
    """Answer a card in this process, and resume a bare graph of one node by a task, in turn.

    The clock starts with the call that answers (its transaction included) and with the enqueueing; it stops
    in the worker, where the node has its answer.
    """
    product, reference = [], []
    with web_and_workers() as programs:
        browser = Browser(programs.port, "approver@example.com")
        with browser.socket("/ws/bare") as bare:
            bare.wait(lambda message: "ready" in message)
            for _ in range(samples + WARM_UP):
                product.append(_approval(browser.user, bare))
                reference.append(_bare(browser.user, bare))
    yield compared(
        "approval_to_node",
        median(product[WARM_UP:]),
        "ms",
        to="Celery enqueue to start + PostgresSaver resume",
        reference=median(reference[WARM_UP:]),
        target=Target(1.5),
    )


def _approval(user: Any, bare: Socket) -> float:
    from agency.runtime.threads import enqueue_after_commit, start_thread
    from bench.pipeline.waiting import GRAPH
    from ownyou.lib.ids import new_id
    from trust import decisions, ledger
    from trust.activity import Subject
    from trust.decisions import Answer
    from trust.models import Decision

    subject = Subject("errand", new_id())
    thread = start_thread(user_id=user.pk, graph=GRAPH, subject=subject, send=False)
    ledger.propose([acts.proposal()], user=user, thread_id=thread.pk, subject=subject)
    enqueue_after_commit(thread.pk, thread.queue)
    decision = _until(lambda: _waiting(thread))
    time.sleep(PAUSE)
    began = time.perf_counter()
    decisions.answer(user=user, decision_id=decision.pk, given=Answer(Decision.Verdict.APPROVE))
    return _again(bare, str(thread.pk), began)


def _waiting(thread: Any) -> Any:
    """The card of a thread that has come to rest."""
    from trust.models import Decision

    thread.refresh_from_db(fields=["status"])
    return thread.status == "waiting" and Decision.objects.filter(thread_id=thread.pk).first()


def _bare(user: Any, bare: Socket) -> float:
    from bench.pipeline import tasks
    from ownyou.lib.ids import new_id

    run = str(new_id())
    tasks.begin_waiting.apply_async(args=(user.pk.hex, run))
    bare.wait(lambda message: message.get("step") == "waits" and message["run"] == run)
    time.sleep(PAUSE)
    began = time.perf_counter()
    tasks.let_go.apply_async(args=(run,), retry=False)
    return _again(bare, run, began)


def _again(bare: Socket, run: str, began: float) -> float:
    _, message = bare.wait(lambda message: message.get("step") == "again" and message["run"] == run)
    time.sleep(PAUSE)
    return (float(message["text"]) - began) * 1e3


def _until(found: Any) -> Any:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if value := found():
            return value
        time.sleep(0.02)
    raise TimeoutError("no card was asked for")


BENCH = Bench(("approval_to_node",), measure)
