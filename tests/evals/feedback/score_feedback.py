"""How well the rules read feedback: what is learned (precision, recall, F1) and how pleased it sounds.

    python tests/evals/feedback/score_feedback.py [--misses]

`cases.txt` was written before the rules; half of it (by a hash of the words) is held out. How pleased a text
sounds is compared with the mean of twenty people's judgements (feedback_amazon_snippets.jsonl of CASES).
The targets are our own; the exit code says whether they were met (tests.evals.targets).
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ownyou.settings")
HERE = Path(__file__).parent
ROOT = HERE.parents[2]
sys.path.insert(0, str(ROOT))
django.setup()  # what is learned is said in the language of who reads it

from agency.reasoning.feedback_rules import read_feedback  # noqa: E402
from agency.reasoning.sentiment import sentiment  # noqa: E402
from tests.evals.targets import Target, settle  # noqa: E402

CASES = Path(os.environ.get("CASES", ROOT.parent / "shared" / "cases"))
SNIPPETS = CASES / "feedback" / "feedback_amazon_snippets.jsonl"
SURE = 1.0
LEAST_F1 = {"held out": 0.9, "last": 0.8, "complaints_last": 0.8, "negated_last": 0.8}
"""Of the lists by which no rule was ever changed."""


@dataclass(frozen=True, slots=True)
class Case:
    """One text with what is to be learned from it: pairs of path and polarity."""

    language: str
    mission_type: str
    text: str
    expected: frozenset[tuple[str, str]]

    @property
    def held_out(self) -> bool:
        return hashlib.sha256(self.text.encode()).digest()[0] % 2 == 0

    @property
    def found(self) -> frozenset[tuple[str, str]]:
        reading = read_feedback(self.text, mission_type=self.mission_type, language=self.language)
        return frozenset((each["path"], each["polarity"]) for each in reading["preferences"])


@dataclass(frozen=True, slots=True)
class Score:
    """Counts over cases: right, found, expected, and cases that are right as a whole."""

    cases: int
    right: int
    found: int
    expected: int
    whole: int

    @property
    def precision(self) -> float:
        return self.right / self.found if self.found else 0.0

    @property
    def recall(self) -> float:
        return self.right / self.expected if self.expected else 0.0

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def cases(name: str = "cases.txt") -> list[Case]:
    """Read labelled cases."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [_case(line) for line in lines if line.strip() and not line.startswith("#")]


def _case(line: str) -> Case:
    head, _, rest = line.partition(" | ")
    language, mission_type = head.split()
    text, _, told = rest.rpartition("=>")
    pairs = [part.split() for part in told.split(";") if part.strip()]
    return Case(language, mission_type, text.strip(), frozenset((path, polarity) for path, polarity in pairs))


def score(rows: Iterable[Case]) -> Score:
    """Count what the rules found."""
    rows = list(rows)
    return Score(
        cases=len(rows),
        right=sum(len(row.found & row.expected) for row in rows),
        found=sum(len(row.found) for row in rows),
        expected=sum(len(row.expected) for row in rows),
        whole=sum(row.found == row.expected for row in rows),
    )


def pearson(left: Sequence[float], right: Sequence[float]) -> float:
    """Return the correlation of two series."""
    mean_left, mean_right = sum(left) / len(left), sum(right) / len(right)
    moved = [(a - mean_left, b - mean_right) for a, b in zip(left, right, strict=True)]
    spread = math.sqrt(sum(a * a for a, _ in moved) * sum(b * b for _, b in moved))
    return sum(a * b for a, b in moved) / spread if spread else 0.0


def ranks(values: Sequence[float]) -> list[float]:
    """Return the rank of each value; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end + 1 < len(order) and values[order[end + 1]] == values[order[at]]:
            end += 1
        for position in order[at : end + 1]:
            result[position] = (at + end) / 2
        at = end + 1
    return result


def snippets() -> dict[str, float] | None:
    """Compare with the people's judgements; None when the snippets are not there."""
    if not SNIPPETS.exists():
        return None
    rows = [json.loads(line) for line in SNIPPETS.read_text(encoding="utf-8").splitlines() if line]
    given = [float(row["score"]) for row in rows]
    heard = [sentiment(row["text"]) for row in rows]
    clear = [(a, b) for a, b in zip(given, heard, strict=True) if abs(a) > SURE]
    return {
        "cases": len(rows),
        "pearson": pearson(given, heard),
        "spearman": pearson(ranks(given), ranks(heard)),
        "clear": len(clear),
        "sign": sum((a > 0) == (b > 0) and b != 0 for a, b in clear) / len(clear),
    }


def main() -> int:
    """Print the table and the targets; with --misses the misses of the half that may be looked at."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--misses", action="store_true")
    asked = parser.parse_args()
    everything = cases()
    groups = {
        "open half": [c for c in everything if not c.held_out],
        "held out": [c for c in everything if c.held_out],
    }
    groups |= {
        f"all {language}": [c for c in everything if c.language == language]
        for language in ("en", "de", "fr")
    }
    for name in ("later", "last", "complaints", "complaints_last", "negated", "negated_last"):
        groups[name] = cases(f"cases_{name}.txt")
    for name, rows in groups.items():
        got = score(rows)
        print(
            f"feedback, {name:15} n {got.cases:3}  precision {got.precision:.2f}  recall {got.recall:.2f}"
            f"  F1 {got.f1:.2f}  whole {got.whole}/{got.cases}"
        )
    if asked.misses:
        for case in groups["open half"] + groups["later"] + groups["complaints"] + groups["negated"]:
            if case.found != case.expected:
                print(f"  {case.text}\n    found {sorted(case.found)}\n    expected {sorted(case.expected)}")
    told = snippets()
    if told is None:
        print("feedback, sentiment: not run (no snippets in CASES)")
    else:
        print(
            f"feedback, sentiment  n {told['cases']}  Pearson {told['pearson']:.2f}"
            f"  Spearman {told['spearman']:.2f}  sign {told['sign']:.2f} (n {told['clear']})"
        )
    return settle(
        [Target(f"feedback, {name}, F1", least, score(groups[name]).f1) for name, least in LEAST_F1.items()]
    )


if __name__ == "__main__":
    sys.exit(main())
