"""A bundle as a person sees it: each thing with its shop, why it fits and its cost, and the account."""

from __future__ import annotations

from decimal import Decimal

from django.utils.translation import gettext as _
from pydantic import ValidationError

from missions import money
from missions.bundles.plan import Bought, BundlePlan
from missions.bundles.writing import delivery_words
from missions.plugins.complex import Draft
from missions.trips.plan import Check
from missions.trips.wording import over_words
from ownyou.lib.cards import Card


class BoughtCard(Card):
    """One thing of the list."""

    part: str
    what: str
    name: str
    words: str
    fits: list[str]
    cost_words: str
    running_words: str
    sample: bool
    link: str


class BundleCard(Card):
    """The newest list. `spent`: per cent of the budget."""

    title: str
    summary: str = ""
    total_words: str
    limit_words: str
    left_words: str
    over_words: str
    spent: int | None
    items: list[BoughtCard]
    checks: list[Check]


def bundle_card(draft: Draft, language: str) -> BundleCard | None:
    """Present a draft in a language; None where it is no bundle."""
    try:
        plan = BundlePlan.model_validate(draft.data)
    except ValidationError:
        return None
    limit, total = plan.budget.limit, plan.budget.total
    running, items = Decimal(0), []
    for item in plan.items:
        running += item.cost
        items.append(_bought(item, running, plan, language))
    return BundleCard(
        title=plan.title,
        summary=plan.summary,
        total_words=_amount(total, plan, language),
        limit_words=_amount(limit, plan, language) if limit else "",
        left_words=_amount(limit - total, plan, language) if limit and total <= limit else "",
        over_words=over_words(plan.budget, language),
        spent=round(100 * total / limit) if limit else None,
        items=items,
        checks=plan.checks,
    )


def _bought(item: Bought, running: Decimal, plan: BundlePlan, language: str) -> BoughtCard:
    price = _amount(item.price, plan, language)
    pieces = _("%(count)d × %(price)s") % {"count": item.count, "price": price} if item.count > 1 else price
    said = [item.retailer, pieces, *delivery_words(item, plan, language)]
    return BoughtCard(
        part=item.part,
        what=item.what,
        name=item.name,
        words=" · ".join(one for one in said if one),
        fits=item.fits,
        cost_words=_amount(item.cost, plan, language),
        running_words=_amount(running, plan, language),
        sample=item.sample,
        link=item.link,
    )


def _amount(amount: Decimal, plan: BundlePlan, language: str) -> str:
    return money.in_words(amount, plan.budget.currency, language)
