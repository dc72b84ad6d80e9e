"""Long after a mission ended its checkpoints go: what it came to is in memory, and its page can be read."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from agency.models import Thread
from agency.runtime import watchdog
from memory.models import MemoryItem
from memory.store import OrmStore
from missions import services
from missions.listing import missions_of
from missions.models import Mission
from missions.runs import thread_of
from tests.missions.evenings import V, part, say, to_the_draft, work
from tests.missions.steps import refresh

pytestmark = pytest.mark.django_db(transaction=True)


def checkpoints_of(mission: Mission) -> int:
    rows = Thread.objects.filter(subject_id__in=[mission.pk, *mission.subgoals.values_list("pk", flat=True)])
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM langgraph.checkpoints WHERE thread_id = ANY(%s)",
            [[str(pk) for pk in rows.values_list("pk", flat=True)]],
        )
        return int(cursor.fetchone()[0])


def days_pass(days: int) -> None:
    for thread in Thread.objects.filter(ended_at__isnull=False):
        ended = thread.ended_at - timedelta(days=days)  # type: ignore[operator]
        Thread.objects.filter(pk=thread.pk).update(ended_at=ended)
    watchdog.retire()


def test_a_completed_mission_is_put_away_after_thirty_days(evening: Mission) -> None:
    mission = say(to_the_draft(evening), "review", V.APPROVE)
    days_pass(29)
    assert checkpoints_of(mission) > 0
    assert refresh(mission).archived_at is None
    days_pass(2)
    assert checkpoints_of(mission) == 0
    mission = refresh(mission)
    assert mission.archived_at is not None
    kept = OrmStore(mission.user).get(("archived_missions", str(mission.user_id)), str(mission.pk))
    assert kept is not None
    assert kept.value["status"] == "completed"
    assert kept.value["goal"] == mission.goal
    assert [one["key"] for one in kept.value["parts"]] == ["dinner", "show", "walk"]
    assert kept.value["asked"][-1]["verdict"] == "approve"
    assert "final/evening.md" in kept.value["files"]
    assert kept.value["state"]["mission_id"] == str(mission.pk)
    assert [row.pk for row in missions_of(mission.user, tab="archive")[0]] == [mission.pk]
    client = Client()
    client.force_login(mission.user)
    text = client.get(f"/missions/{mission.pk}/").content.decode()
    assert part(mission, "dinner").chosen[0]["title"] in text
    assert client.get(f"/missions/{mission.pk}/files/final/evening.md").status_code == 200
    days_pass(100)
    assert MemoryItem.objects.filter(namespace__0="archived_missions").count() == 1


def test_a_failed_mission_is_put_away_after_seven_days_and_can_still_be_tried_again(evening: Mission) -> None:
    own = thread_of(evening)
    assert own is not None
    Thread.objects.filter(pk=own.pk).update(status="failed", ended_at=timezone.now())
    Mission.objects.filter(pk=evening.pk).update(status="failed")
    days_pass(8)
    own.refresh_from_db()
    assert own.archived_at is not None
    assert refresh(evening).archived_at is not None
    services.retry_mission(user=evening.user, mission_id=evening.pk)
    mission = work(evening)
    assert mission.archived_at is None
    assert mission.status == Mission.Status.INTERRUPTED
    mission = say(to_the_draft(mission), "review", V.APPROVE)
    assert mission.status == Mission.Status.COMPLETED
    assert Thread.objects.filter(parent=own).count() == 3


def test_a_mission_that_waits_for_years_stays(evening: Mission) -> None:
    Thread.objects.update(created_at=timezone.now() - timedelta(days=900))
    watchdog.retire()
    assert refresh(evening).archived_at is None
    assert say(to_the_draft(evening), "review", V.APPROVE).status == Mission.Status.COMPLETED
