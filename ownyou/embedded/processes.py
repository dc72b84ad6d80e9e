"""Processes that we start: in sessions of their own, ended as a group, recognised again after a crash."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

import psutil

from ownyou.embedded.accounts import Identity

POLL_SECONDS = 0.02
SAME_START_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Trace:
    """What tells one process from a later one with the same number: `started` is in seconds since 1970."""

    name: str
    pid: int
    started: float

    @classmethod
    def of(cls, name: str, pid: int) -> Trace | None:
        try:
            return cls(name, pid, psutil.Process(pid).create_time())
        except psutil.Error:
            return None

    @property
    def alive(self) -> bool:
        try:
            process = psutil.Process(self.pid)
            same = abs(process.create_time() - self.started) < SAME_START_SECONDS
            return same and process.status() != psutil.STATUS_ZOMBIE
        except psutil.Error:
            return False


def spawn(
    command: Sequence[str | Path],
    *,
    environment: Mapping[str, str],
    output: int | IO[bytes],
    identity: Identity | None = None,
    folder: Path = Path("/"),
) -> subprocess.Popen[bytes]:
    """Start a program as the leader of a session of its own, so that Ctrl-C does not reach it."""
    return subprocess.Popen(
        [str(part) for part in command],
        env=dict(environment),
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        umask=0o077,
        **(identity or Identity()),
    )


def ended(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Wait for a child at most so long; whether it has ended."""
    try:
        process.wait(timeout=max(0.0, seconds))
    except subprocess.TimeoutExpired:
        return False
    return True


def signal_session(leader: int, number: int, *, not_before: float = 0.0) -> bool:
    """Signal what is left of a session whose leader was `leader`; whether anything was.

    `not_before` (seconds since 1970) protects a later session that got the same number.
    """
    hit = False
    for process in psutil.process_iter():
        try:
            mine = (
                os.getsid(process.pid) == leader and process.create_time() >= not_before - SAME_START_SECONDS
            )
            if mine and process.status() != psutil.STATUS_ZOMBIE:
                os.kill(process.pid, number)
                hit = True
        except (psutil.Error, ProcessLookupError, PermissionError):
            continue
    return hit


def descendants(pid: int) -> list[Trace]:
    """The children of a process, their children and so on, also those in sessions of their own."""
    try:
        found = psutil.Process(pid).children(recursive=True)
    except psutil.Error:
        return []
    traces = (Trace.of("", process.pid) for process in found)
    return [trace for trace in traces if trace is not None]


def kill_all(traces: Sequence[Trace]) -> None:
    """Kill those that still run."""
    for trace in traces:
        if trace.alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(trace.pid, signal.SIGKILL)


def end_trace(trace: Trace, number: int, seconds: float) -> None:
    """End a process that is not our child, gently first; then whatever is left of its session."""
    if psutil.pid_exists(trace.pid) and not trace.alive:
        return  # somebody else has the number now, and with it the session
    if trace.alive:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(trace.pid, number)
        _wait_for_end(trace, seconds)
    signal_session(trace.pid, signal.SIGKILL, not_before=trace.started)
    _wait_for_end(trace, 1.0)


def end_traces(traces: Sequence[Trace], number: int, seconds: float) -> None:
    """End what an earlier run left behind: all are asked at once, then each is waited for and ended."""
    for trace in traces:
        if trace.alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(trace.pid, number)
    until = time.monotonic() + seconds
    for trace in traces:
        end_trace(trace, number, max(0.0, until - time.monotonic()))


def _wait_for_end(trace: Trace, seconds: float) -> None:
    until = time.monotonic() + seconds
    while trace.alive and time.monotonic() < until:
        time.sleep(POLL_SECONDS)


def save_traces(file: Path, traces: Sequence[Trace]) -> None:
    draft = file.with_suffix(".new")
    draft.write_text(json.dumps([asdict(trace) for trace in traces]))
    draft.replace(file)


def load_traces(file: Path) -> list[Trace]:
    """What a run that was killed left behind; an unreadable file counts as nothing."""
    try:
        return [Trace(**row) for row in json.loads(file.read_text())]
    except (OSError, ValueError, TypeError):
        return []
