"""Data folders that PostgreSQL can live in, and nothing left running afterwards."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.ports import free_port
from ownyou import heartbeats
from ownyou.lib import queues


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what root alone does: for others it is not a thing that this machine lacks."""
    if os.geteuid() == 0:
        return
    of_root = [item for item in items if item.get_closest_marker("root")]
    config.hook.pytest_deselected(items=of_root)
    items[:] = [item for item in items if item not in of_root]


@pytest.fixture
def data() -> Iterator[Path]:
    """A fresh DATA directly under /tmp: pytest's own folders are closed to the user that root hands to."""
    folder = Path(tempfile.mkdtemp(prefix="ownyou-embedded-test-"))
    folder.chmod(0o755)
    yield folder / "var"
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def port() -> int:
    """A port that nobody listens on."""
    return free_port()


@pytest.fixture
def alive(django_db_setup: None) -> Iterator[None]:
    """The database, Redis, and the signs of life of beat and of a worker of each queue: nothing is down."""
    signs = [*map(heartbeats.worker_key, queues.ALL), heartbeats.BEAT_KEY]
    heartbeats.give_sign(signs, "test", 60)
    redis = heartbeats.connection()
    yield
    redis.delete(*signs)
    heartbeats.connection.cache_clear()
