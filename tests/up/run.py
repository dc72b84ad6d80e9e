"""One `manage.py up` as tests look at it: what it says, its health, its family of processes."""

from __future__ import annotations

import http.client
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from ownyou.embedded.places import Places
from ownyou.embedded.processes import load_traces

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0


@dataclass
class Run:
    """One `up`, with what it says in a file."""

    data: Path
    port: int
    log: Path
    process: subprocess.Popen[bytes]

    @classmethod
    def start(cls, data: Path, port: int, **environment: str) -> Run:
        log = data.parent / f"up-{time.monotonic_ns()}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(port), "--data", str(data)],
                cwd=PROJECT,
                env=clean_environment() | environment,
                stdout=output,
                stderr=subprocess.STDOUT,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
            )
        return cls(data, port, log, process)

    @property
    def said(self) -> str:
        return self.log.read_text(errors="replace")

    def wait_for(self, text: str) -> None:
        wait_until(lambda: text in self.said or self.process.poll() is not None, self.log.read_text)
        assert text in self.said, self.said[-3000:]

    def family(self) -> list[psutil.Process]:
        return psutil.Process(self.process.pid).children(recursive=True)

    def ends_by(self, send: Callable[[int], object]) -> list[psutil.Process]:
        """Send it a signal by `send` (which gets its pid), wait until it ended by itself, and return what
        is left of its family, and of all that names its data folder.

        How long it may take is measured by `make bench`: here a busy machine only gets patience.
        """
        family = self.family()
        assert family, "an `up` that runs has children"
        send(self.process.pid)
        assert self.process.wait(timeout=PATIENCE) == 0
        return ended_within([*family, *naming(self.data)], 20)

    def health(self) -> tuple[int, dict[str, object]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", "/healthz", headers={"Host": "localhost"})
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        except (OSError, http.client.HTTPException, ValueError):
            return 0, {}
        finally:
            connection.close()

    def pid_of(self, name: str) -> int:
        return next(
            trace.pid for trace in load_traces(Places.of(self.data).children_file) if trace.name == name
        )


def naming(data: Path) -> list[psutil.Process]:
    """The processes whose command line names a data folder."""
    found = []
    for process in psutil.process_iter():
        with suppress(psutil.Error):
            if any(str(data) in word for word in process.cmdline()):
                found.append(process)
    return found


def clean_environment() -> dict[str, str]:
    ours = ("DATA", "PORT", "DATABASE_URL", "DATABASE_OWNER_URL", "REDIS_URL", "OWNYOU_DATABASE_ROLE")
    return {key: value for key, value in os.environ.items() if key not in ours}


def wait_until(reached: Callable[[], bool], report: Callable[[], str] = str) -> None:
    until = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < until, report()[-3000:]
        time.sleep(0.1)


def ended_within(processes: list[psutil.Process], seconds: float) -> list[psutil.Process]:
    """Those of the processes that are still there after so many seconds."""
    _, alive = psutil.wait_procs(processes, timeout=seconds)
    return [process for process in alive if not _gone(process)]


def _gone(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def stop(run: Run) -> None:
    """End it, if it still runs, as SIGTERM does."""
    if run.process.poll() is None:
        run.process.terminate()
        run.process.wait(timeout=30)
