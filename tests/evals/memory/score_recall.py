"""How well recall finds the right memory, in pairs that we wrote and in conversations that we did not.

`python tests/evals/memory/score_recall.py` scores the pairs; `--fit` fits the calibration of relevance on the
"fit" persons. What people wrote elsewhere is read from the folder CASES, and reported only.
"""

from __future__ import annotations

import json
import math
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

import django
import numpy as np

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ownyou.settings")
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
django.setup()

from memory.embedding import CENTRES, Calibration, Vector, embedder  # noqa: E402
from memory.lexemes import stems_of, words_of  # noqa: E402
from memory.statement import TOPIC_WEIGHT, WORD_WEIGHT  # noqa: E402
from memory.topics import topics_of  # noqa: E402

PAIRS = Path(__file__).with_name("pairs.txt")
EXAMPLES = Path(__file__).resolve().parents[3] / "agency" / "reasoning" / "routing" / "examples"
CASES = Path(os.environ.get("CASES", "../shared/cases"))
RELEVANT, LEAST_RECALL = 0.7, 0.85


type Split = Literal["fit", "held", "late", "seen", "last", "unseen", "looked", "kept"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody's memories and, for each, a question that it answers, and whether that one is "far"."""

    name: str
    split: Split
    memories: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)
    far: list[bool] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Score:
    """A share with its number of cases and its 95 % Wilson interval."""

    name: str
    value: float
    n: int
    target: float | None = None

    def __str__(self) -> str:
        low, high = wilson(self.value, self.n)
        target = f"  target {self.target:.2f}" if self.target is not None else ""
        return f"{self.name:<48} {self.value:.3f}  n {self.n:>4}  [{low:.3f}, {high:.3f}]{target}"


def wilson(share: float, n: int) -> tuple[float, float]:
    """Return the 95 % interval of a share of `n` (Wilson 1927)."""
    if n == 0:
        return 0.0, 1.0
    z = 1.96
    middle = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return middle - half, middle + half


def people() -> list[Person]:
    """Read the written pairs; the sections of one name are one person."""
    persons: dict[str, Person] = {}
    for line in PAIRS.read_text().splitlines():
        if line.startswith("["):
            name, split, kind = line.strip("[]").split()
            person = persons.setdefault(name, Person(name, cast(Split, split)))
        elif persons and "=>" in line:
            memory, question = line.split(" => ")
            person.memories.append(memory.replace(" | ", ": "))
            person.questions.append(question)
            person.far.append(kind == "far")
    return list(persons.values())


def cosines(questions: list[str], memories: list[str]) -> Vector:
    """Return the cosines, shape (questions, memories)."""
    asked = np.stack([embedder().sought(question) for question in questions])
    return np.asarray(asked @ embedder().passages(memories).T, dtype=np.float32)


def stems(text: str) -> set[str]:
    """Return the stems of a text, as those of somebody who reads English are kept."""
    return {stem for word in words_of(text) for stem in stems_of(word, "en")}


def fused_ranks(questions: list[str], memories: list[str]) -> list[list[int]]:
    """Return the memories of each question, best first, by the log-odds that recall's statement adds up.

    Of two as good the later one comes first, there as here: `test_the_eval_ranks_as_recall_does` holds them
    together. (Without a database hundreds of pairs take seconds.)
    """
    calibration = embedder().calibration
    sentences = [memory.split(": ", 1)[-1] for memory in memories]
    odds = calibration.steepness * (cosines(questions, memories) - calibration.midpoint)
    odds = odds + WORD_WEIGHT * _shared(stems, stems, questions, sentences)
    odds = odds + TOPIC_WEIGHT * _shared(topics_of, topics_asked, questions, sentences)
    return [_latest_first(row) for row in odds]


def topics_asked(question: str) -> set[str]:
    """Return the topics of a question, as recall looks for them."""
    return topics_of(question, asked=True)


def _shared(
    parts: Callable[[str], set[str]],
    parts_asked: Callable[[str], set[str]],
    questions: list[str],
    sentences: list[str],
) -> Vector:
    """Return how much each sentence shares with each question, shape (questions, sentences); a part that few
    have counts for more."""
    found = [parts(sentence) for sentence in sentences]
    frequency = Counter(part for each in found for part in each)
    return np.array(
        [
            [sum(1 / frequency[part] for part in asked & each) for each in found]
            for asked in map(parts_asked, questions)
        ]
    )


def _latest_first(scores: Vector) -> list[int]:
    """Return the indices of scores, the highest first, of equal ones the last."""
    return sorted(range(len(scores)), key=lambda i: (-scores[i], -i))


def recall_at_3(persons: list[Person], *, far: bool | None = None) -> tuple[int, int]:
    """Return how many questions have the right memory among the first three, and of how many.

    `far` takes only those that ask for a conclusion, or only those that do not.
    """
    hits = [
        i in order[:3]
        for person in persons
        for i, order in enumerate(fused_ranks(person.questions, person.memories))
        if far is None or person.far[i] == far
    ]
    return sum(hits), len(hits)


