"""The page of a mission about which the feed has two thousand lines, against one with twenty."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bench import goals
from bench.browser import Browser
from bench.programs import web_and_workers
from bench.report import Result, Target, compared
from bench.rows.base import Bench
from bench.sampling import milliseconds, percentile

MANY, FEW = 2_000, 20
WARM_UP = 5


def measure(samples: int) -> Iterator[Result]:
    """Read both pages in turn; each mission waits for an answer with its options on the page."""
    with web_and_workers() as programs:
        browser = Browser(programs.port, "busy@example.com")
        paths = [_mission(browser.user, lines) for lines in (MANY, FEW)]
        spans: list[list[float]] = [[], []]
        for number in range(samples + WARM_UP):
            for place in (0, 1) if number % 2 else (1, 0):
                spans[place].append(milliseconds(lambda path=paths[place]: _read(browser, path)))
    value, reference = (percentile(times[WARM_UP:], 95) for times in spans)
    yield compared(
        "mission_page", value, "ms, p95", to="the page with 20 lines", reference=reference, target=Target(1.5)
    )


def _mission(user: Any, lines: int) -> str:
    """Make a mission, bring it to its question, and let so many things happen about it."""
    from agency.runtime.driving import drive
    from missions.lifecycle import subject_of
    from missions.runs import thread_of
    from missions.services import create_mission
    from trust import activity
    from trust.models import Activity

    mission = create_mission(user=user, goal=goals.simple_goal())
    thread = thread_of(mission)
    assert thread is not None
    drive(thread.pk)
    subject = subject_of(mission)
    for number in range(lines - Activity.objects.about(subject.kind, subject.id).count()):
        activity.record(
            user_id=user.pk,
            kind=Activity.Kind.AGENT_THINKING,
            agent="dining",
            text=f"Looked at the opening hours of place {number}.",
            subject=subject,
        )
    assert Activity.objects.about(subject.kind, subject.id).count() >= lines
    return f"/missions/{mission.pk}/"


def _read(browser: Browser, path: str) -> None:
    status, body = browser.get(path)
    assert status == 200, body[-500:]


BENCH = Bench(("mission_page",), measure)
