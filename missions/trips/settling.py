"""Whether a choice is worth a question: where options are close or costly; else why the best is taken."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from missions import money
from missions.scoring import Scored

CLOSE = 12.0
"""Points of a hundred between the best two, below which the person chooses."""

COSTLY = Decimal("0.1")
"""The part of the budget from which on a choice is the person's."""

COSTLY_ALONE = Decimal(100)
"""US dollars from which on it is theirs where no budget was named."""


def why_taken(
    options: Sequence[Scored], costs: Sequence[Decimal], limit: Decimal | None, currency: str
) -> str:
    """Why the best is taken without a question; empty where the person should choose.

    `costs`: what each option costs in all, in `currency`. An order that was asked for in words is no score:
    then the second may have more points, and the options are close.
    """
    if len(options) < 2:
        return ""
    ahead = options[0].score - options[1].score
    if ahead < CLOSE or options[0].unknowns or _costly(max(costs, default=Decimal(0)), limit, currency):
        return ""
    words = _("Chosen without asking: %(n)d of 100 points ahead of the next, and little money is at stake.")
    return words % {"n": round(ahead)}


def _costly(cost: Decimal, limit: Decimal | None, currency: str) -> bool:
    alone = money.converted(COSTLY_ALONE, "USD", currency) or COSTLY_ALONE
    return cost >= (COSTLY * limit if limit is not None else alone)
