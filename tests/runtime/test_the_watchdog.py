"""What a dead worker or a lost message left behind is found, and taken up where it stood."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from agency.models import Thread
from agency.runtime import watchdog
from agency.runtime.heartbeat import Heartbeat
from ownyou.lib import live


def age(stage: Any) -> None:
    Thread.objects.filter(pk=stage.thread_id).update(updated_at=timezone.now() - timedelta(minutes=5))


def test_a_lost_message_is_sent_again_once_a_while(stage: Any, sent: Any) -> None:
    live.connection().delete("missions")
    watchdog.watch()
    assert sent(stage) == 0, "it was sent a moment ago"
    age(stage)
    watchdog.watch()
    watchdog.watch()
    assert sent(stage) == 1


def test_a_thread_that_shows_signs_of_life_is_left_alone(stage: Any) -> None:
    stage.once("first", watchdog.watch)
    stage.drive()
    assert stage.thread.revision == 1


def test_a_dead_workers_thread_goes_on_from_its_last_finished_step(stage: Any, sent: Any) -> None:
    stage.drive()
    stage.answer()
    stage.once("last", stage.die)
    stage.drive_until_killed()
    assert stage.thread.status == "running"
    stage.look_dead()
    live.connection().delete("missions")
    watchdog.watch()
    assert (stage.thread.status, stage.thread.attempt, sent(stage)) == ("ready", 1, 1)
    assert stage.drive().status == "done"
    assert stage.acts == ["first", "answered yes", "last"]


def test_a_thread_that_kills_its_workers_is_given_up_with_words(stage: Any) -> None:
    stage.hooks["first"] = stage.die
    deaths = 0
    while stage.thread.status == "ready":
        stage.drive_until_killed()
        deaths += 1
        stage.look_dead()
        watchdog.watch()
    assert deaths == settings.THREAD_MOST_ATTEMPTS
    assert stage.thread.status == "failed"
    assert "You can try again" in str(stage.thread.error)
    assert stage.moved == ["failed"]


def test_the_heart_of_a_taken_over_thread_stops_beating_for_the_old_worker(stage: Any) -> None:
    thread = stage.thread
    thread.revision = 3
    Thread.objects.filter(pk=thread.pk).update(status="running", revision=4, heartbeat_at=None)
    assert Heartbeat(thread).renew() == 0
    assert stage.thread.heartbeat_at is None
