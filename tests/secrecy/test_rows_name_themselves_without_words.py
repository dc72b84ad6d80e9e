"""The admin's own log keeps how a row names itself: no row of a person's may do so in their words."""

from __future__ import annotations

import io
import logging

import pytest
from django.apps import apps
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db.models import FloatField, IntegerField
from django.test import Client, RequestFactory

from ownyou.lib.fields import EncryptedField
from ownyou.lib.logs import WithoutSweeps, WordlessFormatter
from trust.models import User

OURS = ("trust", "memory", "agency", "missions", "feedback")
NOBODYS = "019ace00-0000-7000-8000-000000000000"
WORD = "Quarzitmarker"


def test_no_row_names_itself_in_a_persons_words() -> None:
    judged = 0
    for label in OURS:
        for model in apps.get_app_config(label).get_models():
            secret = [field for field in model._meta.fields if isinstance(field, EncryptedField)]
            if not secret:
                continue
            numbers = [field for field in model._meta.fields if isinstance(field, FloatField | IntegerField)]
            lists = [field for field in model._meta.fields if isinstance(field, ArrayField)]
            row = model(**dict.fromkeys([field.attname for field in numbers], 1))
            for field in lists:
                setattr(row, field.attname, ["a"])
            for field in secret:
                setattr(row, field.attname, {WORD: WORD, "name": WORD})
            assert WORD not in f"{row} {row!r}", model
            judged += 1
    assert judged >= 8


@pytest.mark.parametrize(
    ("task", "level", "kept"),
    [
        ("trust.sweep", logging.INFO, False),
        ("trust.sweep", logging.ERROR, True),
        ("agency.runtime.drive_thread", logging.INFO, True),
    ],
)
def test_what_the_clock_does_every_few_seconds_fills_no_terminal(task: str, level: int, kept: bool) -> None:
    said = {"name": task, "id": "1", "runtime": 0.01, "return_value": "None"}
    record = logging.LogRecord("celery.app.trace", level, "", 1, "Task %(name)s succeeded", (said,), None)
    assert WithoutSweeps().filter(record) is kept


def test_an_error_is_logged_without_what_it_said() -> None:
    assert settings.LOGGING["formatters"]["plain"]["()"] == "ownyou.lib.logs.WordlessFormatter"
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(WordlessFormatter("%(message)s"))
    log = logging.getLogger("tests.secrecy")
    log.addHandler(handler)
    try:
        try:
            raise ValueError(f"dinner with {WORD}")
        except ValueError as error:
            try:
                raise RuntimeError(WORD) from error
            except RuntimeError:
                log.exception("thread %s stumbled", 7)
    finally:
        log.removeHandler(handler)
    text = stream.getvalue()
    assert WORD not in text
    assert "thread 7 stumbled" in text
    assert "ValueError" in text
    assert "RuntimeError" in text
    assert "test_rows_name_themselves_without_words.py" in text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("path", "route"),
    [(f"/api/missions/{NOBODYS}/artifacts/{WORD}.md", "artifacts/<path:path>"), (f"/{WORD} é/", "…")],
)
def test_a_path_that_was_not_found_is_logged_by_its_route(owner: User, path: str, route: str) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(WordlessFormatter("%(message)s"))
    log = logging.getLogger("django.request")
    log.addHandler(handler)
    try:
        client = Client()
        client.force_login(owner)
        assert client.get(path).status_code == 404
    finally:
        log.removeHandler(handler)
    assert WORD not in stream.getvalue()
    assert route in stream.getvalue()


def test_a_line_about_a_request_may_name_anything(rf: RequestFactory) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "%s: %s", (["a"], f"/{WORD}"), None)
    record.request = rf.get(f"/{WORD}")
    assert WordlessFormatter("%(message)s").format(record) == "['a']: …"
