"""The cost of one embedding on this machine, now: part of many references."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from statistics import median

from bench.sampling import milliseconds


def embed(text: str) -> None:
    """Embed one question with the model itself, past every cache."""
    from memory.embedding import _local_model, readable

    _local_model().query(readable(text))


def cost(texts: Iterable[str]) -> float:
    """Return the median milliseconds of one embedding of these texts."""
    embed("warm up")
    return median(milliseconds(partial(embed, text)) for text in texts)
