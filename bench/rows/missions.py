"""A mission of level 1 as a browser sees it: first card, options, completed."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from uuid import uuid4

from bench import goals
from bench.browser import Browser, Message, Socket
from bench.programs import web_and_workers
from bench.report import Result, Target, compared
from bench.rows import embedding
from bench.rows.base import Bench
from bench.sampling import WARM_UP

PAUSE = 0.5
"""Seconds after a sample, so that what follows a mission (learning, redrawing) falls into none."""

LOOK = 0.15
"""Seconds before an answer, so that what follows a question falls outside."""

ACTION = re.compile(r'action="(/decisions/[^"]+/)"')
SEQ = re.compile(r'data-seq="(\d+)"')
OPTION = re.compile(r'name="option" value="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Times:
    """Milliseconds: goal posted to first card, to the card that waits; answered to completed."""

    first: float
    waiting: float
    completed: float


def measure(samples: int) -> Iterator[Result]:
    """Take a mission and a bare run in turn."""
    with web_and_workers() as programs:
        browser = Browser(programs.port, "bench@example.com")
        with browser.socket("/ws/feed") as feed, browser.socket("/ws/bare") as bare:
            bare.wait(lambda message: "ready" in message)
            product, reference = [], []
            for _ in range(samples + WARM_UP):
                product.append(mission(browser, feed, goals.simple_goal()))
                time.sleep(PAUSE)
                reference.append(bare_run(browser, bare, goals.simple_goal()))
                time.sleep(PAUSE)
    once = embedding.cost([goals.simple_goal() for _ in range(samples)])
    yield from results(product[WARM_UP:], reference[WARM_UP:], once)


def results(product: list[Times], reference: list[Times], once: float) -> Iterator[Result]:
    """Compare the medians; `once` is the cost of one embedding in milliseconds."""
    yield compared(
        "first_card",
        median(times.first for times in product),
        "ms",
        to="bare pipeline to its first card",
        reference=median(times.first for times in reference),
        target=Target(1.5),
    )
    yield compared(
        "options",
        median(times.waiting for times in product),
        "ms",
        to="bare pipeline to its waiting card + one embedding",
        reference=median(times.waiting for times in reference) + once,
        target=Target(2.0),
    )
    yield compared(
        "completed",
        median(times.completed for times in product),
        "ms",
        to="bare pipeline, approved to done",
        reference=median(times.completed for times in reference),
        target=Target(2.0),
    )


def mission(browser: Browser, feed: Socket, goal: str) -> Times:
    """Ask on Today, watch the mission's page, choose the first option, wait until it says that it is done."""
    seq = open_today(browser, feed)
    began = time.perf_counter()
    status, address, body = browser.post("/missions/new/", {"goal": goal, "request_key": str(uuid4())})
    assert status == 302, body[-2000:]
    first, _ = feed.wait(_drawn)
    region = "mission:" + address.strip("/").rpartition("/")[2]
    feed.send({"after": seq, "regions": [region]})
    waiting, message = feed.wait(lambda message: 'name="option"' in html_of(message, region))
    html = html_of(message, region)
    time.sleep(LOOK)
    answered = time.perf_counter()
    chosen = {"verdict": "choose", "option": found_in(OPTION, html)}
    status, _, body = browser.post(found_in(ACTION, html), chosen, htmx=True)
    assert status == 200, body[-2000:]
    done, _ = feed.wait(lambda message: 'class="tone done"' in html_of(message, region))
    return Times((first - began) * 1e3, (waiting - began) * 1e3, (done - answered) * 1e3)


def bare_run(browser: Browser, bare: Socket, text: str, *, wide: bool = False) -> Times:
    """The same with the bare pipeline."""
    bare.forget()
    more = {"wide": "1"} if wide else {}
    began = time.perf_counter()
    status, _, body = browser.post("/bare/runs/", {"text": text, **more})
    assert status == 200, body[-2000:]
    first, message = bare.wait(lambda message: message.get("step") == "read")
    waiting, _ = bare.wait(lambda message: message.get("step") == "wait")
    time.sleep(LOOK)
    answered = time.perf_counter()
    browser.post(f"/bare/runs/{message['run']}/approve/", more)
    done, _ = bare.wait(lambda message: message.get("step") == "done")
    return Times((first - began) * 1e3, (waiting - began) * 1e3, (done - answered) * 1e3)


def open_today(browser: Browser, feed: Socket) -> int:
    """Open Today and tell the socket, as its page does, where the feed was at; return that."""
    _, page = browser.get("/")
    seq = int(found_in(SEQ, page))
    feed.forget()
    feed.send({"after": seq, "regions": ["today"]})
    feed.wait(lambda message: "seq" in message)
    feed.forget()
    return seq


def _drawn(message: Message) -> bool:
    return bool(message.get("fragments"))


def html_of(message: Message, region: str) -> str:
    """The fresh HTML of a region that a message brings; empty without."""
    return "".join(part["html"] for part in message.get("fragments", []) if part["region"] == region)


def found_in(pattern: re.Pattern[str], html: str) -> str:
    """The first group of the first match."""
    match = pattern.search(html)
    assert match is not None, html[-2000:]
    return match[1]


BENCH = Bench(("first_card", "options", "completed"), measure)
