"""What an eval must reach, and how its script says whether it did: as its exit code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

MET, MISSED, NOT_RUN = 0, 1, 3
"""Exit codes. Not run: no target was missed, but the rows of at least one are not there (see CASES)."""


@dataclass(frozen=True, slots=True)
class Target:
    """The least value of one measure; `value` is None where its rows are not there."""

    name: str
    least: float
    value: float | None

    @property
    def missed(self) -> bool:
        return self.value is not None and self.value < self.least

    def __str__(self) -> str:
        if self.value is None:
            return f"    not run  {self.name}, target {self.least:.2f}: no rows"
        return (
            f"    {'MISSED' if self.missed else 'met'}  {self.name} {self.value:.3f}, target {self.least:.2f}"
        )


def settle(targets: Sequence[Target]) -> int:
    """Print the targets; return the exit code."""
    print("\ntargets", *targets, sep="\n")
    return code_of(targets)


def code_of(targets: Sequence[Target]) -> int:
    """Return the exit code: a miss weighs more than rows that are not there."""
    if any(target.missed for target in targets):
        return MISSED
    return NOT_RUN if any(target.value is None for target in targets) else MET


def summary(codes: dict[str, int]) -> tuple[str, int]:
    """Return the last line of all evals by their names, and its exit code: 1 when one missed or broke off."""
    missed = [name for name, code in codes.items() if code not in (MET, NOT_RUN)]
    unseen = [name for name, code in codes.items() if code == NOT_RUN]
    words = [f"targets missed: {', '.join(missed)}"] if missed else []
    if unseen:
        words.append(f"not run, for lack of rows: {', '.join(unseen)}")
    return "; ".join(words) or "all targets met", MISSED if missed else MET
