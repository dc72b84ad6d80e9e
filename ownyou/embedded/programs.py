"""The programs of OwnYou that `up` starts: how they are called and with which environment."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ownyou.embedded.processes import spawn
from ownyou.embedded.supervisor import Child
from ownyou.environment import flag, text, whole

PROJECT = Path(__file__).resolve().parent.parent.parent
DEFAULT_PORT = 8000
DEFAULT_WORKERS = 2
WORKERS_WITH_A_MODEL = 4
"""A worker that waits for a language model computes nothing: others go on meanwhile."""
PROGRAM_SECONDS = 2.5
"""All are asked to end at once: even idle, each takes a second or two, and none waits for another."""
QUIET_WORKER = ("--without-gossip", "--without-mingle", "--without-heartbeat", "-O", "fair")


@dataclass(frozen=True, slots=True)
class Options:
    """What `up` was told, by arguments first and then by the environment."""

    data: Path
    port: int
    bind: str
    workers: int
    embeds_postgres: bool
    embeds_redis: bool
    behind_proxy: bool

    @classmethod
    def read(cls, *, port: int | None, data: Path | None) -> Options:
        """Raises WrongVariable for a number that is none."""
        usual = WORKERS_WITH_A_MODEL if text("OWNYOU_LLM_BASE_URL") else DEFAULT_WORKERS
        return cls(
            data=(data or Path(text("DATA") or PROJECT / "var")).expanduser().resolve(),
            port=port or whole("PORT", DEFAULT_PORT),
            bind=text("OWNYOU_BIND", "127.0.0.1"),
            workers=max(2, whole("OWNYOU_WORKERS", usual)),
            embeds_postgres=not text("DATABASE_URL"),
            embeds_redis=not text("REDIS_URL"),
            behind_proxy=flag("OWNYOU_BEHIND_PROXY", False),
        )

    @property
    def address(self) -> str:
        return os.environ.get("OWNYOU_SITE_URL") or f"http://localhost:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        """What every child sees: ours, with the data folder and port said once and for all."""
        return {
            **os.environ,
            "DATA": str(self.data),
            "PORT": str(self.port),
            "DJANGO_SETTINGS_MODULE": os.environ.get("DJANGO_SETTINGS_MODULE") or "ownyou.settings",
            "PYTHONUNBUFFERED": "1",
            "PYTHONWARNINGS": os.environ.get("PYTHONWARNINGS") or "ignore::UserWarning",
            "LANGSMITH_TRACING": "false",
        }


def web(options: Options) -> Child:
    arguments = ["daphne", "-v", "0", "-b", options.bind, "-p", str(options.port)]
    arguments += ["--application-close-timeout", "1"]
    arguments += ["--proxy-headers"] if options.behind_proxy else []
    return Child("web", _python(options, *arguments, "ownyou.asgi:application"), grace=PROGRAM_SECONDS)


def workers(options: Options) -> list[Child]:
    """One for the work that somebody waits for, one for the rest."""
    interactive = options.workers // 2
    return [
        Child("worker", _worker(options, "interactive", interactive), grace=PROGRAM_SECONDS),
        Child(
            "missions",
            _worker(options, "missions,background", options.workers - interactive),
            grace=PROGRAM_SECONDS,
        ),
    ]


def beat(options: Options) -> Child:
    start = _python(options, "celery", "-q", "-A", "ownyou.celery", "beat", "--pidfile=")
    return Child("beat", start, grace=PROGRAM_SECONDS)


def preparation(options: Options) -> Child:
    """Migrations, checkpoint tables and catalogue, as the owner of the database."""
    return Child(
        "set-up", _run(options, [str(PROJECT / "manage.py"), "prepare"], OWNYOU_DATABASE_ROLE="owner")
    )


def _worker(options: Options, queues: str, size: int) -> Callable[[], subprocess.Popen[bytes]]:
    name = f"{queues.split(',')[0]}@%h"
    arguments = ["celery", "-q", "-A", "ownyou.celery", "worker", "-Q", queues, "-n", name, "-c", str(size)]
    return _python(options, *arguments, "-l", "INFO", *QUIET_WORKER)


def _python(options: Options, *module: str) -> Callable[[], subprocess.Popen[bytes]]:
    return _run(options, ["-m", *module])


def _run(options: Options, arguments: list[str], **extra: str) -> Callable[[], subprocess.Popen[bytes]]:
    def start() -> subprocess.Popen[bytes]:
        environment = {**options.environment, **extra}
        return spawn(
            [sys.executable, *arguments], environment=environment, output=subprocess.PIPE, folder=PROJECT
        )

    return start
