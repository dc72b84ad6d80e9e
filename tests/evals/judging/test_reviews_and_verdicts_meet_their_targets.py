"""The labelled rows of reviews, verdicts and parts: enough of them, met by rules, and asked of a model."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agency.desires import reviewing
from tests.evals.judging import score_judging
from tests.evals.judging.score_judging import SHEETS, shares
from tests.evals.targets import MET
from tests.reasoning import endpoint as doubles
from tests.reasoning.conftest import endpoint  # noqa: F401
from tests.reasoning.endpoint import ModelEndpoint


def test_the_rules_meet_their_targets_and_no_model_is_asked(
    capsys: pytest.CaptureFixture[str], settings: Any
) -> None:
    settings.LLM_BASE_URL = ""
    assert score_judging.main() == MET
    said = capsys.readouterr().out
    assert said.count(" met  ") == len(SHEETS)
    assert "no language model is configured" in said


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_there_are_rows_of_both_kinds_and_more_than_one_label(sheet: score_judging.Sheet) -> None:
    rows = sheet.rows()
    assert len(rows) >= 20
    assert {row["reads"] for row in rows} == {False, True}
    assert len({str(sheet.right(row)) for row in rows}) > 1
    assert len({json.dumps(row) for row in rows}) == len(rows)


def test_a_model_that_sees_what_rules_cannot_is_scored_with_it(
    endpoint: ModelEndpoint,  # noqa: F811
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(doubles.SKILLS, reviewing.align.name, reviewing.align)
    objection = {"words": "It is what you never want.", "stops": True}
    endpoint.behaviour = doubles.saying(json.dumps({"score": 10, "objections": [objection]}))
    plain, reading = shares(SHEETS[0], by_model=True)
    assert reading == 1.0
    assert plain < 1.0, "it objects to every plan"
    endpoint.behaviour = doubles.saying("nonsense")
    assert shares(SHEETS[0], by_model=True) == shares(SHEETS[0], by_model=False)
