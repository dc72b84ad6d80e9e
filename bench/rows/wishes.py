"""A wish that is said on Today, to its proposal on the page of desires."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median
from uuid import uuid4

from bench.browser import Browser, Socket
from bench.programs import web_and_workers
from bench.report import Result, Target, compared
from bench.rows import embedding, missions
from bench.rows.base import Bench
from bench.rows.memories import VOCABULARY
from bench.sampling import WARM_UP

_words = random.Random(11)


def measure(samples: int) -> Iterator[Result]:
    """A wish and a bare run in turn."""
    with web_and_workers() as programs:
        browser = Browser(programs.port, "wisher@example.com")
        with browser.socket("/ws/feed") as feed, browser.socket("/ws/bare") as bare:
            bare.wait(lambda message: "ready" in message)
            product, reference = [], []
            for _ in range(samples + WARM_UP):
                product.append(_wish(browser, feed))
                time.sleep(missions.PAUSE)
                reference.append(missions.bare_run(browser, bare, _sentence()).first)
                time.sleep(missions.PAUSE)
    once = embedding.cost([_sentence() for _ in range(samples)])
    yield compared(
        "desire_proposed",
        median(product[WARM_UP:]),
        "ms",
        to="one embedding + bare pipeline to its first card",
        reference=median(reference[WARM_UP:]) + once,
        target=Target(2.0),
    )


def _sentence() -> str:
    return f"Keep me up to date on {' '.join(_words.sample(VOCABULARY, 2))}"


def _wish(browser: Browser, feed: Socket) -> float:
    """Ask on Today while the page of desires is watched; milliseconds until the proposal is on it."""
    from agency.models import Desire

    Desire.objects.filter(user=browser.user).delete()
    seq = missions.open_today(browser, feed)
    feed.send({"after": seq, "regions": ["desires"]})
    sentence = _sentence()
    began = time.perf_counter()
    status, _, body = browser.post("/missions/new/", {"goal": sentence, "request_key": str(uuid4())})
    assert status == 302, body[-2000:]
    shown, _ = feed.wait(lambda message: "Yes, plan it" in missions.html_of(message, "desires"))
    return (shown - began) * 1e3


BENCH = Bench(("desire_proposed",), measure)
