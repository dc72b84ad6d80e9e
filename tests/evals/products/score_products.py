"""How well two shops' titles are known to be one product: precision, recall, F1, with 95 % intervals.

    python -m tests.evals.products.score_products [--misses]

`pairs.txt` is our own. The other rows are listings of two shops (product_pairs_abt_buy.jsonl of CASES);
a look at what the first rules missed of them brought colours and marks, so they are rows that were seen.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ownyou.settings")

from missions.same_product import named, same
from tests.evals.targets import Target, settle

HERE = Path(__file__).parent
CASES = Path(os.environ.get("CASES", HERE.parents[3] / "shared" / "cases"))
LISTINGS = CASES / "products" / "product_pairs_abt_buy.jsonl"


class Pair(NamedTuple):
    """Two titles, whether they are for one product, and whether the rules say so."""

    one: str
    other: str
    is_same: bool

    @property
    def said(self) -> bool:
        return same(named(self.one), named(self.other))


class Counts(NamedTuple):
    right: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.right / max(self.right + self.wrong, 1)

    @property
    def recall(self) -> float:
        return self.right / max(self.right + self.missed, 1)

    @property
    def f1(self) -> float:
        return 2 * self.right / max(2 * self.right + self.wrong + self.missed, 1)


def own() -> list[Pair]:
    """Read our pairs."""
    lines = (HERE / "pairs.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.partition(" ") for line in lines if line and not line.startswith("#")]
    return [Pair(*(part.strip() for part in rest.split("|")), sign == "=") for sign, _, rest in rows]


def listings() -> list[Pair] | None:
    """Read the shops' listings; None where they are not there."""
    if not LISTINGS.exists():
        return None
    rows = [json.loads(line) for line in LISTINGS.read_text(encoding="utf-8").splitlines() if line]
    return [Pair(row["a"]["name"], row["b"]["name"], bool(row["same"])) for row in rows]


def count(outcomes: list[tuple[bool, bool]]) -> Counts:
    """Count pairs of (said, true)."""
    return Counts(
        right=sum(said and true for said, true in outcomes),
        wrong=sum(said and not true for said, true in outcomes),
        missed=sum(true and not said for said, true in outcomes),
    )


def show(name: str, pairs: list[Pair], *, misses: bool) -> Counts:
    """Print one row of the table, its interval bootstrapped over pairs."""
    outcomes = [(pair.said, pair.is_same) for pair in pairs]
    counts, dice = count(outcomes), random.Random(1)
    drawn = sorted(count(dice.choices(outcomes, k=len(outcomes))).f1 for _ in range(1000))
    print(
        f"{name:10}{len(pairs):>6}  precision {counts.precision:.3f}  recall {counts.recall:.3f}"
        f"  F1 {counts.f1:.3f} [{drawn[25]:.3f}, {drawn[975]:.3f}]"
    )
    for pair in pairs:
        if misses and pair.said != pair.is_same:
            print("   said one" if pair.said else "   said two", pair.one, pair.other, sep=" | ")
    return counts


def main() -> int:
    """Print the table and the targets; return the exit code."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--misses", action="store_true")
    misses = parser.parse_args().misses
    ours = show("own", own(), misses=misses)
    shops = listings()
    seen = show("listings", shops, misses=misses) if shops else None
    return settle(
        [
            Target("own pairs, F1", 0.9, ours.f1),
            Target("two shops' listings, precision", 0.9, seen.precision if seen else None),
            Target("two shops' listings, F1", 0.75, seen.f1 if seen else None),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
