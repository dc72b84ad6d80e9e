"""One thread of a worker says for all its runs that they live: nothing may end it while the worker lives."""

from __future__ import annotations

import threading
from types import SimpleNamespace
from typing import Any

import pytest

from agency.models import Thread
from agency.runtime import heartbeat
from agency.runtime.heartbeat import Heartbeat

SOON = 5.0


class Pulse(Heartbeat):
    """A run that counts how often it was renewed; `rows`: 0 once it is another worker's."""

    def __init__(self, rows: int = 1) -> None:
        super().__init__(Thread())
        self.rows, self.beats, self.twice = rows, 0, threading.Event()

    def renew(self) -> int:
        self.beats += 1
        if self.beats == 2:
            self.twice.set()
        return self.rows


@pytest.fixture(autouse=True)
def quick(settings: Any) -> None:
    settings.THREAD_HEARTBEAT_SECONDS = 0.01


def test_each_run_is_renewed_again_and_again_until_it_ends() -> None:
    one, other = Pulse(), Pulse()
    with one, other:
        assert one.twice.wait(SOON)
        assert other.twice.wait(SOON)


def test_a_run_that_was_taken_over_is_renewed_no_more() -> None:
    gone, mine = Pulse(rows=0), Pulse()
    with gone, mine:
        assert mine.twice.wait(SOON)
    assert gone.beats == 1


def test_a_connection_that_cannot_be_closed_does_not_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError

    monkeypatch.setattr(heartbeat, "connection", SimpleNamespace(close=broken))
    run = Pulse()
    with run:
        assert run.twice.wait(SOON)
