"""Scores trips through the product: `python tests/evals/trips/score_trips.py`.

Each goal of goals.jsonl is asked, driven by the real graph, answered and approved: how many plans are
delivered, keep all hard checks, and, where the goal is impossible, are the nearest that is possible and say
what does not fit. Handed sentences about trips (hotels, flights, trains, places to go to) are read from CASES
(not run when missing), `HELD` of them, the same each time: HELD=1000 takes all.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
PROJECT = HERE.parents[2]
sys.path.insert(0, str(PROJECT))

from tests.evals.targets import Target, settle  # noqa: E402
from tests.evals.trips.asked_for import Facts, differs  # noqa: E402

CASES = Path(os.environ.get("CASES", PROJECT.parent / "shared" / "cases")) / "utterances"
HELD = int(os.environ.get("HELD", "30"))
LEAST, LEAST_HELD = 1.0, 0.9
"""Of our own goals, and of the handed sentences taken as trips."""

INTENTS = {"book_flight", "book_hotel", "travel_suggestion"}
SERVICES = ("Hotels", "Flights", "Trains", "Travel")

Row = dict[str, Any]


def own_goals() -> list[Row]:
    """Goals that we wrote: `goal`, whether it is `possible`, its `language` where not English, and what is
    asked for (`asked_for.differs`)."""
    return [json.loads(line) for line in (HERE / "goals.jsonl").read_text("utf-8").splitlines()]


def held_goals() -> list[Row]:
    """Sentences about trips that people wrote, in an order of their own; none where they are not there."""
    if not CASES.is_dir():
        return []
    routed = _rows("routing.jsonl")
    turns = _rows("sgd_first_turns.jsonl")
    texts = [row["text"] for row in routed if row.get("intent") in INTENTS]
    texts += [row["text"] for row in turns if str(row.get("service", "")).startswith(SERVICES)]
    ordered = sorted(set(texts), key=lambda text: hashlib.sha256(text.encode()).hexdigest())
    return [{"goal": text} for text in ordered[:HELD]]


def _rows(name: str) -> list[Row]:
    path = CASES / name
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()] if path.is_file() else []


def carried_out(goals: Sequence[Row]) -> list[Row]:
    """What came of each goal in the product (see `product.Outcome`), in order."""
    if not goals:
        return []
    with tempfile.TemporaryDirectory() as folder:
        wanted, kept = Path(folder) / "goals.jsonl", Path(folder) / "outcomes.jsonl"
        wanted.write_text("".join(json.dumps(goal) + "\n" for goal in goals), "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", "--no-header", "-p", "no:warnings"]
        run = subprocess.run(
            [*command, str(HERE / "goals_in_the_product.py")],
            cwd=PROJECT,
            env={**os.environ, "TRIP_GOALS": str(wanted), "TRIP_OUTCOMES": str(kept)},
            capture_output=True,
            text=True,
        )
        outcomes = kept.read_text("utf-8").splitlines() if kept.exists() else []
    if run.returncode or len(outcomes) != len(goals):
        raise SystemExit(f"The goals could not be carried out:\n{run.stdout[-2000:]}")
    return [json.loads(line) for line in outcomes]


def kept(row: Row) -> bool:
    """A plan was delivered and keeps all hard checks."""
    return bool(row["delivered"]) and not row["unkept"]


def other_than(goal: Row, row: Row) -> list[str]:
    """In what a delivered plan is not what was asked for."""
    return differs(goal, Facts.model_validate(row["planned"]), cut=bool(row["misfits"]))


def share(rows: Sequence[bool]) -> float | None:
    return sum(rows) / len(rows) if rows else None


def show(title: str, rows: Sequence[bool]) -> None:
    print(f"  {title:<44} {sum(rows):>3} of {len(rows)}")


def main() -> int:
    goals, held = own_goals(), held_goals()
    outcomes = carried_out([*goals, *held])
    own = list(zip(goals, outcomes, strict=False))
    theirs = outcomes[len(goals) :]
    possible = [row for goal, row in own if goal["possible"]]
    impossible = [row for goal, row in own if not goal["possible"]]
    german = [row for goal, row in own if goal.get("language") == "de"]
    trips = [row for row in theirs if row["mission_type"] == "travel"]
    delivered = [kept(row) for _goal, row in own if row["delivered"]]
    asked_for = [not other_than(goal, row) for goal, row in own if row["delivered"]]
    nearest = [kept(row) and bool(row["misfits"]) for row in impossible]
    as_wished = [kept(row) and not row["misfits"] for row in possible]

    print("trips through the product")
    show("goals delivered", [row["delivered"] for _goal, row in own])
    show("all hard checks kept", [kept(row) for _goal, row in own])
    show("of what was asked for", asked_for)
    show("possible, planned as wished", as_wished)
    show("impossible, answered with the nearest plan", nearest)
    show("of these, after a higher budget was agreed to", [row["raised"] is not None for row in impossible])
    show("in German, all hard checks kept", [kept(row) for row in german])
    show("handed sentences taken as trips", [row["mission_type"] == "travel" for row in theirs])
    show("of these, delivered with all hard checks", [kept(row) for row in trips])
    for row in [*(row for _goal, row in own), *trips]:
        if not kept(row):
            print(f"    {row['goal']!r}: {row['problem'] or ', '.join(row['unkept']) or 'not delivered'}")
    for goal, row in own:
        if row["delivered"] and (wrong := other_than(goal, row)):
            print(f"    {row['goal']!r}: other {', '.join(wrong)}: {row['planned']}")
        if kept(row) and goal["possible"] is bool(row["misfits"]):
            print(f"    {row['goal']!r}: {'; '.join(row['misfits']) or 'said to fit'}")
    return settle(
        [
            Target("delivered plans keep all hard checks", LEAST, share(delivered)),
            Target("goals delivered", LEAST, share([row["delivered"] for _goal, row in own])),
            Target("delivered plans are those asked for", LEAST, share(asked_for)),
            Target("possible goals planned as wished", LEAST, share(as_wished)),
            Target("impossible goals answered with the nearest plan", LEAST, share(nearest)),
            Target("handed trips kept", LEAST_HELD, share([kept(row) for row in trips])),
        ]
    )


if __name__ == "__main__":
    sys.exit(main())
