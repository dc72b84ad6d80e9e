"""Applying what a person wants changed to the slots and adjustments of a mission. Pure."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from agency.reasoning.skills.refinement import Refinement
from missions.brief import Adjustments

CHEAPER = Decimal("0.95")
LEAST_RADIUS, NEARER, FURTHER = 0.25, 0.5, 2.5


def refined(
    adjustments: Adjustments,
    slots: dict[str, Any],
    refinement: Refinement,
    *,
    shown: list[dict[str, Any]],
    words: str,
) -> tuple[Adjustments, dict[str, Any], list[str]]:
    """Return the new adjustments, the new slots, and what changed in words."""
    new = adjustments.model_copy(deep=True)
    new.words = [*new.words, words][-10:]
    new.ignore_tastes = new.ignore_tastes or refinement.ignore_tastes
    said: list[str] = []
    for change in (_price, _distance, _rating, _ruled_out):
        said += change(new, refinement, shown)
    kept = {name: value for name, value in slots.items() if name not in refinement.drop}
    kept.update(refinement.slots)
    if "budget" in refinement.slots:
        new.max_price = new.min_price = None
    said += [f"{name.replace('_', ' ')} changed" for name in refinement.slots]
    return new, kept, said


def _price(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    prices = sorted(
        Decimal(str(option["amount"])) for option in shown[:5] if option.get("amount") is not None
    )
    if refinement.price is None:
        return []
    if refinement.price == "lower":
        new.sort, new.min_price = "price", None
        if prices:
            middle = prices[len(prices) // 2]
            new.max_price = (middle * CHEAPER).quantize(Decimal(1) if middle > 20 else Decimal("0.01"))
        return ["cheaper"]
    new.sort, new.max_price = None, None
    new.min_price = prices[len(prices) // 2] if prices else None
    return ["more upscale"]


def _distance(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    if refinement.distance == "nearer":
        new.radius_factor, new.sort = max(new.radius_factor * NEARER, LEAST_RADIUS), "distance"
        return ["closer"]
    if refinement.distance == "further":
        new.radius_factor, new.sort = new.radius_factor * FURTHER, None
        return ["further away is fine"]
    return []


def _rating(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    if refinement.rating is None:
        return []
    ratings = sorted(option["rating"] for option in shown[:5] if option.get("rating"))
    new.min_rating = ratings[len(ratings) // 2] if ratings else 4.0
    new.sort = "rating"
    return ["better rated"]


def _ruled_out(new: Adjustments, refinement: Refinement, shown: list[dict[str, Any]]) -> list[str]:
    new.exclude = list(dict.fromkeys([*new.exclude, *refinement.exclude]))
    new.exclude_titles = list(dict.fromkeys([*new.exclude_titles, *refinement.exclude_titles]))
    new.prefer = list(dict.fromkeys([*new.prefer, *refinement.prefer]))
    return [f"not {kind}" for kind in (*refinement.exclude, *refinement.exclude_titles)] + list(
        refinement.prefer
    )
