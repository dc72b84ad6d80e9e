"""A step that fails for good says why and can be tried again; one that stumbled is tried a few times."""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
import redis
from django.conf import settings
from django.db import OperationalError
from kombu.exceptions import OperationalError as BrokerError
from langgraph.checkpoint.postgres import PostgresSaver
from redis import ConnectionError as RedisConnectionError

from agency.models import Thread
from agency.runtime import graphs, watchdog
from agency.runtime.graphs import register_graph
from agency.runtime.threads import resume_thread
from ownyou.lib import storage
from ownyou.lib.errors import OwnYouError


def raising(error: Exception) -> Callable[[], None]:
    def act() -> None:
        raise error

    return act


def test_a_failure_is_told_in_words_and_a_retry_goes_on_from_there(stage: Any) -> None:
    stage.drive()
    stage.answer()
    stage.once("last", raising(OwnYouError("The oven is cold.")))
    thread = stage.drive()
    assert (thread.status, thread.error) == ("failed", "The oven is cold.")
    resume_thread(thread.pk)
    thread = stage.drive()
    assert (thread.status, thread.error, thread.ended_at is None) == ("done", None, False)
    assert stage.acts == ["first", "answered yes", "last"]
    assert stage.moved == ["waiting", "failed", "done"]


def test_a_surprise_is_named_without_what_it_held(stage: Any) -> None:
    stage.once("first", raising(ValueError("secret dinner with Anna")))
    assert stage.drive().error == "Something unexpected happened (ValueError)."


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("server closed the connection unexpectedly"),
        psycopg.OperationalError("terminating connection due to administrator command"),
        psycopg.InterfaceError("the connection is closed"),
        RedisConnectionError("Connection refused"),
        ConnectionResetError(),
        TimeoutError(),
    ],
    ids=lambda error: f"{type(error).__module__}.{type(error).__name__}",
)
def test_storage_that_was_away_for_a_moment_is_tried_again(stage: Any, error: Exception) -> None:
    stage.once("first", raising(error))
    thread = stage.drive()
    assert (thread.status, thread.attempt) == ("ready", 1)
    assert stage.drive().status == "waiting"
    assert (stage.thread.attempt, stage.acts) == (0, ["first"])


def test_storage_that_stays_away_is_tried_a_few_times_only(stage: Any) -> None:
    tries: list[int] = []
    stage.hooks["first"] = lambda: (tries.append(1), raising(OperationalError("away"))())
    while stage.drive().status == "ready":
        assert len(tries) <= settings.THREAD_MOST_ATTEMPTS
    assert len(tries) == settings.THREAD_MOST_ATTEMPTS + 1
    assert stage.thread.error == "The database or the queue did not answer, several times in a row."
    resume_thread(stage.thread_id)
    assert (stage.thread.status, stage.thread.attempt) == ("ready", 0)


DISK = "The disk is full. Free some space and try again."
REDIS = "Redis has no memory left. Give it more and try again."


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (psycopg.errors.DiskFull("could not extend file: No space left on device"), DISK),
        (OSError(errno.ENOSPC, "No space left on device"), DISK),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), DISK),
        (storage.NoSpaceLeft(), DISK),
        (redis.exceptions.ResponseError("MISCONF Redis is configured to save RDB snapshots"), DISK),
        (redis.exceptions.OutOfMemoryError("command not allowed when used memory > 'maxmemory'."), REDIS),
        (BrokerError("OOM command not allowed when used memory > 'maxmemory'."), REDIS),
    ],
    ids=["postgresql", "disk", "quota", "artifact", "snapshot", "redis", "broker"],
)
def test_what_is_full_is_tried_again_called_by_its_name_and_can_go_on_later(
    stage: Any, error: Exception, words: str
) -> None:
    tries: list[int] = []
    stage.hooks["first"] = lambda: (tries.append(1), raising(error)())
    while stage.drive().status == "ready":
        pass
    assert (len(tries), stage.thread.error) == (settings.THREAD_MOST_ATTEMPTS + 1, words)
    del stage.hooks["first"]
    resume_thread(stage.thread_id)
    assert stage.drive().status == "waiting"


def replace_version(specification: Any) -> None:
    """A deploy without the graph that threads wait in."""
    graphs._specs.pop(("test.stage", 1))
    graphs._compiled.pop(("test.stage", 1), None)
    register_graph(specification)


def test_a_version_that_is_gone_fails_clearly_and_tells_its_subject(stage: Any, spec: Any) -> None:
    stage.drive()
    replace_version(spec(version=2, rebuilds=False))
    stage.answer()
    thread = stage.drive()
    assert (thread.status, stage.moved) == ("failed", ["waiting", "failed"])
    assert "not known any more" in str(thread.error)


def test_where_rows_say_how_far_it_is_the_newest_version_goes_on_from_them(stage: Any, spec: Any) -> None:
    stage.drive()
    replace_version(spec(version=2))
    stage.answer()
    thread = stage.drive()
    assert (thread.status, thread.version) == ("done", 2)
    assert stage.acts == ["first", "first", "answered yes", "last"], "as after a lost state, from the start"


def test_a_kind_of_work_that_is_gone_altogether_does_not_stop_the_watchdog(stage: Any, sent: Any) -> None:
    stage.once("first", stage.die)
    stage.drive_until_killed()
    stage.look_dead()
    other = Thread.objects.create(
        user=stage.user,
        graph="test.gone",
        subject_kind="test",
        subject_id=stage.user.pk,
        status="running",
        heartbeat_at=Thread.objects.get(pk=stage.thread_id).heartbeat_at,
        attempt=settings.THREAD_MOST_ATTEMPTS,
    )
    watchdog.watch()
    other.refresh_from_db()
    assert (other.status, stage.thread.status) == ("failed", "ready")


def test_a_step_whose_end_was_not_written_down_is_not_taken_for_the_end(
    stage: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any, **__: Any) -> None:
        monkeypatch.undo()
        raise psycopg.OperationalError("the connection is lost")

    stage.once("first", lambda: monkeypatch.setattr(PostgresSaver, "put", gone))
    assert stage.drive().status == "ready"
    assert stage.drive().status == "waiting"
    assert stage.acts == ["first"]
    assert "done" not in stage.moved
