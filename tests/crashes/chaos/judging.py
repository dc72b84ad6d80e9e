"""Counting what really happened against what was approved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tests.crashes.chaos.script import KINDS, Act, Kind

KEPT_TRUE = ("succeeded", "unknown")
KEPT_BACK = ("cancelled", "denied")

type Row = dict[str, Any]


def judge(
    acts: Collection[Act],
    approved: set[int],
    status: Mapping[str, str],
    seen: Mapping[Kind, Counter[str]],
    *,
    withdrawn: Collection[int] = (),
) -> list[Row]:
    """One row for each kind: how many acts, and how many happened twice, without an OK, or got lost.

    `approved`: numbers of acts; `status`: of each act by its key; `seen`: how often words came to pass.
    `withdrawn`: those whose OK was taken back, too late or not: one that says that it was kept back then has
    not happened, and none of the others got lost.
    """
    kept = {act for act in acts if act.number in withdrawn and status[act.key] in KEPT_BACK}
    wanted = approved - {act.number for act in kept}
    return [
        _row(kind, [act for act in acts if act.kind is kind], wanted, status, seen[kind]) for kind in KINDS
    ]


def _row(
    kind: Kind, acts: list[Act], approved: set[int], status: Mapping[str, str], seen: Counter[str]
) -> Row:
    wanted = {act.approved_words: act for act in acts if act.number in approved}
    row: Row = {
        "name": kind.value,
        "count": len(acts),
        "doubled": sum(max(0, seen[words] - 1) for words in wanted),
        "unapproved": sum(times for words, times in seen.items() if words not in wanted),
        "lost": sum(_is_lost(seen[words], status[act.key]) for words, act in wanted.items()),
        "unknown": sum(status[act.key] == "unknown" for act in acts),
    }
    return row | {"ok": not (row["doubled"] or row["unapproved"] or row["lost"])}


def _is_lost(times: int, status: str) -> bool:
    """Whether an approved act neither happened nor says that it is not known, or tells otherwise."""
    return status not in KEPT_TRUE or (times == 0 and status != "unknown")


def added(rows: Iterable[Row]) -> list[Row]:
    """The rows of several rounds, one for each kind."""
    total: dict[str, Row] = {}
    for row in rows:
        before = total.get(row["name"])
        total[row["name"]] = row if before is None else _sum(before, row)
    return list(total.values())


def _sum(one: Row, other: Row) -> Row:
    numbers = ("count", "doubled", "unapproved", "lost", "unknown")
    ok = one["ok"] and other["ok"]
    return {"name": one["name"]} | {name: one[name] + other[name] for name in numbers} | {"ok": ok}
