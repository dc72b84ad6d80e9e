"""A cheap row runs, and says what the others say as well."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench import report
from bench.report import Target, alone, compared
from bench.rows import all as rows

PROJECT = Path(__file__).resolve().parents[2]


def test_understanding_a_goal_is_measured_against_one_embedding() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "understand", "--samples", "3"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    assert "understand" in done.stdout
    assert "one embedding" in done.stdout


def test_an_unknown_row_is_named_and_the_known_ones_are_listed() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bench", "nonsense"], cwd=PROJECT, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 2
    assert "nonsense" in done.stderr
    assert "first_card" in done.stderr


def test_every_row_has_a_name_of_its_own() -> None:
    assert len(set(rows.names())) == len(rows.names())


@pytest.mark.parametrize(("value", "ok"), [(1.5, True), (1.6, False)])
def test_a_row_is_judged_by_its_ratio(value: float, ok: bool) -> None:
    result = compared("row", value, "ms", to="something", reference=1.0, target=Target(1.5))
    assert (result.ratio, result.ok) == (value, ok)


def test_a_rate_must_be_high_and_a_short_result_fails_whatever_the_number_is() -> None:
    assert alone("row", 0.995, "share", target=Target(0.99, at_least=True)).ok
    assert not alone("row", 0.98, "share", target=Target(0.99, at_least=True)).ok
    assert not alone("row", 1.0, "share", target=Target(0.99, at_least=True), also=False).ok


def test_measuring_one_row_keeps_the_others_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "bench.json"
    first, second = (alone(name, 1, "s", target=Target(2)) for name in ("first", "second"))
    report.write([second], ["first", "second"], file)
    report.write([first], ["first", "second"], file)
    kept = json.loads(file.read_text())
    assert [row["name"] for row in kept] == ["first", "second"]
    assert set(kept[0]) == {
        *("name", "value", "unit", "reference", "reference_value", "ratio", "target", "ok")
    }
