"""What is set wrongly in the environment is named, with its value; nothing is guessed from it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ownyou.embedded.programs import Options
from ownyou.environment import WrongVariable, flag, listed, number, text, whole

PROJECT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("read", "value", "expected"),
    [
        (lambda: text("X", "a"), " b ", "b"),
        (lambda: text("X", "a"), "", "a"),
        (lambda: flag("X", False), "Yes", True),
        (lambda: flag("X", True), "off", False),
        (lambda: flag("X", True), " ", True),
        (lambda: number("X", 2), "0.5", 0.5),
        (lambda: number("X", 2), "", 2),
        (lambda: whole("X", 3), "0", 0),
        (lambda: listed("X", "a,b"), " c, ,d", ["c", "d"]),
        (lambda: listed("X", "a,b"), "", ["a", "b"]),
    ],
)
def test_a_value_is_read_and_an_empty_one_counts_as_not_set(monkeypatch, read, value, expected):
    monkeypatch.setenv("X", value)
    assert read() == expected


@pytest.mark.parametrize(
    ("read", "value"),
    [
        (lambda: flag("X", True), "maybe"),
        (lambda: number("X", 2), "ten"),
        (lambda: number("X", 2), "-1"),
        (lambda: number("X", 2), "nan"),
        (lambda: number("X", 2), "inf"),
        (lambda: whole("X", 3), "1.5"),
        (lambda: whole("X", 3), "-1"),
        (lambda: whole("X", 3), "²"),
    ],
)
def test_a_value_that_cannot_be_used_is_named_with_its_variable(monkeypatch, read, value):
    monkeypatch.setenv("X", value)
    with pytest.raises(WrongVariable, match=f"^X must be .*“{value}”$"):
        read()


def test_up_says_which_of_its_variables_cannot_be_used(monkeypatch):
    monkeypatch.setenv("OWNYOU_WORKERS", "many")
    with pytest.raises(WrongVariable, match="OWNYOU_WORKERS must be a whole number, not “many”"):
        Options.read(port=None, data=None)


def test_a_command_says_it_in_one_line(tmp_path):
    environment = {**os.environ, "DATA": str(tmp_path), "OWNYOU_SOURCE_TIMEOUT": "soon"}
    run = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=PROJECT, env=environment, capture_output=True, text=True
    )
    assert (run.returncode, run.stderr) == (1, "OWNYOU_SOURCE_TIMEOUT must be a number, not “soon”\n")
