"""A worker keeps its database connections from task to task, and none that is broken is handed out."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest
from celery import signals
from celery.fixups.django import DjangoWorkerFixup
from django.db import connection, connections

from agency.runtime import checkpoints
from ownyou import celery
from ownyou.celery import app
from trust.models import User


@pytest.fixture
def between_tasks(monkeypatch: pytest.MonkeyPatch) -> DjangoWorkerFixup:
    """What Celery does for Django before and after each task of a process that was forked."""
    monkeypatch.setattr(DjangoWorkerFixup, "_is_prefork", lambda self: True)
    return DjangoWorkerFixup(app)


def test_the_pool_outlives_the_task(world: None, between_tasks: DjangoWorkerFixup) -> None:
    def backends_of(tasks: int) -> set[int]:
        """The server's processes that answered as many tasks, outside of the test's transaction."""
        answered = set()
        for _ in range(tasks):
            between_tasks.close_database()
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                answered.add(cursor.fetchone()[0])
            between_tasks.close_database()
            connections.close_all()
        return answered

    pool = connection.pool  # type: ignore[attr-defined]
    with ThreadPoolExecutor(1) as worker:
        backends = worker.submit(backends_of, 6).result()
    assert connection.pool is pool  # type: ignore[attr-defined]
    assert len(backends) <= pool.max_size


@pytest.mark.parametrize("eager", [False, True])
def test_a_task_gives_its_connection_back_but_not_its_callers(
    world: None, eager: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    task = SimpleNamespace(request=SimpleNamespace(is_eager=eager))
    monkeypatch.setattr(celery, "current_task", task)

    def kept() -> bool:
        """Whether a task's thread holds a connection after what Celery says at its end."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        signals.task_postrun.send(sender=app)
        try:
            return connection.connection is not None
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as worker:
        assert worker.submit(kept).result() is eager


def test_a_broken_connection_for_checkpoints_is_not_handed_out(
    world: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    checkpoints.close_pool()  # a new one has this one connection
    with checkpoints.pool().connection() as before:
        pid = before.info.backend_pid
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s, 60000)", [pid])
    monkeypatch.setattr(
        checkpoints, "TRUSTED_SECONDS", 0.0
    )  # as if the server had needed its second to return
    with checkpoints.pool().connection() as after:
        assert after.execute("SELECT 1 AS one").fetchone() == {"one": 1}
        assert after.info.backend_pid != pid


def test_a_connection_that_was_tried_just_now_is_not_tried_again(
    world: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[int] = []
    monkeypatch.setattr(checkpoints, "TRUSTED_SECONDS", 3600.0)  # this machine may pause
    monkeypatch.setattr(
        checkpoints.ConnectionPool,
        "check_connection",
        staticmethod(lambda one: tried.append(one.info.backend_pid)),
    )
    checkpoints.close_pool()
    for _ in range(4):
        with checkpoints.pool().connection():
            pass
    assert tried
    assert len(tried) == len(set(tried))  # each once


def test_a_key_that_is_looked_up_in_another_thread_keeps_no_connection(
    world: None, owner: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[bool] = []

    def encrypt(_owner: object, plaintext: bytes, **_: object) -> bytes:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        looked_up.append(connection.connection is not None)
        return plaintext

    monkeypatch.setattr(checkpoints.crypto, "encrypt", encrypt)
    cipher = checkpoints.OwnersCipher(owner.pk)

    def kept() -> bool:
        cipher.encrypt(b"state")
        return connection.connection is not None

    with ThreadPoolExecutor(1) as beside:
        assert beside.submit(kept).result() is False
    assert kept() is True  # the driver goes on with its own
    assert looked_up == [True, True]
