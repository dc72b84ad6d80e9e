"""Work is never lost, nor a request failed, because the queue is away: rows are found by the watchdog."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone
from kombu.exceptions import OperationalError

from agency.models import Thread
from agency.runtime import watchdog
from agency.runtime.tasks import drive_thread


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """No message can be sent, until the fixture is undone."""

    def refuse(*args: Any, **more: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(drive_thread, "apply_async", refuse)
    return monkeypatch


def test_an_answer_counts_while_the_queue_is_away_and_is_taken_in_later(
    stage: Any, sent: Any, away: pytest.MonkeyPatch
) -> None:
    stage.drive()
    assert stage.answer().status == "answered"
    assert stage.thread.status == "ready"
    before = sent(stage)
    away.undo()
    Thread.objects.filter(pk=stage.thread_id).update(updated_at=timezone.now() - timedelta(minutes=5))
    watchdog.watch()
    assert sent(stage) == before + 1
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "answered yes", "last"]


def test_a_thread_can_be_started_while_the_queue_is_away(stage: Any, away: pytest.MonkeyPatch) -> None:
    assert stage.start().status == "ready"