def fit() -> Calibration:
    """Fit the logistic curve on the "fit" persons: right pairs against all others, weighing alike.

    Newton's method on two parameters, with targets smoothed as Platt (1999) proposes.
    """
    persons = [person for person in people() if person.split == "fit"]
    _store_centres(persons)
    right, wrong = _classes(persons)
    x = np.concatenate([right, wrong])
    high, low = (len(right) + 1) / (len(right) + 2), 1 / (len(wrong) + 2)
    y = np.concatenate([np.full(len(right), high), np.full(len(wrong), low)])
    weight = np.concatenate([np.full(len(right), 0.5 / len(right)), np.full(len(wrong), 0.5 / len(wrong))])
    design = np.stack([x - x.mean(), np.ones_like(x)], axis=1)
    parameters = np.zeros(2)
    for _ in range(50):
        chance = 1 / (1 + np.exp(-design @ parameters))
        slope = design.T @ (weight * (chance - y))
        bend = (design * (weight * chance * (1 - chance))[:, None]).T @ design
        parameters -= np.linalg.solve(bend + 1e-9 * np.eye(2), slope)
    steepness = float(parameters[0])
    return Calibration(float(x.mean() - parameters[1] / steepness), steepness)


def _store_centres(persons: list[Person]) -> None:
    """Write the mean vectors of questions (with the examples of routing) and of memories."""
    examples = [
        line.strip()
        for path in sorted(EXAMPLES.rglob("*.txt"))
        for line in path.read_text().splitlines()[:12]
        if line.strip() and not line.startswith("#")
    ]
    questions = examples + [question for person in persons for question in person.questions]
    memories = [memory for person in persons for memory in person.memories]
    means = [np.mean([embedder().query(text) for text in texts], axis=0) for texts in (questions, memories)]
    np.save(CENTRES, np.array(means, dtype=np.float32))


def _classes(persons: list[Person]) -> tuple[Vector, Vector]:
    right: list[float] = []
    wrong: list[float] = []
    for person in persons:
        near = cosines(person.questions, person.memories)
        own = np.eye(len(near), dtype=bool)
        right += near[own].tolist()
        wrong += near[~own].tolist()
    return np.array(right), np.array(wrong)


def score() -> Iterator[Score]:
    """Give all scores, one after the other: the written pairs, then what lies in CASES.

    The "unseen" persons are a report: 0.85 was aimed at and missed, and nothing is tuned to them.
    """
    everybody = people()
    held, late, unseen = (of_split(everybody, split) for split in ("held", "late", "unseen"))
    seen = [person for person in everybody if person.split in ("fit", "held", "late")]
    before, last = of_split(everybody, "seen"), of_split(everybody, "last")
    looked, kept = of_split(everybody, "looked"), of_split(everybody, "kept")
    for name, persons, far, target in (
        ("plain, held", held, False, LEAST_RECALL),
        ("far, held", held, True, None),
        ("all, held", held, None, LEAST_RECALL),
        ("far, late", late, True, None),
        ("all, held and late", held + late, None, LEAST_RECALL),
        ("fit, held and late", seen, None, LEAST_RECALL),
        ("what bears on other matters, looked at", before, None, None),
        ("what bears on other matters, last", last, None, None),
        ("other lives, looked at", looked, None, None),
        ("other lives, kept", kept, None, None),
        ("plain, unseen", unseen, False, None),
        ("far, unseen", unseen, True, None),
        ("all, unseen", unseen, None, None),
    ):
        hits, total = recall_at_3(persons, far=far)
        yield Score(f"recall@3, written pairs, {name}", hits / total, total, target)
    for name, persons in (("held", held), ("unseen", unseen)):
        for which, found in zip(("right", "other"), _classes(persons), strict=True):
            above = [embedder().calibration.relevance(cosine) >= RELEVANT for cosine in found]
            yield Score(f"relevance >= 0.7: {which} pairs, {name}", float(np.mean(above)), len(above))
    yield from conversations()


def of_split(persons: list[Person], split: Split) -> list[Person]:
    return [person for person in persons if person.split == split]


def conversations() -> Iterator[Score]:
    """Score people's conversations: how often memory is offered where it helps, and where it must not be.

    The rows do not say which memory is the right one, so this is a report: the share of questions for which
    some memory counts as relevant, where using memory was good ("beneficial") and where it was not.
    """
    path = CASES / "memory" / "memory_persistbench.jsonl"
    if not path.exists():
        print("not run: memory_persistbench.jsonl is not in CASES")
        return
    offered: dict[str, list[bool]] = {}
    for line in path.read_text().splitlines():
        row = json.loads(line)
        best = float(cosines([row["query"]], row["memories"]).max())
        offered.setdefault(row["failure_type"], []).append(embedder().calibration.relevance(best) >= RELEVANT)
    for kind, flags in sorted(offered.items()):
        yield Score(f"some memory offered: {kind}", sum(flags) / len(flags), len(flags))


def main() -> int:
    """Print the table (or the fit); the exit code says whether the targets are met."""
    if "--fit" in sys.argv:
        print(fit())
        return 0
    met = True
    for each in score():
        print(each, flush=True)
        met = met and (each.target is None or each.value >= each.target)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
