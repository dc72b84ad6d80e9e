"""Acts in chaos: every approved one happens exactly once or is shown as unknown, no other one happens.

Workers are killed at named points, tasks redelivered, cards answered twice at once and in reverse order,
acts edited, refined in words, rejected inside batches, and asked for again after their time was over. Mails
are stopped while they are held back, standing OKs given and taken back, missions given up and paused while
their acts wait or are held. A mail server and an HTTP server count what arrives. In the end acts are taken
back, and unknown ones settled.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.crashes.chaos.console import Console, console_of
from tests.crashes.chaos.driving import Round
from tests.crashes.chaos.judging import Row, added
from tests.crashes.chaos.points import WHOLE_WORKER
from tests.crashes.chaos.script import Fate, Way
from tests.crashes.chaos.sinks import Sinks, counting
from tests.journeys.conftest import PROJECT, App, running_app

SOAK = int(os.environ.get("SOAK_ACTS", 2_000))
FIRST = 1_000
"""The number of the soak's first act."""
A_ROUND, AT_ONCE = 250, 4
"""Acts of one person, and people side by side: what is waited for (dead executors) is waited for together."""
REPORT = PROJECT / "var" / "soak.json"


@pytest.fixture(scope="module")
def sinks() -> Iterator[Sinks]:
    with counting() as made:
        yield made


@pytest.fixture(scope="module")
def chaotic(sinks: Sinks) -> Iterator[App]:
    """An OwnYou whose workers die when an act says so."""
    with running_app(
        DJANGO_SETTINGS_MODULE="tests.crashes.chaos.settings",
        OWNYOU_ALLOW_PRIVATE_ADDRESSES="true",
        OWNYOU_ACT_HOLD_SECONDS="2",
        OWNYOU_TRUST_SWEEP_SECONDS="1",
        OWNYOU_SMTP_TLS="false",
        **sinks.environment,
    ) as app:
        yield app


@pytest.fixture(scope="module")
def console(chaotic: App) -> Iterator[Console]:
    with console_of(chaotic) as made:
        yield made


def test_fifty_acts(chaotic: App, console: Console, sinks: Sinks) -> None:
    played = Round(chaotic, console, sinks, first=0, many=50)
    rows = played.play()
    assert all(row["ok"] for row in rows), (rows, played.faults)
    assert sum(row["count"] for row in rows) == 50
    died = len(list((chaotic.data / "chaos").iterdir()))
    assert died >= 5, "workers were killed"
    assert any(act.point == WHOLE_WORKER for act in played.acts)
    assert {batch.fate for batch in played.batches} == set(Fate)
    assert {batch.way for batch in played.batches} == set(Way)
    assert any(batch.refined for batch in played.batches)
    assert any(batch.expires and batch.answered for batch in played.batches)


@pytest.mark.soak
def test_two_thousand_acts(chaotic: App, console: Console, sinks: Sinks) -> None:
    rounds = [
        Round(chaotic, console, sinks, first=first, many=min(A_ROUND, FIRST + SOAK - first))
        for first in range(FIRST, FIRST + SOAK, A_ROUND)
    ]
    rows: list[Row] = []
    with ThreadPoolExecutor(AT_ONCE) as people:
        for played in people.map(Round.play, rounds):
            rows += played
            write(added(rows), REPORT)
    assert all(row["ok"] for row in added(rows)), (added(rows), [played.faults for played in rounds])


def write(rows: list[Row], report: Path) -> None:
    report.parent.mkdir(exist_ok=True)
    report.write_text(json.dumps(rows, indent=2) + "\n")
