"""How much each part of a score counts, once something was wished for. Pure."""

from __future__ import annotations

SORTED_BY = {
    "price": ("saving", "price_match"), "rating": ("rating",),
    "distance": ("distance",), "delivery": ("delivery",),
}  # fmt: skip
"""What a wish ("cheaper", "closer") is about, by the parts of a score, the first that a type weighs."""
WISHED = 0.6
"""The share of the score that belongs to what was wished for last; the rest is weighed as before."""


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
