"""A draft that the budget does not cover: the budget it takes is proposed, and held to once agreed to."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from decimal import ROUND_UP, Decimal
from typing import Any, Protocol

from django.utils.translation import gettext as _

from missions import money
from missions.plugins.complex import Draft
from missions.trips.checks import within_budget
from missions.trips.plan import Budget, Check

ROUND_TO = Decimal(10)


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


class Planned(Protocol):
    """What a draft's data is of: anything with a budget, checks (that of the budget first), and misfits."""

    budget: Budget
    checks: list[Check]
    misfits: list[str]


class Raisable[P: Planned](ABC):
    """A type whose drafts may take more than their budget: the person is asked to raise it."""

    @abstractmethod
    def plan_in(self, data: dict[str, Any]) -> P:
        """The plan that a draft's data is of."""

    @abstractmethod
    def as_draft(self, plan: P, language: str) -> Draft:
        """A plan as a draft."""

    def proposed(self, draft: Draft) -> Raise | None:
        """What a draft takes more than it may; None where it keeps to its budget or has none."""
        budget = self.plan_in(draft.data).budget
        if budget.needed is None or budget.limit is None:
            return None
        return Raise(rounded_up(budget.needed), budget.limit, budget.currency)

    def raised(self, draft: Draft, to: Raise, language: str) -> Draft:
        """The draft under the budget that was agreed to: its check holds now, and it says what was agreed."""
        plan = self.plan_in(draft.data)
        plan.budget.limit = to.amount
        plan.budget.settle()
        plan.checks[0] = within_budget(plan.budget, language)
        words = {"amount": to.words(language), "limit": money.in_words(to.limit, to.currency, language)}
        plan.misfits = [*plan.misfits, _("You agreed to %(amount)s instead of %(limit)s.") % words]
        return self.as_draft(plan, language)


def rounded_up(amount: Decimal) -> Decimal:
    """An amount to the next full ten, so that a little more stays covered."""
    return (amount / ROUND_TO).quantize(Decimal(1), rounding=ROUND_UP) * ROUND_TO
