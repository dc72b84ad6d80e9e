"""Acts in chaos: every approved one happens exactly once or is shown as unknown, no other one happens.

Workers are killed at named points, tasks redelivered, cards answered twice at once and in reverse order,
acts edited, and rejected inside batches. A mail server and an HTTP server count what arrives.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.crashes.chaos.driving import Round
from tests.crashes.chaos.judging import Row, added
from tests.crashes.chaos.points import WHOLE_WORKER
from tests.crashes.chaos.sinks import Sinks, counting
from tests.journeys.conftest import PROJECT, App, running_app

SOAK = int(os.environ.get("SOAK_ACTS", 2_000))
AT_ONCE = 100
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
        OWNYOU_ACT_HOLD_SECONDS="0",
        OWNYOU_TRUST_SWEEP_SECONDS="1",
        OWNYOU_SMTP_TLS="false",
        **sinks.environment,
    ) as app:
        yield app


def test_thirty_acts(chaotic: App, sinks: Sinks) -> None:
    played = Round(chaotic, sinks, first=0, many=30)
    rows = played.play()
    assert all(row["ok"] for row in rows), rows
    assert sum(row["count"] for row in rows) == 30
    died = len(list((chaotic.data / "chaos").iterdir()))
    assert died >= 5, "workers were killed"
    assert any(act.point == WHOLE_WORKER for batch in played.batches for act in batch.acts)


@pytest.mark.soak
def test_two_thousand_acts(chaotic: App, sinks: Sinks) -> None:
    rows: list[Row] = []
    for first in range(1_000, 1_000 + SOAK, AT_ONCE):
        rows += Round(chaotic, sinks, first=first, many=min(AT_ONCE, 1_000 + SOAK - first)).play()
        write(added(rows), REPORT)
    assert all(row["ok"] for row in added(rows)), added(rows)


def write(rows: list[Row], report: Path) -> None:
    report.parent.mkdir(exist_ok=True)
    report.write_text(json.dumps(rows, indent=2) + "\n")
