"""How our programs stop: a worker hears of it at once, and none takes apart what ends with it anyway."""

from __future__ import annotations

import atexit
import gc
import os
from functools import cache
from typing import Any

from celery.signals import worker_ready, worker_shutting_down
from kombu.asynchronous import get_event_loop

_READ, _WRITE = 0, 1


def leave_quickly() -> None:
    """End without collecting garbage: to look through what was loaded takes seconds, on a busy machine five.

    That is so long that a program which had nothing to do would be taken for one that is still busy.
    """
    atexit.register(gc.freeze)


@cache
def _bell() -> tuple[int, int]:
    """The two ends of a pipe, one per process."""
    read, write = os.pipe()
    os.set_blocking(read, False)
    return read, write


@worker_ready.connect
def listen(**_: Any) -> None:
    """Let a stop end the wait for messages, which a signal alone does not: it goes on for up to a second.

    Sent on every connection to the broker: a lost one takes the readers of its loop along.
    """
    loop = get_event_loop()
    if loop is not None:
        loop.add_reader(_bell()[_READ], os.read, _bell()[_READ], 1)


@worker_shutting_down.connect
def ring(**_: Any) -> None:
    """End the wait for messages. Called in the handler of the signal."""
    os.write(_bell()[_WRITE], b"!")
