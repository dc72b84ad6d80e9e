"""`GET /healthz` names each part that is down, and only those; no exception's text is in the answer."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from django.db import connection
from django.test import Client
from langgraph.checkpoint.postgres import PostgresSaver

from ownyou import health, heartbeats
from ownyou.lib import queues

AWAY = "cannot be reached"
SET_UP = "run manage.py setup_checkpoints"
RENAMED = "ALTER TABLE langgraph.{} RENAME TO {}"


@dataclass
class Parts:
    """Takes one part away from the checks."""

    settings: Any
    patch: pytest.MonkeyPatch
    port: int

    def database(self) -> None:
        self.patch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        self.patch.setitem(connection.settings_dict, "PORT", str(self.port))

    def space(self) -> None:
        self.settings.EMBEDDED = True
        self.patch.setattr(health.shutil, "disk_usage", lambda path: SimpleNamespace(free=3 * 2**20))

    def redis(self) -> None:
        self.settings.REDIS_URL = f"redis://127.0.0.1:{self.port}/0"
        heartbeats.connection.cache_clear()

    def workers(self) -> None:
        heartbeats.connection().delete(*map(heartbeats.worker_key, queues.ALL))

    def worker(self) -> None:
        heartbeats.connection().delete(heartbeats.worker_key(queues.MISSIONS))

    def beat(self) -> None:
        heartbeats.connection().delete(heartbeats.BEAT_KEY)

    def library(self) -> None:
        self.patch.setattr(PostgresSaver, "MIGRATIONS", [*PostgresSaver.MIGRATIONS, "SELECT 1"])


@pytest.fixture
def parts(alive: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Parts]:
    """What can be taken away; connections to a port that is taken, and refuses them, stand for it."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        yield Parts(settings, monkeypatch, silent.getsockname()[1])


@pytest.fixture
def no_checkpoints(alive: None, settings: Any) -> Iterator[None]:
    """A database in which LangGraph's tables have not been made."""
    with psycopg.connect(settings.DATABASE_OWNER_URL, autocommit=True) as owner:
        owner.execute(RENAMED.format("checkpoint_migrations", "kept"))
        yield
        owner.execute(RENAMED.format("kept", "checkpoint_migrations"))


def down() -> dict[str, str]:
    """What the page says of each part that is down. It needs no session, and no connection of Django's."""
    answer = Client().get("/healthz")
    parts = answer.json()
    status = parts.pop("status")
    found = {name: part["detail"] for name, part in parts.items() if not part["ok"]}
    assert (answer.status_code, status) == ((503, "down") if found else (200, "ok"))
    assert "127.0.0.1" not in answer.content.decode()
    return found


def test_nothing_is_down(alive: None) -> None:
    assert down() == {}


@pytest.mark.parametrize(
    ("take", "said"),
    [
        (Parts.database, {"database": AWAY, "checkpointer": AWAY}),
        (Parts.space, {"database": "answers, but its disk is full: 3 MB are left"}),
        (Parts.redis, {"redis": AWAY, "worker": AWAY, "beat": AWAY}),
        (Parts.workers, {"worker": f"no worker for {', '.join(queues.ALL)}"}),
        (Parts.worker, {"worker": f"no worker for {queues.MISSIONS}"}),
        (Parts.beat, {"beat": "gives no sign of life"}),
        (Parts.library, {"checkpointer": f"older than the library; {SET_UP}"}),
    ],
)
def test_what_is_down_is_named(parts: Parts, take: Callable[[Parts], None], said: dict[str, str]) -> None:
    take(parts)
    assert down() == said


def test_checkpoints_that_were_never_set_up_are_said(no_checkpoints: None) -> None:
    assert down() == {"checkpointer": f"not set up; {SET_UP}"}
