"""A place to measure in: data of its own, the embedded services, a prepared database."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.ports import free_port

PROJECT = Path(__file__).resolve().parent.parent
OUTSIDE = (
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "REDIS_URL",
    "OWNYOU_LLM_BASE_URL",
    "OWNYOU_LLM_MODEL",
    "OWNYOU_EMBEDDING_BASE_URL",
)


def set_up_django(data: Path) -> None:
    """Point this process at `data` and load the apps. Needs no service."""
    for name in OUTSIDE:
        os.environ.pop(name, None)
    os.environ |= {
        "DATA": str(data),
        "DJANGO_SETTINGS_MODULE": "bench.settings",
        "OWNYOU_SOURCES": "catalogue",
        "PORT": str(free_port()),
    }
    import django

    django.setup()


@contextmanager
def folder() -> Iterator[Path]:
    """A data folder that is gone afterwards."""
    data = Path(tempfile.mkdtemp(prefix="ownyou-bench-"))
    data.chmod(0o755)
    try:
        yield data
    finally:
        shutil.rmtree(data, ignore_errors=True)


@contextmanager
def services(data: Path) -> Iterator[None]:
    """PostgreSQL and Redis on `data`, with the product's and the bare pipeline's tables."""
    from ownyou.embedded.services import running

    with running(data):
        environment = {**os.environ, "OWNYOU_DATABASE_ROLE": "owner"}
        command = [sys.executable, "-W", "ignore", "manage.py", "prepare"]
        subprocess.run(command, cwd=PROJECT, env=environment, check=True, stdout=subprocess.DEVNULL)
        try:
            yield
        finally:
            _close_connections()


def _close_connections() -> None:
    from django.db import connection

    from agency.runtime.checkpoints import close_pool

    close_pool()
    connection.close()
    connection.close_pool()
