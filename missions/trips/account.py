"""The running account of a plan: what each part costs for the whole party."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext_lazy

from missions.trips.plan import TripPlan

PARTS = ("getting there", "stay", "sights and activities", "place", "helpers", "meals", "getting around")
WORDS = {
    "getting there": gettext_lazy("Getting there"),
    "stay": gettext_lazy("Stay"),
    "sights and activities": gettext_lazy("Sights and activities"),
    "place": gettext_lazy("The place"),
    "helpers": gettext_lazy("Helpers"),
    "meals": gettext_lazy("Meals"),
    "getting around": gettext_lazy("Getting around"),
}
_PART_OF_KIND = {
    "sight": "sights and activities",
    "activity": "sights and activities",
    "event": "sights and activities",
    "restaurant": "meals",
    "meal": "meals",
    "transfer": "getting around",
    "free": "sights and activities",
}


_PART_OF_CATEGORY = {"venue": "place", "helpers": "helpers"}
"""What the items of gatherings are paid for, by what was chosen for them."""


def part_words(part: str) -> str:
    """What a part is called."""
    return str(WORDS.get(part, part.capitalize()))


@dataclass(frozen=True, slots=True)
class Line:
    """One part of the account, and what was spent up to and with it."""

    part: str
    cost: Decimal
    running: Decimal


def account_of(plan: TripPlan) -> list[Line]:
    """The parts in the order in which they are decided; their sum is the plan's total."""
    costs = dict.fromkeys(PARTS, Decimal(0))
    costs["getting there"] = sum((leg.cost for leg in plan.transport), Decimal(0))
    costs["stay"] = sum((stay.cost for stay in plan.stays), Decimal(0))
    for day in plan.days:
        for item in day.items:
            costs[_PART_OF_CATEGORY.get(item.category, _PART_OF_KIND[item.kind])] += item.cost
    lines: list[Line] = []
    running = Decimal(0)
    for part, cost in costs.items():
        running += cost
        lines.append(Line(part, cost, running))
    return lines


def total_of(plan: TripPlan) -> Decimal:
    """What the whole plan costs."""
    return account_of(plan)[-1].running
