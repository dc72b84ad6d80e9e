"""A process of the OwnYou under test that proposes acts and tells how they stand, for all rounds at once."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from tests.journeys.clerk import PATIENCE, Lines
from tests.journeys.conftest import PROJECT, App


class Console:
    """Asks `manage.py act_in_chaos`, one question after the other."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdout
        self._process = process
        self._lines = Lines(process.stdout)
        self._turn = threading.Lock()

    def ask(self, do: str, email: str, **more: Any) -> Any:
        assert self._process.stdin
        with self._turn:
            self._process.stdin.write(json.dumps({"do": do, "email": email} | more) + "\n")
            self._process.stdin.flush()
            answer = self._lines.next(until=time.monotonic() + PATIENCE)
        assert answer, "the console ended; its error is above"
        return json.loads(answer)


@contextmanager
def console_of(app: App) -> Iterator[Console]:
    """The console, ended afterwards."""
    command = [sys.executable, "manage.py", "act_in_chaos"]
    pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    process = subprocess.Popen(command, cwd=PROJECT, env=app.environment, **pipes)
    try:
        yield Console(process)
    finally:
        assert process.stdin
        with suppress(OSError):
            process.stdin.close()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
