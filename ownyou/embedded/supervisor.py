"""Keeps a set of child processes running, shows what they say, and stops them in order.

One thread, one loop: it waits for output, signals and time, in `turn`.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType, TracebackType
from typing import IO, Self

from ownyou.embedded.console import Console
from ownyou.embedded.errors import CannotStart
from ownyou.embedded.processes import Trace, descendants, kill_all, signal_session

TURN_SECONDS = 0.1
FIRST_PAUSE = 0.25
LONGEST_PAUSE = 10.0
MOST_DEATHS = 5
DEATH_WINDOW = 60.0
EARLY_SECONDS = 3.0
REMEMBERED_LINES = 15
KILL_SECONDS = 0.5
STOP_SECONDS = 4.0
STOPPING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class KeepsDying(CannotStart):
    """A child died again and again; the message names it and gives its last lines."""


class StopRequested(Exception):
    """Ctrl-C or SIGTERM came."""


@dataclass
class Child:
    """One program to keep running.

    `start` starts it; `grace` is how many seconds it gets to end by itself; a lower `rank` stops earlier;
    `on_early_death` may repair something when it died right after its start; `log_tail` gives its last words
    when they are in a file.
    """

    name: str
    start: Callable[[], subprocess.Popen[bytes]]
    stop_signal: int = signal.SIGTERM
    grace: float = 1.0
    rank: int = 0
    on_early_death: Callable[[], object] | None = None
    log_tail: Callable[[], str] | None = None
    once: bool = False
    process: subprocess.Popen[bytes] | None = None
    trace: Trace | None = None
    started_at: float = 0.0
    restart_at: float | None = None
    deaths: deque[float] = field(default_factory=deque)
    lines: deque[str] = field(default_factory=lambda: deque(maxlen=REMEMBERED_LINES))
    rest: bytes = b""

    @property
    def last_words(self) -> str:
        said = self.log_tail() if self.log_tail else "\n".join(self.lines)
        return said.strip() or "(it said nothing)"

    def count_death(self, now: float) -> int:
        """How often it died in the last minute, this time included."""
        self.deaths.append(now)
        while now - self.deaths[0] > DEATH_WINDOW:
            self.deaths.popleft()
        return len(self.deaths)


class Supervisor:
    """Use as a context manager: leaving it stops every child, whatever happened inside."""

    def __init__(self, console: Console, *, on_change: Callable[[list[Trace]], object]) -> None:
        self.console = console
        self.on_change = on_change
        self.children: list[Child] = []
        self.stopping = False
        self.hurry = False
        self._selector = selectors.DefaultSelector()
        self._waker, self._sleeper = socket.socketpair()

    def __enter__(self) -> Self:
        for end in (self._waker, self._sleeper):
            end.setblocking(False)
        self._selector.register(self._sleeper, selectors.EVENT_READ, None)
        signal.set_wakeup_fd(self._waker.fileno(), warn_on_full_buffer=False)
        for number in STOPPING_SIGNALS:
            signal.signal(number, self._on_signal)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop_all()
        signal.set_wakeup_fd(-1)
        self._selector.close()

    def start(self, child: Child) -> None:
        """Start a child and keep it running from now on (unless it is to run once)."""
        self.children.append(child)
        self._launch(child)

    def run_once(self, child: Child) -> int:
        """Run a child to its end and return its exit code. Raises StopRequested."""
        child.once = True
        self.start(child)
        self.run_until(lambda: child.process is None or child.process.poll() is not None)
        self._drain(child)
        self.children.remove(child)
        self._report()
        return child.process.returncode if child.process else 1

    def run_until(self, reached: Callable[[], bool], seconds: float | None = None) -> bool:
        """Go on until the condition holds or the time is over; whether it holds.

        Raises StopRequested when somebody wants to stop, KeepsDying when a child does.
        """
        until = None if seconds is None else time.monotonic() + seconds
        while not reached():
            if until is not None and time.monotonic() > until:
                return False
            self.turn(0.02 if seconds is not None else TURN_SECONDS)
        return True

    def turn(self, seconds: float) -> None:
        """One round: pass on output, look after the dead, start those whose pause is over."""
        self._pump(seconds)
        if self.stopping:
            raise StopRequested
        now = time.monotonic()
        for child in self.children:
            if child.process is not None and not child.once and child.process.poll() is not None:
                self._bury(child, now)
            elif child.restart_at is not None and now >= child.restart_at:
                self._launch(child)

    def stop_all(self) -> None:
        """Stop the children, those of one rank together, the lowest rank first, within STOP_SECONDS.

        What remains of the time belongs to the last rank; the descendants of each end with it.
        """
        until = time.monotonic() + STOP_SECONDS
        leaders = [child.trace for child in self.children if child.trace is not None]
        families = {leader.pid: descendants(leader.pid) for leader in leaders}
        ranks = sorted({child.rank for child in self.children})
        for rank in ranks:
            group = [child for child in self.children if child.rank == rank]
            grace = STOP_SECONDS if rank == ranks[-1] else max(child.grace for child in group)
            self._stop(group, min(until, time.monotonic() + grace))
            for child in group:
                kill_all(families.get(child.trace.pid, []) if child.trace else [])
        for leader in leaders:
            signal_session(leader.pid, signal.SIGKILL, not_before=leader.started)
        self.children.clear()
        self._report()

    def _launch(self, child: Child) -> None:
        child.restart_at = None
        child.started_at = time.monotonic()
        child.process = child.start()
        child.trace = Trace.of(child.name, child.process.pid)
        if child.process.stdout is not None:
            os.set_blocking(child.process.stdout.fileno(), False)
            self._selector.register(child.process.stdout, selectors.EVENT_READ, child)
        self._report()

    def _bury(self, child: Child, now: float) -> None:
        assert child.process is not None
        self._drain(child)
        code, child.process = child.process.returncode, None
        if child.trace is not None:
            signal_session(child.trace.pid, signal.SIGKILL, not_before=child.trace.started)
        deaths = child.count_death(now)
        if deaths >= MOST_DEATHS:
            raise KeepsDying(
                f"{child.name} died {deaths} times within a minute (last {_cause(code)}). Its last lines:\n"
                f"{child.last_words}"
            )
        if child.on_early_death is not None and now - child.started_at < EARLY_SECONDS:
            child.on_early_death()
        pause = min(FIRST_PAUSE * 2 ** (deaths - 1), LONGEST_PAUSE)
        child.restart_at = now + pause
        self.console.notice(f"{child.name} died ({_cause(code)}); starting it again in {pause:g} s")

    def _stop(self, group: list[Child], until: float) -> None:
        running = [(child, child.process) for child in group if child.process is not None]
        for child, process in running:
            if process.poll() is None:
                process.send_signal(child.stop_signal)
        while time.monotonic() < until and not self.hurry and any(p.poll() is None for _, p in running):
            self._pump(0.02)
        for child, process in running:
            if process.poll() is None:
                self.console.notice(
                    f"{child.name} is still busy; ended, what it was doing goes on at the next start"
                )
                process.kill()
        for child, process in running:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(timeout=KILL_SECONDS)
            self._drain(child)

    def _pump(self, seconds: float) -> None:
        for key, _ in self._selector.select(seconds):
            if key.data is None:
                with contextlib.suppress(BlockingIOError):
                    self._sleeper.recv(64)
            else:
                self._read(key.data)

    def _read(self, child: Child) -> bool:
        """Pass on what a child has said; whether there may be more."""
        stream: IO[bytes] | None = child.process.stdout if child.process else None
        if stream is None or stream.closed:
            return False
        try:
            said = os.read(stream.fileno(), 65536)
        except BlockingIOError:
            return False
        if not said:
            self._forget(stream)
            return False
        *whole, child.rest = (child.rest + said).split(b"\n")
        for line in whole:
            self._show(child, line)
        return True

    def _drain(self, child: Child) -> None:
        while self._read(child):
            continue
        if child.process is not None and child.process.stdout is not None:
            self._forget(child.process.stdout)
        if child.rest:
            self._show(child, child.rest)
            child.rest = b""

    def _show(self, child: Child, line: bytes) -> None:
        text = line.decode(errors="replace").rstrip()
        child.lines.append(text)
        self.console.line(child.name, text)

    def _forget(self, stream: IO[bytes]) -> None:
        if not stream.closed:
            with contextlib.suppress(KeyError):
                self._selector.unregister(stream)
            stream.close()

    def _report(self) -> None:
        self.on_change([child.trace for child in self.children if child.trace is not None])

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self.hurry = self.stopping
        self.stopping = True


def _cause(code: int) -> str:
    """What an exit code says, in words."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"
