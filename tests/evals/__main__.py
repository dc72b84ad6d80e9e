"""`make eval [ARGS="dates slots"]`: how well it understands, as tables with cases and intervals."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from tests.evals.targets import summary

SCORES = {
    "dates": "tests.evals.dates.score_dates",
    "slots": "tests.evals.slots.score_slots",
    "routing": "tests.evals.routing.score_routing",
    "feedback": "tests.evals.feedback.score_feedback",
    "memory": "tests.evals.memory.score_recall",
    "products": "tests.evals.products.score_products",
    "judging": "tests.evals.judging.score_judging",
    "trips": "tests.evals.trips.score_trips",
}
PROJECT = Path(__file__).resolve().parents[2]


def main(wanted: list[str]) -> int:
    """Run the named evals, or all. Returns 1 when one of them missed a target, 2 for an unknown name.

    Where the rows of a target are not there it is said to be not run, not met.
    """
    if unknown := set(wanted) - SCORES.keys():
        print(f"There is no eval {', '.join(sorted(unknown))}; there are {', '.join(SCORES)}.")
        return 2
    codes = {}
    for name in wanted or SCORES:
        print(f"\n== {name} ==", flush=True)
        environment = {**os.environ, "PYTHONPATH": str(PROJECT)}
        scored = subprocess.run([sys.executable, "-m", SCORES[name]], cwd=PROJECT, env=environment)
        codes[name] = scored.returncode
    words, code = summary(codes)
    print(f"\n{words}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
