"""Starts and stops the embedded services of one DATA, for `up`, the tests and the benches."""

from __future__ import annotations

import contextlib
import fcntl
import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ownyou.embedded.accounts import postgres_account
from ownyou.embedded.addressing import EmbeddedAddresses, settings_from
from ownyou.embedded.errors import AlreadyRunning, DataUnusable
from ownyou.embedded.folders import prepare_folders, remove_short_run_folder
from ownyou.embedded.places import Places
from ownyou.embedded.postgres import Postgres, find_installation, wait_until_ready
from ownyou.embedded.processes import ended, signal_session
from ownyou.embedded.redis import Redis, start_redis
from ownyou.embedded.secrets import load_or_make

STOP_SECONDS = 1.2


@contextmanager
def running(data: Path, *, postgres: bool = True, redis: bool = True) -> Iterator[EmbeddedAddresses]:
    """The services of DATA, running inside the block and stopped after it.

    Raises AlreadyRunning when another process works on this DATA, and CannotStart's other kinds.
    """
    places = prepare_folders(data)
    with held(places), contextlib.ExitStack() as stack:
        if postgres:
            server = open_postgres(places)
            process = server.start()
            stack.callback(stop, process, server.stop_signal)
            wait_until_ready(server, process)
        if redis:
            queue = Redis(places)
            queue.prepare()
            stack.callback(stop, start_redis(queue), queue.stop_signal)
        yield settings_from(data)


def open_postgres(places: Places) -> Postgres:
    """The cluster of these places, made and brought up to date if need be, not yet started."""
    account = postgres_account(places.cluster)
    service = Postgres(places, account, find_installation(account))
    service.prepare(load_or_make(places.data))
    return service


@contextmanager
def held(places: Places, note: str = "") -> Iterator[None]:
    """Hold DATA for this process; the system lets go of it however the process ends.

    `note` is what a second start is told, for example the address. Raises AlreadyRunning.
    """
    try:
        descriptor = os.open(places.lock_file, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise DataUnusable(f"Cannot use {places.lock_file}: {error.strerror}.") from error
    with os.fdopen(descriptor, "r+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = file.read().strip() or "another process"
            raise AlreadyRunning(f"OwnYou already runs on {places.data}: {holder}.") from None
        file.truncate(0)
        file.write(f"process {os.getpid()}{', ' if note else ''}{note}\n")
        file.flush()
        try:
            yield
        finally:
            file.seek(0)
            file.truncate(0)
            remove_short_run_folder(places)


def stop(process: subprocess.Popen[bytes], number: int, seconds: float = STOP_SECONDS) -> None:
    """End a child and everything in its session: gently, and after `seconds` without mercy."""
    if process.poll() is None:
        process.send_signal(number)
        if not ended(process, seconds):
            signal_session(process.pid, signal.SIGKILL)
            ended(process, 1.0)
    signal_session(process.pid, signal.SIGKILL)
