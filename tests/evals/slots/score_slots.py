"""Scores slot extraction on sentences that people wrote; prints a table with n and 95 % intervals.

    python tests/evals/slots/score_slots.py [--misses]

Cases are read from the folder CASES (default ../shared/cases beside the project) and never kept here. Rows
are split in halves by a hash of their text: "open", which may be looked at, and "kept", which is only scored.
A slot is right when a span found for it equals or contains the annotated words. Precision counts a span as
wrong when the row annotates nothing that it touches.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

PROJECT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(PROJECT))

from agency.reasoning.slots import COMMON_SLOTS, SlotContext, SlotSpec, SlotValue, extract_slots  # noqa: E402
from tests.evals.targets import Target, settle  # noqa: E402

CASES = Path(os.environ.get("CASES") or PROJECT.parent / "shared" / "cases") / "utterances"
SPECS = [
    *COMMON_SLOTS,
    SlotSpec(name="cuisine", type="cuisine"),
    SlotSpec(name="diet", type="diet"),
    SlotSpec(name="near", type="near"),
    SlotSpec(name="price_level", type="price_level"),
    SlotSpec(name="length", type="duration"),
]
LEAST = 0.8
"""Of each label of a set with targets: the share of its annotations that were found, both halves together."""
REF = datetime(2018, 8, 6, 10, 0)


@dataclass
class Tally:
    """Counts of one label: annotated, found right; spans proposed, of them touching an annotation."""

    annotated: int = 0
    right: int = 0
    proposed: int = 0
    touching: int = 0
    misses: list[str] = field(default_factory=list)
    inventions: list[str] = field(default_factory=list)


Truth = list[tuple[str, str]]
Table = dict[str, dict[str, Tally]]


def main() -> int:
    """Print the table of each set that is there, and the targets; the exit code says if they were met."""
    targets: list[Target] = []
    for title, file, read, labels in SETS:
        path = CASES / file
        table = score(path, read, labels) if path.exists() else None
        if table is None:
            print(f"{title}: not run ({file} is missing)")
        else:
            show(title, table, labels)
        if NO_TARGET not in title:
            targets += [Target(f"{title}: {label}", LEAST, recall_of(table, label)) for label in labels]
    return settle(targets)


def recall_of(table: Table | None, label: str) -> float | None:
    """The share of a label's annotations that was found; None without a table."""
    if table is None:
        return None
    tallies = [table[half][label] for half in ("open", "kept")]
    return sum(tally.right for tally in tallies) / max(1, sum(tally.annotated for tally in tallies))


def score(path: Path, read: Any, labels: dict[str, tuple[str, ...]]) -> Table:
    """Score the rows of one file; `labels` says which of our slots may answer each annotated label."""
    table: Table = {half: {label: Tally() for label in labels} for half in ("open", "kept")}
    for row in rows(path):
        half = half_of(row["text"])
        truth: Truth = read(row)
        context = SlotContext(ref=REF, zone="Europe/London", asked=tuple(row.get("asked") or ()))
        found = extract_slots(row["text"], SPECS, context)
        for label, slots in labels.items():
            _count(table[half][label], row["text"], label, slots, truth, found)
    return table


def _count(
    tally: Tally, text: str, label: str, slots: tuple[str, ...], truth: Truth, found: dict[str, SlotValue]
) -> None:
    label = label.partition(",")[0]
    spans = {f.name: f.text.casefold() for f in found.values()}
    for words in [w for name, w in truth if name == label]:
        tally.annotated += 1
        bare = words.casefold().strip(" .,?!")
        if any(bare in spans.get(slot, "") for slot in slots):
            tally.right += 1
        else:
            tally.misses.append(
                f"{words!r} in {text!r}: { ({s: found[s].text for s in slots if s in found}) }"
            )
    primary = found.get(slots[0])
    if primary is not None:
        related = [w for name, w in truth if name in SAME_KIND.get(label, ()) or name == label]
        tally.proposed += 1
        if any(
            w.casefold().strip(" .,?!") in primary.text.casefold() or primary.text.casefold() in w.casefold()
            for w in related
        ):
            tally.touching += 1
        else:
            tally.inventions.append(f"{primary.text!r} -> {primary.value!r} in {text!r}")


