"""The web process and the workers, started as `up` starts them, ended afterwards."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from bench.ground import PROJECT
from ownyou.embedded.processes import spawn
from ownyou.embedded.programs import QUIET_WORKER
from ownyou.embedded.services import stop

READY_SECONDS = 120.0
STOP_SIGNAL = 15


class NotReady(Exception):
    """A program did not become ready; its log's last lines are the message."""


@dataclass(frozen=True, slots=True)
class Programs:
    """What runs: where the pages are and which process serves them."""

    port: int
    web: int


@contextmanager
def web_and_workers(**environment: str) -> Iterator[Programs]:
    """The web process and both workers; `environment` changes theirs."""
    port = int(os.environ["PORT"])
    with ExitStack() as stack:
        web = stack.enter_context(_running("web", _web(port), environment))
        stack.enter_context(_running("worker", _worker("interactive"), environment))
        stack.enter_context(_running("missions", _worker("missions,background"), environment))
        _wait_for_web(port)
        wait_for_worker("interactive")
        wait_for_worker("missions")
        yield Programs(port, web.pid)


@contextmanager
def one_worker() -> Iterator[None]:
    """One worker process for what somebody waits for; it may still be warming up."""
    with _running("worker", _worker("interactive"), {}):
        yield


def wait_for_worker(queue: str) -> None:
    """Wait until a worker reads `queue`. Raises `NotReady`."""
    from ownyou.heartbeats import worker_key
    from ownyou.lib import live

    _wait(lambda: live.connection().get(worker_key(queue)) is not None, f"worker of {queue}")


@contextmanager
def _running(
    name: str, arguments: list[str], environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    log = Path(os.environ["DATA"]) / f"{name}.log"
    everything = {**os.environ, **environment}
    with log.open("ab") as output:
        process = spawn(
            [sys.executable, "-m", *arguments], environment=everything, output=output, folder=PROJECT
        )
        try:
            yield process
        finally:
            stop(process, STOP_SIGNAL, 5.0)


def _web(port: int) -> list[str]:
    return [
        *("daphne", "-v", "0", "-b", "127.0.0.1", "-p", str(port)),
        *("--application-close-timeout", "1", "bench.asgi:application"),
    ]


def _worker(queues: str) -> list[str]:
    name = f"{queues.split(',')[0]}@%h"
    return ["celery", "-A", "bench.celery", "worker", "-Q", queues, "-n", name, "-c", "1", *QUIET_WORKER]


def _wait_for_web(port: int) -> None:
    def answers() -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            connection.request("GET", "/accounts/signup/")
            return connection.getresponse().status == 200
        except OSError:
            return False
        finally:
            connection.close()

    _wait(answers, "web process")


def _wait(ready: object, what: str) -> None:
    assert callable(ready)
    until = time.monotonic() + READY_SECONDS
    while time.monotonic() < until:
        if ready():
            return
        time.sleep(0.1)
    raise NotReady(f"The {what} did not become ready. {_last_lines()}")


def _last_lines() -> str:
    logs = sorted(Path(os.environ["DATA"]).glob("*.log"))
    return "\n".join(f"{log.name}:\n{log.read_text(errors='replace')[-1500:]}" for log in logs)
