"""What a checkpoint keeps of acting: numbers and ids only. Arguments and words stay in the ledger's rows."""

from __future__ import annotations

from typing import TypedDict


class Acting(TypedDict, total=False):
    """`asked` counts the cards of this run; `refined` is the decision whose words are to be worked in."""

    next: str
    asked: int
    refined: str
