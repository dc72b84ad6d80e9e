"""Runs management commands for one OwnYou in a process that stays, so that Django is loaded once.

`python -m tests.journeys.clerk` reads a JSON list of arguments a line and answers each with JSON objects,
one a line: what is printed, as it is printed, and how it ended.
"""

from __future__ import annotations

import contextlib
import io
import json
import queue
import subprocess
import sys
import threading
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import IO

PROJECT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "tests.journeys.clerk")
PATIENCE = 180.0
"""Seconds that a command may take on a busy machine."""


class Lines:
    """The lines that a process says, each waited for only so long."""

    def __init__(self, said: IO[str]) -> None:
        self._heard: queue.SimpleQueue[str] = queue.SimpleQueue()
        threading.Thread(target=self._hear, args=(said,), daemon=True).start()

    def _hear(self, said: IO[str]) -> None:
        for line in said:
            self._heard.put(line)
        self._heard.put("")

    def next(self, *, until: float) -> str:
        """The next line; empty where the process has ended. Raises `TimeoutError` at `until`, monotonic."""
        try:
            return self._heard.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise TimeoutError from None


class Clerk:
    """The side that asks. Several threads may; one is served after the other."""

    def __init__(
        self, environment: dict[str, str], *, command: Sequence[str] = COMMAND, patience: float = PATIENCE
    ) -> None:
        self._environment = environment
        self._command = command
        self._patience = patience
        self._process: subprocess.Popen[str] | None = None
        self._lines: Lines | None = None
        self._turn = threading.Lock()

    def run(self, *arguments: str) -> str:
        """What the command printed. Raises `RuntimeError` with its traceback where it failed, and
        `TimeoutError` with what it printed so far where it does not come to an end.

        A clerk who has worked before may know a database that was killed since; a new one is asked then.
        """
        with self._turn:
            if self._process is not None and self._process.poll() is not None:
                self.leave()
            known = self._process is not None
            answer = self._ask(arguments)
            if "failed" in answer and known:
                self.leave()
                answer = self._ask(arguments)
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        return answer["printed"]

    def _ask(self, arguments: tuple[str, ...]) -> dict[str, str]:
        process = self._process or self._begin()
        assert process.stdin is not None
        print(json.dumps(arguments), file=process.stdin, flush=True)
        until, printed = time.monotonic() + self._patience, ""
        while True:
            said = self._answer(arguments, printed, until)
            if "said" not in said:
                return {"printed": printed} | said
            printed += said["said"]

    def _begin(self) -> subprocess.Popen[str]:
        self._process = process = subprocess.Popen(
            self._command,
            cwd=PROJECT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        self._lines = Lines(process.stdout)
        return process

    def _answer(self, arguments: tuple[str, ...], printed: str, until: float) -> dict[str, str]:
        assert self._lines is not None
        try:
            line = self._lines.next(until=until)
        except TimeoutError:
            self._end()
            words = f"`{' '.join(arguments)}` did not end within {self._patience:.0f} s; so far it printed:"
            raise TimeoutError(f"{words}\n{printed or '(nothing)'}") from None
        answer: dict[str, str] = json.loads(line or '{"failed": "the clerk ended"}')
        return answer

    def leave(self) -> None:
        """End the process, once it has done what it does."""
        if self._process is not None:
            assert self._process.stdin is not None
            with contextlib.suppress(OSError):
                self._process.stdin.close()
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(30)
            self._end()

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = self._lines = None


class Telling(io.TextIOBase):
    """What a command prints, said at once."""

    def __init__(self, answers: IO[str]) -> None:
        self._answers = answers

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if text:
            print(json.dumps({"said": text}), file=self._answers, flush=True)
        return len(text)


def serve() -> None:
    """The side that answers, until nothing more is asked."""
    import django
    from django.core.management import call_command
    from django.db import connection

    answers = sys.stdout
    django.setup()
    for line in sys.stdin:
        answer: dict[str, str] = {}
        telling = Telling(answers)
        try:
            with contextlib.redirect_stdout(telling):
                call_command(*json.loads(line), stdout=telling)
        except Exception:  # whatever a command raises is told to who asked
            answer = {"failed": traceback.format_exc()}
        connection.close()
        connection.close_pool()  # the database may be killed before the next command
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    serve()
