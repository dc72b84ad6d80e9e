"""What a row found, as a table for people and as JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "var" / "bench.json"


@dataclass(frozen=True, slots=True)
class Target:
    """What is to be reached: `ratio` (else `value`) at most, or at least, `bound`."""

    bound: float
    at_least: bool = False

    def met_by(self, number: float) -> bool:
        return number >= self.bound if self.at_least else number <= self.bound

    def __str__(self) -> str:
        return f"{'>=' if self.at_least else '<='} {self.bound:g}"


@dataclass(frozen=True, slots=True)
class Result:
    """One row. `ratio` is `value` over `reference_value`; both are None where there is no reference."""

    name: str
    value: float
    unit: str
    reference: str
    reference_value: float | None
    ratio: float | None
    target: str
    ok: bool


def compared(
    name: str, value: float, unit: str, *, to: str, reference: float, target: Target, also: bool = True
) -> Result:
    """Make a row that is judged by its ratio to the reference; `also` is a further condition."""
    ratio = value / reference
    ok = target.met_by(ratio) and also
    return Result(name, round(value, 4), unit, to, round(reference, 4), round(ratio, 3), str(target), ok)


def alone(name: str, value: float, unit: str, *, target: Target, to: str = "-", also: bool = True) -> Result:
    """Make a row that is judged by itself; `also` is a further condition."""
    return Result(name, round(value, 4), unit, to, None, None, str(target), target.met_by(value) and also)


def table(results: Iterable[Result]) -> str:
    """Return the results as lines of a table."""
    head = ("row", "value", "unit", "reference", "", "ratio", "target", "")
    lines = [head, *(_cells(result) for result in results)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def _cells(result: Result) -> tuple[str, ...]:
    return (
        result.name,
        f"{result.value:.4g}",
        result.unit,
        result.reference,
        "" if result.reference_value is None else f"{result.reference_value:.4g}",
        "" if result.ratio is None else f"{result.ratio:.2f}",
        result.target,
        "ok" if result.ok else "MISSED",
    )


def write(results: Sequence[Result], order: Sequence[str], file: Path = FILE) -> None:
    """Put `results` into the file; rows that did not run this time keep what they found before."""
    rows = {row["name"]: row for row in _kept(file)}
    rows |= {result.name: asdict(result) for result in results}
    known = [rows[name] for name in order if name in rows]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n")


def _kept(file: Path) -> list[dict[str, object]]:
    try:
        return list(json.loads(file.read_text()))
    except (OSError, ValueError):
        return []
