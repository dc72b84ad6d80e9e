"""What `manage.py up` does: start everything on this machine, look after it, stop it in order.

Imports no Django, so that the services are up before the programs have finished importing theirs.
"""

from __future__ import annotations

import argparse
import http.client
import os
import signal
import socket
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import psutil

from ownyou.embedded import programs
from ownyou.embedded.addressing import settings_from
from ownyou.embedded.console import Console
from ownyou.embedded.errors import CannotStart, PortTaken
from ownyou.embedded.fingerprint import is_prepared, note_prepared
from ownyou.embedded.folders import prepare_folders
from ownyou.embedded.own_services import check_own_services
from ownyou.embedded.places import Places
from ownyou.embedded.postgres import START_SECONDS, Postgres, tail
from ownyou.embedded.processes import Trace, end_traces, load_traces, save_traces
from ownyou.embedded.programs import Options
from ownyou.embedded.redis import Redis
from ownyou.embedded.services import held, open_postgres
from ownyou.embedded.supervisor import Child, StopRequested, Supervisor
from ownyou.environment import WrongVariable

LEFTOVER_SECONDS = 2.0
HEAD_START_SECONDS = 6.0
SERVICES = {Postgres.name, Redis.name}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, help="port of the pages (default: PORT, else 8000)")
    parser.add_argument("--data", type=Path, help="data folder (default: DATA, else var/)")


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="manage.py up", description=__doc__)
    add_arguments(parser)
    chosen = parser.parse_args(arguments)
    return run(port=chosen.port, data=chosen.data)


def run(*, port: int | None = None, data: Path | None = None) -> int:
    """Run until told to stop; returns the exit code."""
    console = Console()
    try:
        options = Options.read(port=port, data=data)
        places = prepare_folders(options.data)
        with held(places, options.address):
            _run_held(options, places, console)
    except CannotStart as error:
        console.notice(f"stopped: {error}")
        return 1
    except WrongVariable as error:
        console.notice(f"stopped: {error}")
        return 1
    except KeyboardInterrupt:
        return 130
    console.notice("stopped")
    return 0


def _run_held(options: Options, places: Places, console: Console) -> None:
    began = time.monotonic()
    end_leftovers(places)
    check_port(options.bind, options.port)

    def remember(traces: list[Trace]) -> None:
        save_traces(places.children_file, traces)

    with Supervisor(console, on_change=remember) as supervisor:
        try:
            console.notice(f"starting on {options.data}")
            check_own_services(options, os.environ)
            start_services(supervisor, options, places)
            prepare_database(supervisor, options)
            start_programs(supervisor, options, began)
            supervisor.run_until(lambda: False)
        except StopRequested:
            console.notice("stopping")


def end_leftovers(places: Places) -> None:
    """End the programs that an `up` which was killed left running; the services end their own."""
    left = [trace for trace in load_traces(places.children_file) if trace.name not in SERVICES]
    end_traces(left, signal.SIGTERM, LEFTOVER_SECONDS)


def start_services(supervisor: Supervisor, options: Options, places: Places) -> None:
    """PostgreSQL and Redis, unless they are configured; returns when both take connections."""
    services: list[tuple[Postgres | Redis, Child]] = []
    if options.embeds_postgres:
        postgres = open_postgres(places)
        services.append((postgres, _child_of(postgres)))
    if options.embeds_redis:
        redis = Redis(places)
        redis.prepare()
        services.append((redis, _child_of(redis)))
    for _, child in services:
        supervisor.start(child)
    for service, child in services:
        _wait_for(supervisor, service, child)


def prepare_database(supervisor: Supervisor, options: Options) -> None:
    """Migrate and load what is shipped, unless nothing changed since the last time."""
    url = _owner_url(options)
    if is_prepared(options.data, url):
        return
    supervisor.console.notice("preparing the database")
    child = programs.preparation(options)
    if supervisor.run_once(child) != 0:
        raise CannotStart(f"The database could not be prepared. The last lines:\n{child.last_words}")
    note_prepared(options.data, url)


def start_programs(supervisor: Supervisor, options: Options, began: float) -> None:
    """The pages and those who answer first; the rest once the pages answer, so that they come up sooner."""
    awaited, rest = programs.workers(options)
    answers = _announce_when_ready(options, supervisor.console, began)
    for child in (programs.web(options), awaited):
        supervisor.start(child)
    supervisor.run_until(answers.is_set, HEAD_START_SECONDS)
    for child in (rest, programs.beat(options)):
        supervisor.start(child)


def check_port(bind: str, port: int) -> None:
    """Raises PortTaken, with the name of who has it where the system tells."""
    family = socket.AF_INET6 if ":" in bind else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except PermissionError as error:
            raise PortTaken(f"Port {port} may not be used by this user; take one above 1023.") from error
        except OverflowError as error:
            raise PortTaken(f"{port} is not a port; take one between 1024 and 65535.") from error
        except OSError as error:
            raise PortTaken(
                f"Port {port} on {bind} cannot be used{_holder(port)} ({error.strerror}). "
                f"Choose another one: make up PORT={port + 1}"
            ) from error


def _holder(port: int) -> str:
    try:
        for connection in psutil.net_connections("tcp"):
            here = getattr(connection.laddr, "port", None)
            if connection.status == psutil.CONN_LISTEN and here == port and connection.pid:
                return f": process {connection.pid} ({psutil.Process(connection.pid).name()}) has it"
    except (psutil.Error, OSError):
        return ""
    return ""


def _child_of(service: Postgres | Redis) -> Child:
    """A service ends after the programs that use it, in the time that they leave."""
    return Child(
        service.name,
        service.start,
        stop_signal=service.stop_signal,
        rank=1,
        on_early_death=service.repair,
        log_tail=lambda: tail(service.log),
    )


def _wait_for(supervisor: Supervisor, service: Postgres | Redis, child: Child) -> None:
    def ready() -> bool:
        return child.process is not None and service.is_ready(child.process)

    if not supervisor.run_until(ready, START_SECONDS):
        raise CannotStart(f"{child.name} does not answer. Its last lines:\n{child.last_words}")


def _owner_url(options: Options) -> str:
    if options.embeds_postgres:
        return settings_from(options.data).database_owner_url
    return os.environ.get("DATABASE_OWNER_URL") or os.environ["DATABASE_URL"]


def _announce_when_ready(options: Options, console: Console, began: float) -> threading.Event:
    """Say the address as soon as the pages answer, and when all parts do; set when the pages answer."""
    answers = threading.Event()
    threading.Thread(target=_announce, args=(options, console, began, answers), daemon=True).start()
    return answers


def _announce(options: Options, console: Console, began: float, answers: threading.Event) -> None:
    while True:
        status = _health_status(options)
        if status and not answers.is_set():
            answers.set()
            console.notice(f"OwnYou is at {options.address} (after {time.monotonic() - began:.1f} s)")
        if status == 200:
            console.notice(f"all parts are running (after {time.monotonic() - began:.1f} s)")
            return
        time.sleep(0.2)


def _health_status(options: Options) -> int | None:
    connection = http.client.HTTPConnection(options.bind, options.port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers=_health_headers(options))
        return connection.getresponse().status
    except (OSError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def _health_headers(options: Options) -> dict[str, str]:
    """A name that the pages answer to: the first of OWNYOU_HOSTS that stands for one, else localhost."""
    names = (name.strip() for name in os.environ.get("OWNYOU_HOSTS", "").split(","))
    host = next((name.removeprefix(".") for name in names if name not in ("", "*")), "localhost")
    return {"Host": f"{host}:{options.port}", "X-Forwarded-Proto": "https"}
