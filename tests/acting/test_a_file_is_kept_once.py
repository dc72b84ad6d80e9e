"""A step that keeps a file and runs again, because its worker died before its checkpoint, keeps it once."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.files.storage import default_storage

from agency import artifacts
from agency.models import Artifact
from ownyou.lib.ids import new_id
from trust import ledger
from trust.activity import Subject
from trust.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_step_makes_one_version_and_another_step_the_next(owner: User) -> None:
    subject = Subject("mission", new_id())
    for key, words in (("step:0", "one"), ("step:0", "one"), ("step:1", "two")):
        arguments = {"path": "page.md", "content": words}
        ledger.read("files.save", arguments, user=owner, subject=subject, key=key)
    rows = Artifact.objects.of(owner).order_by("version")
    assert [(row.version, artifacts.read(row)) for row in rows] == [(1, b"one"), (2, b"two")]


def test_a_step_that_runs_twice_at_once_keeps_one_file(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    facts: dict[str, Any] = {"subject": Subject("mission", new_id()), "path": "page.md", "made_by": new_id()}
    stored: list[str] = []
    store = artifacts._store

    def meanwhile(name: str, content: bytes) -> str:
        """The twin is through before this one writes its row."""
        first = not stored
        stored.append(store(name, content))
        if first:
            artifacts.keep(user=owner, content=b"words", **facts)
        return stored[0] if first else stored[-1]

    monkeypatch.setattr(artifacts, "_store", meanwhile)
    kept = artifacts.keep(user=owner, content=b"words", **facts)
    assert [row.pk for row in Artifact.objects.of(owner)] == [kept.pk]
    assert [default_storage.exists(name) for name in stored] == [False, True]
