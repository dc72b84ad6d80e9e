"""`python -m bench [ROW] [--samples N]`: measure all rows or one, print a table, write var/bench.json."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from types import FrameType

from bench import ground, report
from bench.report import Result
from bench.rows import all as rows
from bench.rows.base import Bench

SAMPLES = 100


def main(arguments: Sequence[str] | None = None) -> int:
    """Return 0 when every row is measured, whether it reaches its target or not; 2 for an unknown row."""
    options = _parser().parse_args(arguments)
    try:
        benches = rows.benches_for(options.row)
    except KeyError:
        print(f"There is no row {options.row}. The rows: {', '.join(rows.names())}", file=sys.stderr)
        return 2
    signal.signal(signal.SIGTERM, _stop)  # what was started is ended, also when this is
    results = _measure(benches, options.samples)
    report.write(results, rows.names())
    print(report.table(results), flush=True)
    print(f"load {os.getloadavg()[0]:.1f} at the end, {os.cpu_count()} cores; written to {report.FILE.name}")
    return 0


def _stop(number: int, frame: FrameType | None) -> None:
    sys.exit(128 + number)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("row", nargs="?", help="one row, by its name; rows measured together come together")
    parser.add_argument("--samples", type=int, default=SAMPLES)
    return parser


def _measure(benches: Sequence[Bench], samples: int) -> list[Result]:
    results: list[Result] = []
    with ExitStack() as stack:
        data = stack.enter_context(ground.folder())
        ground.set_up_django(data)
        if any(bench.services for bench in benches):
            stack.enter_context(ground.services(data))
        for bench in benches:
            for result in bench.measure(samples):
                print(report.table([result]).splitlines()[1], file=sys.stderr, flush=True)
                results.append(result)
    return results


if __name__ == "__main__":
    sys.exit(main())
