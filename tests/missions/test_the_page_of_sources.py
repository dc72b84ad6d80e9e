"""The page of sources names all that is asked: sources, estimates that stand in, and wikis that are read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client

from missions.setup import ESTIMATES
from trust.models import Action, User

pytestmark = pytest.mark.django_db
READ_AT = datetime(2026, 11, 29, 14, 51, tzinfo=UTC)


def sources(user: User) -> dict[str, Any]:
    client = Client()
    client.force_login(user)
    page: Any = client.get("/settings/model/")
    return {one["name"]: one for one in page.context["sources"]}


def test_what_is_used_is_on(owner: User) -> None:
    shown = sources(owner)
    assert [shown[name]["on"] for name in (*ESTIMATES, "wikivoyage", "wikipedia")] == [True] * 4
    assert shown["wikivoyage"]["last_used"] is None


@pytest.mark.parametrize(("status", "failed"), [("succeeded", False), ("failed", True)])
def test_a_wiki_that_was_read_says_when(owner: User, status: str, failed: bool) -> None:
    Action.objects.create(
        user=owner,
        key="one",
        tool="wikivoyage.read",
        agent="research",
        kind="read",
        title="Read Wikivoyage",
        arguments={},
        args_hash="",
        status=status,
        ended_at=READ_AT,
    )
    shown = sources(owner)
    assert (shown["wikivoyage"]["last_used"], shown["wikivoyage"]["last_failed"]) == (READ_AT, failed)
    assert shown["wikipedia"]["last_used"] is None
