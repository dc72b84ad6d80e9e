"""`manage.py understand`: one object a line, whatever the line is."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.core.management.base import CommandError

from agency.reasoning import model
from agency.reasoning.slots import SlotContext
from missions.management.commands.understand import (
    LONGEST,
    currency_in,
    lines_of,
    ref_of,
    understood,
    zone_of,
)

ROOT = Path(__file__).parents[2]
CONTEXT = SlotContext(ref=datetime(2026, 12, 1, 10), zone="Europe/Paris")
KEYS = {"domain", "mission_type", "level", "slots", "confidence", "source"}


def test_a_dinner_is_understood_with_its_slots() -> None:
    found = understood("Find Italian restaurants in Paris for Friday night, 4 people", CONTEXT)
    assert set(found) == KEYS
    assert (found["domain"], found["mission_type"], found["source"]) == ("missions", "dining", "rules")
    assert found["slots"]["people"] == 4
    assert found["slots"]["date"] == "2026-12-04"


@pytest.mark.parametrize(
    "line", ["", "   ", "\x00", "{}", "'; DROP TABLE x; --", "🦄" * 500, "a" * LONGEST, "؟؟؟"]
)
def test_odd_lines_have_an_object_like_any_other(line: str) -> None:
    found = understood(line, CONTEXT)
    assert set(found) == KEYS
    json.dumps(found)


def test_a_line_that_breaks_the_rules_does_not_end_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr("missions.management.commands.understand.by_rules", broken)
    assert understood("dinner", CONTEXT)["domain"] == "other"


def test_lines_end_at_line_feeds_only_and_bad_bytes_are_replaced() -> None:
    stream = io.BytesIO("one\r\n\ntwo\u2028three\n".encode() + b"\xff\xfe four")
    assert len(list(lines_of(stream))) == 4


def test_a_model_that_fails_leaves_it_to_the_rules(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LLM_BASE_URL, settings.LLM_MODEL = "http://127.0.0.1:9", "test"

    def fail(*_: Any) -> None:
        raise model.ModelFailed

    monkeypatch.setattr(model, "ask", fail)
    assert understood("Find Italian restaurants in Paris", CONTEXT)["source"] == "rules"


def test_moments_are_read_in_the_zone() -> None:
    paris = ZoneInfo("Europe/Paris")
    assert ref_of("2026-12-01T10:00", paris) == datetime(2026, 12, 1, 10)
    assert ref_of("2026-12-01T10:00Z", paris) == datetime(2026, 12, 1, 11)
    assert ref_of("2026-12-01", paris) == datetime(2026, 12, 1)


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "../etc/passwd", "\x00"])
def test_zones_that_do_not_exist_are_named(name: str) -> None:
    with pytest.raises(CommandError):
        zone_of(name)


def test_moments_that_are_none_are_named() -> None:
    with pytest.raises(CommandError):
        ref_of("next Friday", ZoneInfo("UTC"))


@pytest.mark.timeout(280)
def test_each_answer_is_written_before_the_next_line_is_read_and_no_database_is_needed(
    tmp_path: Path,
) -> None:
    environment = {
        **os.environ,
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:9/none",
        "DATA": str(tmp_path),
    }
    command = [sys.executable, "manage.py", "understand", "--ref", "2026-12-01T10:00", "--tz", "Europe/Paris"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in (b"Buy a laptop under $1500\n", b"\n", b"Remind me to call mum tomorrow\n"):
            process.stdin.write(line)
            process.stdin.flush()
            assert set(json.loads(process.stdout.readline())) == KEYS
        process.stdin.close()
        assert process.stdout.read() == b""
        assert process.wait(120) == 0


def test_the_currency_is_that_of_the_zone() -> None:
    zones = ("Europe/Zurich", "Europe/London", "America/New_York", "UTC")
    assert [currency_in(zone) for zone in zones] == ["CHF", "GBP", "USD", "USD"]
