"""What a planner's checkpoint keeps: ids and numbers."""

from __future__ import annotations

from typing import TypedDict


class Planning(TypedDict, total=False):
    """`questions` counts what was asked about the wish, `asked` the reviews of this run."""

    desire_id: str
    next: str
    questions: int
    asked: int
