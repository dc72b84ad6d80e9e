"""Runs management commands for one OwnYou in a process that stays, so that Django is loaded once.

`python -m tests.journeys.clerk` reads a JSON list of arguments a line and answers each with a JSON object of
what was printed and what went wrong.
"""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import threading
import traceback
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


class Clerk:
    """The side that asks. Several threads may; one is served after the other."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._environment = environment
        self._process: subprocess.Popen[str] | None = None
        self._turn = threading.Lock()

    def run(self, *arguments: str) -> str:
        """What the command printed. Raises `RuntimeError` with its traceback where it failed.

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
        process = self._process = self._process or subprocess.Popen(
            [sys.executable, "-m", "tests.journeys.clerk"],
            cwd=PROJECT,
            env=self._environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdin is not None
        assert process.stdout is not None
        print(json.dumps(arguments), file=process.stdin, flush=True)
        answer: dict[str, str] = json.loads(process.stdout.readline() or '{"failed": "the clerk ended"}')
        return answer

    def leave(self) -> None:
        """End the process."""
        if self._process is not None:
            try:
                self._process.communicate(timeout=30)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None


def serve() -> None:
    """The side that answers, until nothing more is asked."""
    import django
    from django.core.management import call_command
    from django.db import connection

    answers = sys.stdout
    django.setup()
    for line in sys.stdin:
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                call_command(*json.loads(line), stdout=printed)
            answer = {"printed": printed.getvalue()}
        except Exception:  # whatever a command raises is told to who asked
            answer = {"failed": traceback.format_exc()}
        connection.close()
        connection.close_pool()  # the database may be killed before the next command
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    serve()
