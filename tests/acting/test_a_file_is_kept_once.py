"""A step that keeps a file and runs again, because its worker died before its checkpoint, keeps it once."""

from __future__ import annotations

import pytest

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
