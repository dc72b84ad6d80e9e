"""The feed live: a change seen by five hundred sockets at once, and two hundred changes within a second."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from bench.browser import Browser
from bench.programs import web_and_workers
from bench.report import Result, Target, alone, compared
from bench.rows.base import Bench
from bench.sampling import WARM_UP

SOCKETS = 500
AT_ONCE = 5
"""Sockets opened side by side."""

MOST_SAMPLES = 40
PATIENCE = 60.0
BURST = 200
SEQ = re.compile(r'data-seq="(\d+)"')
REGIONS = ["activity"]


def measure(samples: int) -> Iterator[Result]:
    """Change something for a crowd of the product's sockets and for one of the bare ones, in turn."""
    with web_and_workers() as programs:
        browser = Browser(programs.port, "crowd@example.com")
        yield asyncio.run(_crowds(browser, min(samples, MOST_SAMPLES)))
        yield _burst(Browser(programs.port, "burst@example.com"))


async def _crowds(browser: Browser, samples: int) -> Result:
    user = browser.user
    run = await asyncio.to_thread(_bare_run, user)
    pages = await Crowd.opened(browser, "/ws/feed", {"after": 0, "regions": REGIONS})
    bare = await Crowd.opened(browser, "/ws/bare", None)
    product: list[float] = []
    reference: list[float] = []
    for number in range(samples + WARM_UP):
        product.append(await pages.until_the_last(lambda number=number: _record(user, number)))
        reference.append(await bare.until_the_last(lambda number=number: _show(user, run, number)))
    for crowd in (pages, bare):
        await crowd.leave()
    return compared(
        "sockets_500",
        median(product[WARM_UP:]),
        "ms to the last",
        to="bare consumer, 500 sockets",
        reference=median(reference[WARM_UP:]),
        target=Target(1.3),
    )


class Crowd:
    """Many sockets of one person; each message is noted when it arrives."""

    def __init__(self, sockets: list[ClientConnection]) -> None:
        self._sockets = sockets
        self._arrived: asyncio.Queue[float] = asyncio.Queue()
        self._readers = [asyncio.create_task(self._read(socket)) for socket in sockets]

    @classmethod
    async def opened(cls, browser: Browser, path: str, greeting: dict[str, Any] | None) -> Crowd:
        """Open them all and wait for the first message of each."""
        gate = asyncio.Semaphore(AT_ONCE)

        async def one() -> ClientConnection:
            async with gate:
                socket = await connect(
                    f"ws://127.0.0.1:{browser.port}{path}",
                    additional_headers={"Cookie": browser.cookie},
                    origin=f"http://127.0.0.1:{browser.port}",  # type: ignore[arg-type]
                    compression=None,
                    open_timeout=PATIENCE,
                )
                if greeting is not None:
                    await socket.send(json.dumps(greeting))
                await asyncio.wait_for(socket.recv(), PATIENCE)
                return socket

        return cls(await asyncio.gather(*(one() for _ in range(SOCKETS))))

    async def until_the_last(self, change: Callable[[], object]) -> float:
        """Change something, and return the milliseconds until each socket has heard of it."""
        began = time.perf_counter()
        await asyncio.to_thread(change)
        last = began
        for _ in self._sockets:
            last = max(last, await asyncio.wait_for(self._arrived.get(), PATIENCE))
        assert self._arrived.empty(), "one change is one message for each socket"
        return (last - began) * 1e3

    async def leave(self) -> None:
        for reader in self._readers:
            reader.cancel()
        await asyncio.gather(*(socket.close() for socket in self._sockets))

    async def _read(self, socket: ClientConnection) -> None:
        async for _message in socket:
            self._arrived.put_nowait(time.perf_counter())


def _bare_run(user: Any) -> str:
    from bench.pipeline.models import Run

    return str(Run.objects.create(user=user, text="a crowd").pk)


def _record(user: Any, number: int) -> None:
    from trust import activity
    from trust.models import Activity

    activity.record(user_id=user.pk, kind=Activity.Kind.AGENT_THINKING, text=f"Looked at place {number}.")


def _show(user: Any, run: str, number: int) -> None:
    from bench.pipeline.cards import show

    show(user.pk.hex, run, f"look {number}", f"Looked at place {number}.")


def _burst(browser: Browser) -> Result:
    """Write two hundred lines within a second, and see when the page has the last, and whether it has all."""
    with browser.socket("/ws/feed") as feed:
        feed.send({"after": 0, "regions": REGIONS})
        feed.wait(lambda message: "seq" in message)
        began = time.perf_counter()
        for number in range(BURST):
            time.sleep(max(0.0, began + number / BURST - time.perf_counter()))
            _record(browser.user, number)
        written = time.perf_counter()
        shown: list[int] = []

        def all_there(message: dict[str, Any]) -> bool:
            shown.extend(int(seq) for seq in SEQ.findall(message.get("lines", "")))
            return int(message.get("seq", 0)) >= BURST

        arrived, _ = feed.wait(all_there)
    complete = sorted(shown) == list(range(1, BURST + 1))
    return alone("feed_burst", arrived - written, "s after the last", target=Target(1.0), also=complete)


BENCH = Bench(("sockets_500", "feed_burst"), measure)
