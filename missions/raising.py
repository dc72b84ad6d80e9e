"""A draft that the budget does not cover: the budget it takes is proposed, and held to once agreed to."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_UP, Decimal
from typing import Any, Protocol

from django.utils.translation import gettext as _

from missions import money
from missions.trips.checks import within_budget
from missions.trips.plan import Budget, Check

ROUND_TO = Decimal(10)


class Planned(Protocol):
    """What a draft's data is of: anything with a budget, checks (that of the budget first), and misfits."""

    budget: Budget
    checks: list[Check]
    misfits: list[str]


@dataclass(frozen=True, slots=True)
class Raise:
    """The smallest round budget that covers a draft, in place of `limit`, both in `currency`."""

    amount: Decimal
    limit: Decimal
    currency: str

    def words(self, language: str) -> str:
        """The proposed budget as people write it."""
        return money.in_words(self.amount, self.currency, language)

    def as_slot(self) -> dict[str, Any]:
        """The slot "budget" once it is agreed to."""
        return {"amount": float(self.amount), "currency": self.currency, "bound": "max"}


def proposed(data: dict[str, Any]) -> Raise | None:
    """What a draft takes more than it may, by its data; None where it keeps to its budget or has none."""
    said = data.get("budget")
    if not isinstance(said, dict) or said.get("needed") is None or said.get("limit") is None:
        return None
    budget = Budget.model_validate(said)
    needed, limit = budget.needed or Decimal(0), budget.limit or Decimal(0)
    return Raise(rounded_up(needed), limit, budget.currency)


def agree(plan: Planned, raised: Raise, language: str) -> None:
    """Put a plan under the budget that was agreed to: its check holds now, and it says what was agreed."""
    plan.budget.limit = raised.amount
    plan.budget.settle()
    plan.checks[0] = within_budget(plan.budget, language)
    limit = money.in_words(raised.limit, raised.currency, language)
    words = {"amount": raised.words(language), "limit": limit}
    plan.misfits = [*plan.misfits, _("You agreed to %(amount)s instead of %(limit)s.") % words]


def rounded_up(amount: Decimal) -> Decimal:
    """An amount to the next full ten, so that a little more stays covered."""
    return (amount / ROUND_TO).quantize(Decimal(1), rounding=ROUND_UP) * ROUND_TO
