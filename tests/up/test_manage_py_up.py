"""The whole of `manage.py up`, with its real programs. The tests share one run and go on from each other."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from ownyou.embedded.places import Places
from ownyou.embedded.processes import load_traces

PROJECT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0
STOP_SECONDS = 6.0

pytestmark = pytest.mark.timeout(600)


@dataclass
class Run:
    """One `up`, with what it says in a file."""

    data: Path
    port: int
    log: Path
    process: subprocess.Popen[bytes]

    @classmethod
    def start(cls, data: Path, port: int) -> Run:
        log = data.parent / f"up-{time.monotonic_ns()}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "manage.py", "up", "--port", str(port), "--data", str(data)],
                cwd=PROJECT,
                env=clean_environment(),
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
    return [process for process in alive if process.status() != psutil.STATUS_ZOMBIE]


@pytest.fixture(scope="module")
def up() -> Iterator[Run]:
    folder = Path(tempfile.mkdtemp(prefix="ownyou-up-"))
    folder.chmod(0o755)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    run = Run.start(folder / "var", port)
    yield run
    if run.process.poll() is None:
        run.process.terminate()
        run.process.wait(timeout=30)
    shutil.rmtree(folder, ignore_errors=True)


def test_it_brings_all_parts_and_says_where_they_are(up: Run) -> None:
    up.wait_for("all parts are running")
    assert f"OwnYou is at http://localhost:{up.port}" in up.said
    status, body = up.health()
    assert status == 200
    assert set(body) == {"status", "database", "redis", "worker", "beat", "checkpointer"}


def test_a_second_one_on_the_same_data_is_told(up: Run) -> None:
    second = Run.start(up.data, up.port + 1)
    assert second.process.wait(timeout=PATIENCE) == 1
    assert f"already runs on {up.data}: process {up.process.pid}" in second.said


def test_a_taken_port_is_said_with_a_way_out(up: Run) -> None:
    other = Run.start(up.data.with_name("other"), up.port)
    assert other.process.wait(timeout=PATIENCE) == 1
    assert f"Port {up.port} on 127.0.0.1 cannot be used" in other.said
    assert f"make up PORT={up.port + 1}" in other.said


@pytest.mark.parametrize("name", ["redis", "web"])
def test_what_is_killed_is_started_again(up: Run, name: str) -> None:
    before = up.pid_of(name)
    os.kill(before, signal.SIGKILL)
    wait_until(lambda: up.pid_of(name) != before, lambda: up.said)
    wait_until(lambda: up.health()[0] == 200, lambda: up.said)


def test_health_says_which_part_is_missing(up: Run) -> None:
    beat = psutil.Process(up.pid_of("beat"))
    beat.suspend()
    try:
        wait_until(lambda: up.health()[0] == 503)
        _, body = up.health()
        assert body["beat"]["ok"] is False  # type: ignore[index]
        assert body["database"]["ok"] is True  # type: ignore[index]
    finally:
        beat.resume()
    wait_until(lambda: up.health()[0] == 200)


def test_after_a_kill_the_next_one_clears_up_and_sigterm_leaves_nothing(up: Run) -> None:
    left = up.family()
    up.process.kill()
    up.process.wait()
    again = Run.start(up.data, up.port)
    try:
        again.wait_for("all parts are running")
        assert ended_within(left, 1.0) == []
        assert "preparing the database" not in again.said
        family = again.family()
        began = time.monotonic()
        again.process.send_signal(signal.SIGTERM)
        assert again.process.wait(timeout=30) == 0
        assert ended_within(family, 0.5) == []
        assert time.monotonic() - began < STOP_SECONDS
    finally:
        if again.process.poll() is None:
            again.process.terminate()
            again.process.wait(timeout=30)
