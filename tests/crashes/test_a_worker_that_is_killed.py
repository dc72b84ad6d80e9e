"""kill -9 of the workers at named points of a mission: it goes on where it stood, and repeats nothing."""

from __future__ import annotations

from typing import Any

from tests.crashes.conftest import PATIENCE, Held, kill_workers, row_lock, waits_for_the_row
from tests.journeys.conftest import App, wait_for


def test_during_the_searches(up: App, begin: Any, held: Held) -> None:
    before = len(up.osm.asked)
    story = begin("London")
    held.wait_until_asked()
    story.wait_for_report("catalogue")
    kill_workers(up)
    held.let_go()
    story.wait_until("interrupted")
    assert len(up.osm.asked) == before + 2, "the one that was cut off, and the one that was answered"
    story.choose()
    story.judge()


def test_while_it_aggregates(up: App, begin: Any, held: Held) -> None:
    before = len(up.osm.asked)
    story = begin("Rome")
    held.wait_until_asked()
    story.wait_for_report("catalogue")
    with row_lock(up, story.id):
        held.let_go()
        story.wait_for_report("openstreetmap")
        wait_for(lambda: waits_for_the_row(up), seconds=PATIENCE)
        kill_workers(up)
    story.wait_until("interrupted")
    assert len(up.osm.asked) == before + 1, "a source that had answered is not asked again"
    story.choose()
    story.judge()


def test_while_a_decision_waits(up: App, begin: Any) -> None:
    before = len(up.osm.asked)
    story = begin("Berlin")
    story.wait_until("interrupted")
    kill_workers(up)
    story.choose()
    story.judge()
    assert len(up.osm.asked) == before + 1
