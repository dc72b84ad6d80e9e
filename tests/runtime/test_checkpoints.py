"""Checkpoints follow the rows: sealed, small, lost without loss, and gone in time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from agency.models import Thread
from agency.runtime import checkpoints, watchdog
from agency.runtime.graphs import register_graph
from missions.services import create_mission
from tests.missions.steps import answer_first, drive, refresh
from trust.models import Activity, Decision

MARKER = "Quarzitmarker"
DAY = timedelta(days=1)


def count(thread_id: object) -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT count(*) FROM {checkpoints.SCHEMA}.checkpoints WHERE thread_id = %s", [str(thread_id)]
        )
        return int(cursor.fetchone()[0])


def damage(thread_id: object) -> None:
    """Turn the saved values of a thread into noise."""
    with connection.cursor() as cursor:
        for table in ("checkpoint_blobs", "checkpoint_writes"):
            cursor.execute(
                f"UPDATE {checkpoints.SCHEMA}.{table} SET blob = 'noise' WHERE thread_id = %s",
                [str(thread_id)],
            )


@pytest.mark.parametrize("lose", [checkpoints.delete_thread, damage], ids=["lost", "unreadable"])
def test_a_missions_lost_run_is_rebuilt_from_rows_and_repeats_nothing(
    world: None, owner: Any, lose: Any
) -> None:
    mission = create_mission(user=owner, goal="Find Italian restaurants in Paris for Friday night, 4 people")
    thread = drive(mission)
    lines, asked = Activity.objects.count(), Decision.objects.get()
    lose(thread.pk)
    answer_first(mission, "choose")
    assert drive(mission).status == "done"
    assert refresh(mission).status == "completed"
    assert Decision.objects.get().pk == asked.pk
    kinds = list(Activity.objects.order_by("seq").values_list("kind", flat=True)[lines:])
    assert kinds == ["decided", "agent_completed"]


def test_a_lost_run_that_cannot_be_rebuilt_fails_instead_of_starting_over(stage: Any, spec: Any) -> None:
    register_graph(spec(rebuilds=False))
    stage.drive()
    checkpoints.delete_thread(stage.thread_id)
    stage.answer()
    thread = stage.drive()
    assert thread.status == "failed"
    assert "was not started over" in str(thread.error)
    assert stage.acts == ["first"]


def test_the_tables_hold_no_words_of_the_person(world: None, owner: Any) -> None:
    mission = create_mission(user=owner, goal=f"Italian dinner for {MARKER} in Paris on Friday, 4 people")
    drive(mission)
    answer_first(mission, "refine", text=f"cheaper, {MARKER} is broke")
    drive(mission)
    answer_first(mission, "choose")
    drive(mission)
    kept = b""
    with connection.cursor() as cursor:
        for table in checkpoints.TABLES:
            cursor.execute(f"SELECT t::text FROM {checkpoints.SCHEMA}.{table} t")
            kept += "".join(row[0] for row in cursor.fetchall()).encode()
    assert len(kept) > 1000
    for form in (MARKER.encode(), MARKER.lower().encode(), MARKER.encode().hex().encode()):
        assert form not in kept


@pytest.mark.parametrize(
    ("status", "days", "kept"),
    [
        ("done", 29, True),
        ("done", 31, False),
        ("failed", 6, True),
        ("failed", 8, False),
        ("cancelled", 31, False),
    ],
)
def test_checkpoints_go_when_their_time_is_over(stage: Any, status: str, days: int, kept: bool) -> None:
    stage.drive()
    ended = timezone.now() - days * DAY
    Thread.objects.filter(pk=stage.thread_id).update(status=status, ended_at=ended)
    watchdog.retire()
    assert (count(stage.thread_id) > 0, stage.thread.archived_at is None) == (kept, kept)


def test_a_thread_that_waits_for_years_keeps_its_checkpoints(stage: Any) -> None:
    stage.drive()
    Thread.objects.filter(pk=stage.thread_id).update(updated_at=timezone.now() - 900 * DAY)
    watchdog.retire()
    assert count(stage.thread_id) > 0


def test_nothing_is_written_with_nobodys_key() -> None:
    with pytest.raises(RuntimeError, match="nobody's key"):
        checkpoints.OwnersCipher(None).encrypt(b"words")