SAME_KIND: dict[str, tuple[str, ...]] = {
    # other annotations of the same meaning, so that finding them is no invention
    "party_size_number": ("party_size_description",),
    "city": ("state", "country", "poi"),
    "cuisine": ("served_dish", "restaurant_type"),
    "date": ("time", "date_from", "date_to", "date_period"),
    "time": ("date", "time_from", "time_to", "time_period"),
    "people": ("adults", "kids", "number"),
    "adults": ("people", "kids"),
}


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the rows of a JSON lines file."""
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def half_of(text: str) -> str:
    """Return the half a text belongs to."""
    return "open" if int(hashlib.sha256(text.encode()).hexdigest(), 16) % 2 == 0 else "kept"


def wilson(right: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of a share (Wilson 1927)."""
    if not n:
        return 0.0, 1.0
    z, p = 1.959964, right / n
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return centre - half, centre + half


def show(title: str, table: Table, labels: dict[str, tuple[str, ...]]) -> None:
    """Print one set's table, and with --misses the open half's misses."""
    print(f"\n{title}\n{'slot':34}{'half':6}{'n':>5}  recall  95 % interval   {'spans':>6}  precision")
    for label in labels:
        for half in ("open", "kept"):
            t = table[half][label]
            low, high = wilson(t.right, t.annotated)
            recall = t.right / t.annotated if t.annotated else float("nan")
            precision = t.touching / t.proposed if t.proposed else float("nan")
            name = f"{label} ({'/'.join(labels[label])})"
            share = f"{t.annotated:5}  {recall:6.3f}  {low:.3f}-{high:.3f}"
            print(f"{name:34}{half:6}{share}     {t.proposed:6}  {precision:9.3f}")
    if "--misses" in sys.argv:
        for label in labels:
            print(f"\n-- {label}: missed", *table["open"][label].misses, sep="\n")
            print(
                f"\n-- {label}: proposed where nothing is annotated",
                *table["open"][label].inventions,
                sep="\n",
            )


def _by_name(row: dict[str, Any]) -> Truth:
    return [(name, words) for name, values in row["slots"].items() for words in values]


def _by_span(row: dict[str, Any]) -> Truth:
    return [(slot["slot"], slot["value"]) for slot in row["slots"]]


def _by_text(row: dict[str, Any]) -> Truth:
    return [(name, slot["text"]) for name, slot in row["slots"].items()]


NO_TARGET = "no target"
SETS: list[tuple[str, str, Any, dict[str, tuple[str, ...]]]] = [
    (
        "Restaurant bookings (SNIPS, one sentence)",
        "slots_restaurant_snips.jsonl",
        _by_name,
        {
            "party_size_number": ("people",),
            "cuisine": ("cuisine", "diet"),
            "cuisine, strictly": ("cuisine",),
            "city": ("place",),
            "timeRange": ("time", "date"),
        },
    ),
    (
        "Restaurant bookings (RESTAURANTS-8K, within a dialogue)",
        "slots_restaurant8k.jsonl",
        _by_span,
        {"people": ("people",), "date": ("date",), "time": ("time",)},
    ),
    (
        f"Hotel (NLU++, {NO_TARGET})",
        "slots_nlupp_hotels.jsonl",
        _by_text,
        {
            "people": ("people",),
            "adults": ("people",),
            "date": ("date", "time"),
            "time": ("time",),
            "date_from": ("date",),
            "date_to": ("date",),
            "date_period": ("length", "date"),
            "time_period": ("length", "time"),
        },
    ),
]


if __name__ == "__main__":
    sys.exit(main())
