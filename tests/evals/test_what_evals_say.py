"""An eval says which targets were met, missed, or could not be looked at; only a miss is an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.evals.feedback import score_feedback
from tests.evals.slots import score_slots
from tests.evals.targets import MET, MISSED, NOT_RUN, Target, code_of, summary

GOOD, BAD, UNSEEN = Target("a", 0.8, 0.8), Target("b", 0.8, 0.79), Target("c", 0.8, None)


@pytest.mark.parametrize(
    ("targets", "code"),
    [([GOOD], MET), ([GOOD, BAD], MISSED), ([GOOD, UNSEEN], NOT_RUN), ([UNSEEN, BAD], MISSED)],
)
def test_a_miss_weighs_more_than_rows_that_are_not_there(targets: list[Target], code: int) -> None:
    assert code_of(targets) == code


def test_a_target_says_how_it_stands() -> None:
    assert [str(each).split()[0] for each in (GOOD, BAD, UNSEEN)] == ["met", "MISSED", "not"]


@pytest.mark.parametrize(
    ("codes", "words", "code"),
    [
        ({"dates": MET, "slots": MET}, "all targets met", 0),
        ({"dates": MET, "slots": NOT_RUN}, "not run, for lack of rows: slots", 0),
        ({"dates": MISSED, "slots": NOT_RUN}, "targets missed: dates; not run, for lack of rows: slots", 1),
        ({"dates": -9}, "targets missed: dates", 1),
    ],
)
def test_what_was_not_looked_at_is_not_called_met(codes: dict[str, int], words: str, code: int) -> None:
    assert summary(codes) == (words, code)


def test_without_the_rows_slots_are_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(score_slots, "CASES", tmp_path)
    assert score_slots.main() == NOT_RUN
    assert capsys.readouterr().out.count("not run  ") == 8, "three labels and five, none of the hotel's"


def test_a_missed_target_is_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["score_feedback.py"])
    monkeypatch.setattr(score_feedback, "SNIPPETS", Path("/nowhere"))
    assert score_feedback.main() == MET
    monkeypatch.setattr(score_feedback, "LEAST_F1", {"held out": 1.01})
    assert score_feedback.main() == MISSED
