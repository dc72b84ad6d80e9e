"""A bundle as data: what is bought where for how much, checked, within the budget where that can be.

Amounts are in the plan's currency and for all pieces, with delivery. A plan survives
`BundlePlan.model_validate(plan.model_dump(mode="json"))` unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import product

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from pydantic import BaseModel

from agency.sources.base import Offer
from missions import money
from missions.bundles.fitting import how_it_fits
from missions.bundles.reading import Thing
from missions.trips.checks import within_budget
from missions.trips.plan import Budget, Check

MOST_TRIED = 5
"""Offers of each part that are tried where what was chosen is too dear."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The bundle as wished for, by the keys of its parts, the first one first; `limit` in `currency`."""

    title: str
    things: Mapping[str, Thing]
    currency: str
    language: str
    limit: Decimal | None = None

    @property
    def first(self) -> str:
        """The key of the part that the others have to fit."""
        return next(iter(self.things))


class Bought(BaseModel):
    """One thing of the list. `cost`: all pieces with delivery; `fits`: how it fits the first, in words."""

    part: str
    what: str
    name: str
    retailer: str = ""
    count: int = 1
    price: Decimal
    shipping: Decimal = Decimal(0)
    cost: Decimal
    delivery_days: int | None = None
    fits: list[str] = []
    source: str = ""
    offer: str = ""
    sample: bool = False
    link: str = ""


class BundlePlan(BaseModel):
    """The whole list. `missing`: what was wished for and is left to the person.

    `summary`: what it is like, in a sentence or two; empty where nobody worded it.
    """

    title: str
    summary: str = ""
    budget: Budget
    items: list[Bought]
    missing: list[str] = []
    checks: list[Check] = []
    misfits: list[str] = []
    version: int = 1


def cost_of(offer: Offer, currency: str, count: int = 1) -> Decimal:
    """What so many pieces cost with their delivery, in a currency; 0 where the price is not known."""
    price = money.converted(offer.price, offer.currency, currency) or Decimal(0)
    return price * count + _shipping(offer, currency)


def _shipping(offer: Offer, currency: str) -> Decimal:
    fee = offer.attributes.get("shipping_price")
    if not isinstance(fee, int | float):
        return Decimal(0)
    return money.converted(money.decimal(fee), offer.currency, currency) or Decimal(0)


def plan_bundle(
    wanted: Wanted, chosen: Mapping[str, Offer], found: Mapping[str, Sequence[Offer]], version: int
) -> BundlePlan:
    """The list of what was chosen; over the budget, the nearest that keeps it, which is said.

    Where nothing keeps it, the cheapest that fits is taken; the limit stays as it was said.
    """
    said: list[str] = []
    taken = dict(chosen)
    if wanted.limit is not None and _total(taken, wanted) > wanted.limit:
        taken, said = _cheaper(wanted, taken, found)
    plan = _written(wanted, taken, version)
    if wanted.limit is not None and plan.budget.total > wanted.limit:
        said = [
            _("%(limit)s does not cover it: the cheapest that fits costs %(total)s.")
            % {"limit": _amount(wanted.limit, wanted), "total": _amount(plan.budget.total, wanted)}
        ]
    plan.budget.settle()
    missing = [_("%(what)s: nothing was found; it is left to you.") % {"what": one} for one in plan.missing]
    plan.misfits = [*said, *missing]
    plan.checks = check_bundle(plan, wanted, taken)
    return plan


def _total(chosen: Mapping[str, Offer], wanted: Wanted) -> Decimal:
    costs = (cost_of(offer, wanted.currency, wanted.things[key].count) for key, offer in chosen.items())
    return sum(costs, Decimal(0))


def _cheaper(
    wanted: Wanted, chosen: dict[str, Offer], found: Mapping[str, Sequence[Offer]]
) -> tuple[dict[str, Offer], list[str]]:
    """The list within the budget that changes least of what was chosen; else the cheapest one."""
    keys = list(chosen)
    tried = [[chosen[key], *(one for one in found.get(key, ()) if one != chosen[key])] for key in keys]
    cut = [sorted(ones, key=lambda one: cost_of(one, wanted.currency))[:MOST_TRIED] for ones in tried]
    rows = [
        list(dict.fromkeys([0, *(ones.index(one) for one in some)]))
        for ones, some in zip(tried, cut, strict=True)
    ]
    best: tuple[tuple[bool, Decimal, int, Decimal], dict[str, Offer]] | None = None
    for numbers in product(*rows):
        taken = {key: tried[at][n] for at, (key, n) in enumerate(zip(keys, numbers, strict=True))}
        if not _all_fit(wanted, taken):
            continue
        total = _total(taken, wanted)
        over = max(Decimal(0), total - (wanted.limit or Decimal(0)))
        worth = (over > 0, over, _changed(keys, numbers, wanted), -total)
        if best is None or worth < best[0]:
            best = (worth, taken)
    if best is None:
        return chosen, []
    changed = [str(wanted.things[key].words) for key in keys if best[1][key] != chosen[key]]
    words = _("What you chose is more than the budget allows; this list has another %(things)s.")
    return best[1], [words % {"things": ", ".join(changed)}] if changed else []


