"""How much each part of a score counts, once something was wished for. Pure."""

from __future__ import annotations

import re

SORTED_BY = {
    "price": ("saving", "price_match"), "rating": ("rating",),
    "distance": ("distance",), "delivery": ("delivery",),
}  # fmt: skip
"""What a wish ("cheaper", "closer") is about, by the parts of a score, the first that a type weighs."""
WISHED = 0.6
"""The share of the score that belongs to what was wished for last; the rest is weighed as before."""


_PRICE_FIRST = re.compile(
    r"\b(?:best|lowest|cheapest|better) (?:price|deal)s?\b|\bcheapest\b|\bleast expensive\b"
    r"|\bas cheap(?:ly)? as possible\b|\bbeste[rn]? preis\b"
    r"|\b(?:günstigst|billigst|preiswertest)e[nrsm]?\b|\bso (?:günstig|billig) wie möglich\b"
    r"|\bmeilleur prix\b|\ble moins cher\b|\bla moins chère\b|\bles moins ch(?:er|ère)s\b",
    re.IGNORECASE,
)


def sort_wished(goal: str, sort: str | None) -> str | None:
    """What comes first: the last wish, else the price where the goal is about it: "best price"."""
    return sort or ("price" if _PRICE_FIRST.search(goal) else None)


def weights_for(weights: dict[str, float], sort: str | None) -> dict[str, float]:
    """The weights of a type's parts with what was wished for in front. They add up to what they did."""
    parts = SORTED_BY.get(sort or "", ())
    wished = next((name for name in parts if name in weights), parts[-1] if parts else "")
    if not wished:
        return weights
    whole = sum(weights.values())
    others = {name: weight for name, weight in weights.items() if name != wished}
    rest = (1 - WISHED) * whole / (sum(others.values()) or 1)
    return {name: weight * rest for name, weight in others.items()} | {wished: WISHED * whole}
