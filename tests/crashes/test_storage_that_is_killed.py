"""kill -9 of Redis and PostgreSQL in the middle of a mission: `up` starts them again, the mission goes on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.crashes.conftest import PATIENCE, Held, kill, server_pid
from tests.journeys.conftest import App, wait_for


@pytest.mark.parametrize(("pid_file", "city"), [("redis.pid", "Tokyo"), ("postmaster.pid", "New York")])
def test_in_the_searches_and_while_a_decision_waits(
    up: App, begin: Any, held: Held, pid_file: str, city: str
) -> None:
    before = len(up.osm.asked)
    story = begin(city)
    held.wait_until_asked()
    story.wait_for_report("catalogue")
    kill_and_wait(up, pid_file)
    held.let_go()
    story.wait_until("interrupted")
    assert len(up.osm.asked) <= before + 2
    kill(server_pid(up, pid_file))
    story.choose()
    story.judge()


def kill_and_wait(app: App, pid_file: str) -> None:
    """Kill a server and wait until another one is in its place."""
    old = server_pid(app, pid_file)
    kill(old)

    def replaced() -> bool:
        try:
            return server_pid(app, pid_file) != old
        except (ValueError, IndexError, OSError):
            return False

    wait_for(replaced, seconds=PATIENCE)
