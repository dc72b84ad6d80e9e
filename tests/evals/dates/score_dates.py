"""Scores `find_dates`: on labelled rows of Recognizers-Text (from CASES), and on expressions written here.

Run as a script it prints one table. The rows of CASES are halved by the hash of their text: the development
half may be read when rules are written, the other half is only ever scored.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from agency.reasoning.dates import DateSpan, find_dates
from tests.evals.targets import Target, settle

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
CASES = Path(os.environ.get("CASES", ROOT.parent / "shared" / "cases"))
ENGLISH_ROWS = CASES / "dates" / "datetime_english.jsonl"
KINDS = {"date", "time", "datetime", "daterange"}
DEFAULT_REF = datetime(2016, 11, 7)
LEAST_ROWS = 0.65
Z95 = 1.959964

Row = dict[str, Any]


@dataclass(frozen=True)
class Score:
    name: str
    right: int
    n: int
    target: float | None = None

    @property
    def share(self) -> float:
        return self.right / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
        if not self.n:
            return 0.0, 1.0
        middle = (self.right + Z95**2 / 2) / (self.n + Z95**2)
        spread = Z95 * (self.share * (1 - self.share) / self.n + Z95**2 / 4 / self.n**2) ** 0.5
        spread /= 1 + Z95**2 / self.n
        return middle - spread, middle + spread


def read_rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def is_development(text: str) -> bool:
    return int(hashlib.sha256(text.encode()).hexdigest(), 16) % 2 == 0


def recognizer_rows(path: Path, kinds: Iterable[str] = KINDS) -> list[Row]:
    """Rows with exactly one expected entity, of one of the kinds."""
    return [row for row in read_rows(path) if len(row["expect"]) == 1 and entity_kind(row) in kinds]


def entity_kind(row: Row) -> str:
    return (row["expect"][0].get("type") or "").split(".")[-1]


def ref_of(row: Row) -> datetime:
    return datetime.fromisoformat(row["ref"]) if row["ref"] else DEFAULT_REF


def resolves(row: Row, *, language: str = "en", exact_ends: bool = False) -> bool:
    """Whether a span that overlaps the expected words means one of the expected values."""
    expected = row["expect"][0]
    first, last = expected["start"], expected["end"]
    for prefer in ("future", "past"):
        spans = find_dates(row["text"], ref=ref_of(row), language=language, prefer=prefer)  # type: ignore[arg-type]
        for span in spans:
            if (
                span.start <= last
                and first < span.end
                and any(same_value(span, value, exact_ends) for value in expected["values"] or [])
            ):
                return True
        if prefer == "future" and len(expected["values"] or []) < 2:
            return False
    return False


def same_value(span: DateSpan, value: Row, exact_ends: bool) -> bool:
    if "value" in value:
        return written(span.begins) == value["value"]
    if "start" not in value and "end" not in value:
        return False
    near_begin = {written(span.begins)}
    near_end = {written(span.ends)}
    if not exact_ends and isinstance(span.ends, date):
        # The rows name the last day of "from the 1st to the 7th", and the first one of the last month or year
        # of "from May to July"; our ends are the day after the last.
        near_end |= {written(span.ends - timedelta(days=1)), written(first_of_last(span))}
    if not exact_ends and isinstance(span.begins, date) and value.get("Mod", value.get("mod")) == "after":
        near_begin.add(written(span.begins - timedelta(days=1)))
    return value.get("start") in near_begin and value.get("end") in near_end


def first_of_last(span: DateSpan) -> date | None:
    """The first day of the last month or year of a range of those."""
    if not isinstance(span.ends, date) or not isinstance(span.begins, date):
        return None
    last = span.ends - timedelta(days=1)
    first = last.replace(day=1) if span.grain == "month" else last.replace(month=1, day=1)
    return first if span.grain in ("month", "year") and first > span.begins else None


def written(moment: object) -> str | None:
    """As the rows write it."""
    if isinstance(moment, datetime):
        return moment.isoformat(sep=" ")
    return None if moment is None else moment.isoformat()  # type: ignore[attr-defined,no-any-return]


def score_recognizer_rows() -> list[Score]:
    rows = recognizer_rows(ENGLISH_ROWS)
    halves = {"development half": [], "half only scored": []}  # type: dict[str, list[Row]]
    for row in rows:
        halves["development half" if is_development(row["text"]) else "half only scored"].append(row)
    scores = [Score("Recognizers-Text English", sum(map(resolves, rows)), len(rows), LEAST_ROWS)]
    scores += [Score(f"  {name}", sum(map(resolves, half)), len(half)) for name, half in halves.items()]
    exact = sum(resolves(row, exact_ends=True) for row in rows)
    return [*scores, Score("  with ends taken literally", exact, len(rows))]


def expression_is_right(row: Row, language: str) -> bool:
    """Exactly the one span that was labelled, with its kind and both ends."""
    spans = find_dates(row["text"], ref=datetime.fromisoformat(row["ref"]), language=language)
    return [meaning(span) for span in spans] == [[row["kind"], row["begins"], row["ends"]]]


def meaning(span: DateSpan) -> list[str | None]:
    return [span.kind, *(None if at is None else at.isoformat() for at in (span.begins, span.ends))]


def score_expressions() -> Iterator[Score]:
    for language, name, target in (("en", "English", 0.95), ("de", "German", 0.9), ("fr", "French", 0.9)):
        rows = read_rows(HERE / f"expressions_{language}.jsonl")
        right = sum(expression_is_right(row, language) for row in rows)
        yield Score(f"Expressions {name}", right, len(rows), target)


def score_silence() -> Iterator[Score]:
    rows = read_rows(HERE / "no_dates.jsonl")
    ref = datetime(2026, 11, 25, 10, 30)
    silent = sum(not find_dates(row["text"], ref=ref, language=row["language"]) for row in rows)
    yield Score("No date invented", silent, len(rows), 1.0)


def milliseconds_by_sentence() -> float:
    texts = [row["text"] for row in read_rows(HERE / "expressions_en.jsonl")]
    ref = datetime(2026, 11, 25, 10, 30)
    began = time.perf_counter()
    for text in texts:
        find_dates(text, ref=ref)
    return (time.perf_counter() - began) * 1000 / len(texts)


def all_scores() -> list[Score]:
    scores = score_recognizer_rows() if ENGLISH_ROWS.exists() else []
    return [*scores, *score_expressions(), *score_silence()]


def main() -> int:
    """Print the table and the targets; the exit code says whether they were met (tests.evals.targets)."""
    scores = all_scores()
    targets = [Target(score.name, score.target, score.share) for score in scores if score.target is not None]
    if not ENGLISH_ROWS.exists():
        print(f"Recognizers-Text English: not run, {ENGLISH_ROWS} is missing")
        targets.append(Target("Recognizers-Text English", LEAST_ROWS, None))
    for score in scores:
        low, high = score.interval
        target = "" if score.target is None else f"  target {score.target:.2f}"
        print(f"{score.name:32} {score.share:.3f}  n {score.n:4}  95 % {low:.3f}-{high:.3f}{target}")
    print(f"{'Time for an English expression':32} {milliseconds_by_sentence():.1f} ms")
    return settle(targets)


if __name__ == "__main__":
    sys.exit(main())