def _changed(keys: list[str], numbers: Sequence[int], wanted: Wanted) -> int:
    """How much of what was chosen is something else now; the first thing counts for more than all others."""
    return sum(len(keys) if key == wanted.first else 1 for key, n in zip(keys, numbers, strict=True) if n)


def _all_fit(wanted: Wanted, taken: Mapping[str, Offer]) -> bool:
    first = taken.get(wanted.first)
    return all(how_it_fits(one, first).ok is not False for key, one in taken.items() if key != wanted.first)


def _written(wanted: Wanted, taken: Mapping[str, Offer], version: int) -> BundlePlan:
    first = taken.get(wanted.first)
    items = [
        _bought(key, thing, taken[key], first if key != wanted.first else None, wanted.currency)
        for key, thing in wanted.things.items()
        if key in taken
    ]
    total = sum((item.cost for item in items), Decimal(0))
    return BundlePlan(
        title=wanted.title,
        budget=Budget(limit=wanted.limit, total=total, currency=wanted.currency),
        items=items,
        missing=[what_words(thing) for key, thing in wanted.things.items() if key not in taken],
        version=version,
    )


def what_words(thing: Thing) -> str:
    """What a part looks for, as a title: "Laptop for video editing", "2 monitors"."""
    words = f"{thing.count} {thing.words}" if thing.count > 1 else thing.words
    return words[:1].upper() + words[1:]


def _bought(key: str, thing: Thing, offer: Offer, first: Offer | None, currency: str) -> Bought:
    days = offer.attributes.get("shipping_days")
    cost = cost_of(offer, currency, thing.count)
    shipping = _shipping(offer, currency)
    return Bought(
        part=key,
        what=what_words(thing),
        name=offer.title,
        retailer=offer.retailer,
        count=thing.count,
        price=(cost - shipping) / thing.count,
        shipping=shipping,
        cost=cost,
        delivery_days=round(days) if isinstance(days, int | float) else None,
        fits=how_it_fits(offer, first).words if first is not None else [],
        source=offer.source,
        offer=offer.source_id,
        sample=offer.sample,
        link=offer.link,
    )


def check_bundle(plan: BundlePlan, wanted: Wanted, taken: Mapping[str, Offer]) -> list[Check]:
    """Budget, the account, that all fit the first, in stock, and that nothing is missing."""
    total, first = plan.budget.total, taken.get(wanted.first)
    rest = {key: how_it_fits(one, first) for key, one in taken.items() if key != wanted.first}
    wrong = [wanted.things[key].words for key, fit in rest.items() if fit.ok is False]
    unsure = [
        wanted.things[key].words
        for key, fit in rest.items()
        if fit.ok is None and (kind := wanted.things[key].kind) is not None and kind.fits
    ]
    gone = [one.title for one in taken.values() if one.attributes.get("in_stock") is False]
    days = [item.delivery_days for item in plan.items if item.delivery_days is not None]
    last = max(days, default=0)
    return [
        within_budget(plan.budget, wanted.language),
        Check(
            name=_("The account adds up"),
            ok=sum((item.cost for item in plan.items), Decimal(0)) == total,
            detail=_("each piece with its delivery"),
        ),
        Check(
            name=_("All of it fits"),
            ok=not wrong,
            detail=", ".join(wrong)
            or _("compared with %(first)s") % {"first": first.title if first else "–"},
        ),
        Check(
            name=_("Known to fit"),
            ok=not unsure,
            detail=", ".join(unsure) or _("by what the offers say of themselves"),
            hard=False,
        ),
        Check(name=_("In stock"), ok=not gone, detail=", ".join(gone) or _("everything on the list")),
        Check(
            name=_("Nothing is missing"),
            ok=not plan.missing,
            detail=", ".join(plan.missing)
            or ngettext("all of it within %(n)d day", "all of it within %(n)d days", last) % {"n": last},
            hard=False,
        ),
    ]


def _amount(amount: Decimal, wanted: Wanted) -> str:
    return money.in_words(amount, wanted.currency, wanted.language)
