"""How well plans are reviewed, outcomes judged, goals taken apart and drafts worded.

All rows are our own. A row that `reads` needs a reader: no word of it gives it away to a rule, so the targets
are of the other rows, and the share of those is shown as it is. Where a language model is configured
(OWNYOU_LLM_BASE_URL, OWNYOU_LLM_MODEL) it is asked the same. Its answers go through the checks and joins of
the product; one that does not fit leaves what the rules say.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ownyou.settings")
HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[2]))
django.setup()

from pydantic import BaseModel  # noqa: E402

from agency.desires import judging, reviewing  # noqa: E402
from agency.desires.alignment import Values, review_alignment  # noqa: E402
from agency.desires.facts import PlanFacts, StepFacts  # noqa: E402
from agency.desires.findings import Review  # noqa: E402
from agency.desires.outcomes import Executed, Met, judge, stricter  # noqa: E402
from agency.desires.safety import review_safety  # noqa: E402
from agency.reasoning import model  # noqa: E402
from agency.reasoning.skill import Skill  # noqa: E402
from agency.reasoning.skills.decomposing import GoalToTakeApart, take_apart  # noqa: E402
from agency.reasoning.skills.wording import DraftToWord, word_draft  # noqa: E402
from ownyou.lib.text import key_of  # noqa: E402
from tests.evals.targets import Target, settle  # noqa: E402
from trust.tools import Kind  # noqa: E402

LEAST = 0.95
"""Of the rows that rules can see through."""
type Row = dict[str, Any]
type Answer = object
"""What a row is labelled with: whether a plan is stopped, a verdict, the keys of parts, how much is named."""


def asked[Q: BaseModel, R: BaseModel](skill: Skill[Q, R], question: Q) -> R | None:
    """What the model answers; None where it gave no answer that fits."""
    try:
        return model.ask(skill, question, model.Usage())
    except model.ModelFailed:
        return None


def _stops(found: Review, skill: Skill[Any, reviewing.Looked], question: Any, by_model: bool) -> bool:
    said = asked(skill, question) if by_model else None
    return not (reviewing.stricter(found, said) if said is not None else found).passed


def aligned(row: Row, by_model: bool) -> Answer:
    """Whether the alignment reviewer stops the plan."""
    values = Values(tuple(row["matters"]), tuple(row["never"]))
    does = row.get("does", [])
    found = review_alignment(values, row["said"], does)
    known = [one.words for one in found.findings]
    question = reviewing.AlignmentToReview(values=values, said=row["said"], does=does, known=known)
    return _stops(found, reviewing.align, question, by_model)


def safe(row: Row, by_model: bool) -> Answer:
    """Whether the safety reviewer stops the plan."""
    steps = (StepFacts(**{**one, "kind": Kind(one["kind"])}) for one in row["steps"])
    facts = PlanFacts(tuple(steps), outside=row["outside"], said=tuple(row["said"]))
    found = review_safety(facts)
    question = reviewing.SafetyToReview(facts=facts, known=[one.words for one in found.findings])
    return _stops(found, reviewing.keep_safe, question, by_model)


def judged(row: Row, by_model: bool) -> Answer:
    """The verdict on an execution."""
    counts = {name: row[name] for name in ("retries", "plans", "recurring", "crashed") if name in row}
    criteria = [Met(words=words, met=met) for words, met in row["criteria"]]
    done = Executed(criteria=criteria, faults=row["faults"], **counts)
    by_rules = judge(done)
    question = judging.OutcomeToJudge(
        wish=row["wish"], done=done, made=row["made"], tools=row["tools"], verdict=by_rules.verdict
    )
    said = asked(judging.judge_outcome, question) if by_model else None
    return str((stricter(done, by_rules, said, row["tools"]) if said is not None else by_rules).verdict)


def taken_apart(row: Row, by_model: bool) -> Answer:
    """The keys of the parts that a goal falls into."""
    question = GoalToTakeApart(goal=row["goal"], parts=row["parts"], further=row["further"])
    said = asked(take_apart, question) if by_model else None
    return sorted(one.key for one in (said or take_apart.rules(question)).parts)


def worded(row: Row, by_model: bool) -> Answer:
    """How many days are called by what is in them, and how much of what stands out the summary says."""
    question = DraftToWord.model_validate(row["question"])
    said = (asked(word_draft, question) if by_model else None) or word_draft.rules(question)
    days = [_names(title, names) for title, names in zip(said.days, row["days"], strict=True)]
    return sum([*days, *(_names(said.summary, [name]) for name in row["summary"])])


def _names(text: str, names: list[str]) -> bool:
    """Whether a text has one of these words."""
    return any(f" {key_of(name)}" in f" {key_of(text)}" for name in names)


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of one skill: their file, what answers them, and what they are labelled with."""

    name: str
    answer: Callable[[Row, bool], Answer]
    right: Callable[[Row], Answer]

    def rows(self) -> list[Row]:
        lines = (HERE / f"{self.name}.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


SHEETS = (
    Sheet("review_alignment", aligned, lambda row: row["stops"]),
    Sheet("review_safety", safe, lambda row: row["stops"]),
    Sheet("judge_outcome", judged, lambda row: row["verdict"]),
    Sheet("take_apart", taken_apart, lambda row: sorted(row["keys"])),
    Sheet("word_draft", worded, lambda row: len(row["days"]) + len(row["summary"])),
)


def shares(sheet: Sheet, *, by_model: bool) -> tuple[float, float]:
    """The share of right answers: in rows that rules can see through, and in those that need a reader."""
    right: dict[bool, list[bool]] = {False: [], True: []}
    for row in sheet.rows():
        right[row["reads"]].append(sheet.answer(row, by_model) == sheet.right(row))
    plain, reading = (sum(found) / len(found) for found in (right[False], right[True]))
    return plain, reading


def main() -> int:
    """Print the share of right answers of each skill, by rules and by the model; returns the exit code."""
    by = [False, True] if model.configured() else [False]
    print(f"{'skill':18} {'by':6} {'rows':>4}  {'plain':>6} {'to read':>8}")
    targets = []
    for sheet in SHEETS:
        for by_model in by:
            plain, reading = shares(sheet, by_model=by_model)
            who, rows = ("model" if by_model else "rules"), len(sheet.rows())
            print(f"{sheet.name:18} {who:6} {rows:4}  {plain:6.3f} {reading:8.3f}")
            if not by_model:
                targets.append(Target(f"{sheet.name}, plain rows by rules", LEAST, plain))
    if len(by) == 1:
        print("no language model is configured: not asked")
    return settle(targets)


if __name__ == "__main__":
    sys.exit(main())
