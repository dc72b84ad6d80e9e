"""The whole of `manage.py up`, with its real programs. The tests share one run and go on from each other."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from bench.ports import free_port
from tests.up.run import PATIENCE, Run, ended_within, stop, wait_until

pytestmark = pytest.mark.timeout(600)


@pytest.fixture(scope="module")
def up() -> Iterator[Run]:
    folder = Path(tempfile.mkdtemp(prefix="ownyou-up-"))
    folder.chmod(0o755)
    run = Run.start(folder / "var", free_port())
    yield run
    stop(run)
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


def beat_alone(up: Run) -> bool:
    """Whether beat is all that is missing; on a busy machine another part may miss a sign now and then."""
    status, body = up.health()
    parts: Any = body
    return status == 503 and [name for name, one in parts.items() if name != "status" and not one["ok"]] == [
        "beat"
    ]


def test_health_says_which_part_is_missing(up: Run) -> None:
    beat = psutil.Process(up.pid_of("beat"))
    beat.suspend()
    try:
        wait_until(lambda: beat_alone(up), lambda: up.said)
    finally:
        beat.resume()
    wait_until(lambda: up.health()[0] == 200)


def test_after_a_kill_the_next_one_clears_up_and_ctrl_c_leaves_nothing(up: Run) -> None:
    """Ctrl-C as a terminal sends it: to each process of the foreground group, not to the leader alone."""
    left = up.family()
    up.process.kill()
    up.process.wait()
    again = Run.start(up.data, up.port)
    try:
        again.wait_for("all parts are running")
        assert ended_within(left, 1.0) == []
        assert "preparing the database" not in again.said
        assert again.ends_by(lambda pid: os.killpg(pid, signal.SIGINT)) == []
        assert again.said.rstrip().endswith("stopped")
    finally:
        stop(again)
