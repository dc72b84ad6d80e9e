"""The written expressions hold their targets; the rows of CASES are scored by `score_dates` alone."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest


def load_scores() -> ModuleType:
    spec = importlib.util.spec_from_file_location("score_dates", Path(__file__).with_name("score_dates.py"))
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


score_dates = load_scores()
OWN = [*score_dates.score_expressions(), *score_dates.score_silence()]


@pytest.mark.parametrize("score", OWN, ids=lambda score: score.name)
def test_a_written_set_reaches_its_target(score: object) -> None:
    assert score.share >= score.target  # type: ignore[attr-defined]


def test_an_english_expression_takes_less_than_five_milliseconds() -> None:
    assert score_dates.milliseconds_by_sentence() < 5
