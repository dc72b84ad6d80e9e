"""From a clean clone to the sign-up page, the second start, and the end by Ctrl-C."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

from bench.ground import PROJECT
from bench.ports import free_port
from bench.report import Result, Target, alone
from bench.rows.base import Bench

PATIENCE = 600.0
KEPT = ("HOME", "PATH", "LANG", "PYENV_ROOT", "TMPDIR")
INSTALLER = ("PIP_", "UV_", "HTTP_PROXY", "HTTPS_PROXY", "SSL_", "REQUESTS_CA")


def measure(samples: int) -> Iterator[Result]:
    """Clone what is committed into an empty folder and run `make up` there, twice. One sample each."""
    with tempfile.TemporaryDirectory(prefix="ownyou-clone-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        began = time.monotonic()
        subprocess.run(["git", "clone", "-q", str(PROJECT), str(folder / "ownyou")], check=True)
        with _up(folder / "ownyou") as up:
            first = _seconds_to_page(up.port, began)
        began = time.monotonic()
        with _up(folder / "ownyou") as up:
            second = _seconds_to_page(up.port, began)
    yield alone("clean_clone", first, "s to the sign-up page", target=Target(180))
    yield alone("second_start", second, "s to the sign-up page", target=Target(8))
    yield alone(
        "ctrl_c",
        up.stopping,
        f"s until no process is left, {up.left} were",
        target=Target(6),
        also=not up.left,
    )


@dataclass
class Up:
    """One `make up`: where it is, and when it has ended how long that took and how many processes stayed."""

    port: int
    stopping: float = 0.0
    left: int = 0


@contextmanager
def _up(project: Path) -> Iterator[Up]:
    port = free_port()
    environment = {
        name: value
        for name, value in os.environ.items()
        if name in KEPT or name.upper().startswith(INSTALLER)
    }
    process = subprocess.Popen(
        ["make", "up", f"PORT={port}"],
        cwd=project,
        env=environment,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    up = Up(port)
    try:
        yield up
    finally:
        family = psutil.Process(process.pid).children(recursive=True)
        began = time.monotonic()
        os.killpg(process.pid, signal.SIGINT)
        process.wait(30)
        _ended, alive = psutil.wait_procs(family, timeout=10)
        up.stopping, up.left = time.monotonic() - began, len(alive)


def _seconds_to_page(port: int, began: float) -> float:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", "/accounts/signup/")
            if connection.getresponse().status == 200:
                return time.monotonic() - began
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise TimeoutError(f"no sign-up page within {PATIENCE:g} s")


BENCH = Bench(("clean_clone", "second_start", "ctrl_c"), measure, services=False)
