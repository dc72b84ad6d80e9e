"""No space left, or no database at all: plain words, nothing half saved, and it works again afterwards."""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest
import redis
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage, default_storage
from django.db import OperationalError, connection
from django.test import Client
from kombu.exceptions import OperationalError as BrokerError

from agency import artifacts
from agency.models import Artifact, Thread
from missions.models import Mission
from ownyou.lib import storage
from tests.badinput.conftest import make_mission, make_question
from trust.activity import Subject
from trust.models import Activity

FULL = 'could not extend file "base/1/2": No space left on device'


@contextmanager
def failing(touches: Callable[[str], bool], words: str) -> Iterator[None]:
    """Let statements fail as Django tells of a PostgreSQL that cannot write, or is gone."""

    def wrapper(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if touches(sql):
            raise OperationalError(words) from psycopg.errors.DiskFull(words)
        return execute(sql, params, many, context)

    with connection.execute_wrapper(wrapper):
        yield


def full(table: str) -> Any:
    """No space for a table's rows."""

    def writes(sql: str) -> bool:
        return re.search(rf'\b(?:INSERT INTO|UPDATE)\s+"?{table}\b', sql) is not None

    return failing(writes, FULL)


@pytest.mark.parametrize("table", ["missions_mission", "agency_thread", "trust_activity", "trust_feed"])
@pytest.mark.parametrize("htmx", [True, False])
def test_asking_saves_all_or_nothing(db: None, browser: Client, table: str, htmx: bool) -> None:
    headers = {"HX-Request": "true"} if htmx else {}
    with full(table):
        answer = browser.post("/missions/new/", {"goal": "pasta in Paris"}, headers=headers)
    assert answer.status_code == 503
    page = answer.content.decode()
    assert "The disk is full, so this was not saved" in page
    assert ("<html" in page) is not htmx
    assert (Mission.objects.count(), Thread.objects.count(), Activity.objects.count()) == (0, 0, 0)
    assert browser.post("/missions/new/", {"goal": "pasta in Paris"}).status_code == 302


@pytest.mark.parametrize("table", ["trust_decision", "trust_activity", "trust_auditentry"])
def test_answering_saves_all_or_nothing(db: None, browser: Client, owner: Any, table: str) -> None:
    question = make_question(owner, make_mission(owner))
    lines = Activity.objects.count()
    form = {"verdict": "choose", "option": "one"}
    with full(table):
        answer = browser.post(f"/decisions/{question.pk}/", form)
    assert answer.status_code == 503
    assert "disk is full" in answer.content.decode()
    question.refresh_from_db()
    assert (question.status, Activity.objects.count()) == ("open", lines)
    assert browser.post(f"/decisions/{question.pk}/", form).status_code == 302


def test_a_login_that_cannot_be_stored_says_so(db: None, owner: Any) -> None:
    browser = Client(raise_request_exception=False)
    form = {"login": owner.email, "password": "correct horse battery"}
    with full("django_session"):
        answer = browser.post("/accounts/login/", form)
    assert answer.status_code == 503
    assert "disk is full" in answer.content.decode()
    assert browser.post("/accounts/login/", form).status_code == 302


@pytest.mark.parametrize(
    "address", ["/", "/missions/", "/inbox/", "/activity/", "/memory/", "/settings/", "/live/"]
)
def test_without_a_database_every_page_says_so_plainly(db: None, browser: Client, address: str) -> None:
    with failing(lambda sql: "SAVEPOINT" not in sql, "server closed the connection unexpectedly"):
        answer = browser.get(address)
    assert answer.status_code == 503
    assert "The database is not answering right now" in answer.content.decode()


def test_the_api_says_it_as_a_problem(db: None, browser: Client) -> None:
    with full("missions_mission"):
        answer = browser.post("/api/missions", {"goal": "pasta"}, content_type="application/json")
    assert answer.status_code == 503
    assert "disk is full" in answer.json()["detail"]
    assert not Mission.objects.exists()


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "The disk is full, so this was not saved"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "The disk is full, so this was not saved"),
        (storage.NoSpaceLeft(), "The disk is full, so this was not saved"),
        (redis.exceptions.OutOfMemoryError("command not allowed"), "Redis has no memory left"),
        (BrokerError("OOM command not allowed when used memory > 'maxmemory'."), "Redis has no memory left"),
        (BrokerError("[Errno 111] Connection refused"), "The database is not answering right now"),
    ],
)
def test_whatever_is_full_pages_and_the_api_say_it_and_another_try_works(
    db: None, browser: Client, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    def fail(*args: Any, **more: Any) -> None:
        raise error

    with monkeypatch.context() as broken:
        broken.setattr("missions.services.new_thread", fail)
        page = browser.post("/missions/new/", {"goal": "pasta in Paris"})
        problem = browser.post("/api/missions", {"goal": "pasta"}, content_type="application/json")
    assert (page.status_code, problem.status_code) == (503, 503)
    assert words in page.content.decode()
    assert words in problem.json()["detail"]
    assert problem["Retry-After"]
    assert not Mission.objects.exists()
    assert browser.post("/missions/new/", {"goal": "pasta in Paris"}).status_code == 302


def test_a_file_that_finds_no_space_leaves_nothing_half_written(
    db: None, owner: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = FileSystemStorage._save

    def half(self: FileSystemStorage, name: str, content: Any) -> str:
        real(self, name, ContentFile(b"half"))
        raise OSError(errno.ENOSPC, "No space left on device")

    def keep() -> Artifact:
        return artifacts.keep(user=owner, subject=Subject("user", owner.pk), path="page.md", content=b"x")

    folder = Path(default_storage.path(f"artifacts/{owner.pk}"))
    with monkeypatch.context() as full_disk:
        full_disk.setattr(FileSystemStorage, "_save", half)
        with pytest.raises(storage.NoSpaceLeft, match="disk is full"):
            keep()
    assert not Artifact.objects.exists()
    assert list(folder.iterdir()) == []
    assert artifacts.read(keep()) == b"x"
