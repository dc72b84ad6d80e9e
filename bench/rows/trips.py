"""A trip: from its goal to its first question; and going on while 50 others of the person wait."""

from __future__ import annotations

import time
from collections.abc import Iterator
from statistics import median
from typing import Any
from uuid import UUID, uuid4

from bench import goals
from bench.browser import Browser, Message, Socket
from bench.programs import web_and_workers
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.rows.missions import ACTION, LOOK, OPTION, PAUSE, found_in, html_of, open_today
from bench.sampling import WARM_UP

WAITING = 50
MOST_SAMPLES = 40
IDLE_SECONDS = 60.0
LAST_PART = "choose 2"


def measure(samples: int) -> Iterator[Result]:
    """Take a trip and a bare plan in turn; then trips of somebody with one that waits, and with fifty."""
    samples = min(samples, MOST_SAMPLES)
    with web_and_workers() as programs:
        yield _first_question(Browser(programs.port, "traveller@example.com"), samples)
        few, many = (Browser(programs.port, f"{name}@example.com") for name in ("few", "many"))
        yield _resumed(few, many, samples)


def _first_question(browser: Browser, samples: int) -> Result:
    product, reference = [], []
    with browser.socket("/ws/feed") as feed, browser.socket("/ws/bare") as bare:
        bare.wait(lambda message: "ready" in message)
        for _ in range(samples + WARM_UP):
            asked = _asked(browser, feed, goals.trip_goal())
            product.append(asked.milliseconds)
            _give_up(browser.user, asked.mission)
            time.sleep(PAUSE)
            reference.append(_bare(browser, bare, goals.trip_goal()))
            time.sleep(PAUSE)
    return compared(
        "trip_question",
        median(product[WARM_UP:]),
        "ms",
        to="bare graphs of the same shape, to the first card that waits",
        reference=median(reference[WARM_UP:]),
        target=Target(3.0),
    )


class _Asked:
    """A trip that asks: its mission, the card, and the time from the goal to the card."""

    def __init__(self, mission: UUID, html: str, milliseconds: float) -> None:
        self.mission, self.html, self.milliseconds = mission, html, milliseconds


def _asked(browser: Browser, feed: Socket, goal: str) -> _Asked:
    """Post a goal on Today and look at its page until it asks."""
    seq = open_today(browser, feed)
    began = time.perf_counter()
    status, address, body = browser.post("/missions/new/", {"goal": goal, "request_key": str(uuid4())})
    assert status == 302, body[-2000:]
    mission = UUID(address.strip("/").rpartition("/")[2])
    region = f"mission:{mission}"
    feed.send({"after": seq, "regions": [region]})
    arrived, message = feed.wait(lambda message: _asks(message, region))
    _wait_until_idle(browser.user)
    return _Asked(mission, html_of(message, region), (arrived - began) * 1e3)


def _asks(message: Message, region: str) -> bool:
    return 'name="option"' in html_of(message, region)


def _bare(browser: Browser, bare: Socket, text: str) -> float:
    """The same with bare graphs."""
    bare.forget()
    began = time.perf_counter()
    status, _, body = browser.post("/bare/plans/", {"text": text})
    assert status == 200, body[-2000:]
    arrived, _ = bare.wait(lambda message: str(message.get("step")).startswith("choose"))
    bare.wait(lambda message: message.get("step") == LAST_PART)
    return (arrived - began) * 1e3


def _resumed(few: Browser, many: Browser, samples: int) -> Result:
    """Answer the first question of a trip, up to its next one, with no other and with 49 others waiting."""
    alone, among = [], []
    with few.socket("/ws/feed") as one, many.socket("/ws/feed") as fifty:
        for _ in range(WAITING - 1):
            _asked(many, fifty, goals.trip_goal())
        for number in range(samples + WARM_UP):
            pairs = [(few, one, alone), (many, fifty, among)]
            for browser, feed, spent in pairs if number % 2 else reversed(pairs):
                spent.append(_answered(browser, feed))
                time.sleep(PAUSE)
    return compared(
        "resume_among_50",
        median(among[WARM_UP:]),
        "ms",
        to="1 mission waiting",
        reference=median(alone[WARM_UP:]),
        target=Target(1.1),
    )


def _answered(browser: Browser, feed: Socket) -> float:
    """Milliseconds from the first answer of a new trip to its next question."""
    asked = _asked(browser, feed, goals.trip_goal())
    region = f"mission:{asked.mission}"
    time.sleep(LOOK)
    feed.forget()
    first = found_in(ACTION, asked.html)
    began = time.perf_counter()
    chosen = {"verdict": "choose", "option": found_in(OPTION, asked.html)}
    status, _, body = browser.post(first, chosen, htmx=True)
    assert status == 200, body[-2000:]
    arrived, _ = feed.wait(
        lambda message: _asks(message, region) and found_in(ACTION, html_of(message, region)) != first
    )
    _wait_until_idle(browser.user)
    _give_up(browser.user, asked.mission)
    return (arrived - began) * 1e3


def _give_up(user: Any, mission_id: UUID) -> None:
    from missions.services import cancel_mission

    cancel_mission(user=user, mission_id=mission_id)


def _wait_until_idle(user: Any) -> None:
    """Wait until no run of a person's missions works."""
    from agency.models import Thread

    working = Thread.objects.filter(user=user, status__in=[Thread.Status.READY, Thread.Status.RUNNING])
    until = time.monotonic() + IDLE_SECONDS
    while working.exists():
        assert time.monotonic() < until, list(working.values("graph", "status"))
        time.sleep(0.02)


BENCH = Bench(("trip_question", "resume_among_50"), measure)
