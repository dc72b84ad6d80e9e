"""A mission of level 2 with three sources of 200 ms each: what it costs beyond waiting for them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median

from bench import goals
from bench.browser import Browser
from bench.pipeline.sources import NAMES, SECONDS
from bench.programs import web_and_workers
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.rows.missions import PAUSE, bare_run, mission
from bench.sampling import WARM_UP


def measure(samples: int) -> Iterator[Result]:
    """Take a mission and a bare run with the same fan-out in turn; 200 ms are taken off both."""
    product, reference = [], []
    with web_and_workers(OWNYOU_SOURCES=",".join(NAMES)) as programs:
        browser = Browser(programs.port, "wide@example.com")
        with browser.socket("/ws/feed") as feed, browser.socket("/ws/bare") as bare:
            bare.wait(lambda message: "ready" in message)
            for _ in range(samples + WARM_UP):
                product.append(mission(browser, feed, goals.coordinated_goal()).waiting)
                time.sleep(PAUSE)
                reference.append(bare_run(browser, bare, goals.coordinated_goal(), wide=True).waiting)
                time.sleep(PAUSE)
    yield compared(
        "level_2",
        median(product[WARM_UP:]) - SECONDS * 1e3,
        "ms over 200",
        to="bare pipeline with the same fan-out, over 200 ms",
        reference=median(reference[WARM_UP:]) - SECONDS * 1e3,
        target=Target(1.5),
    )


BENCH = Bench(("level_2",), measure)
