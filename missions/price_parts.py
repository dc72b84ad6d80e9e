"""Scoring what offers cost: against a budget, a told level, the others, and what is paid now."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from agency.sources.base import Offer
from missions import money
from missions.brief import Brief
from missions.scoring import POOR, UNKNOWN, Part, Scene


def price_match(offer: Offer, scene: Scene) -> Part:
    """How well the price meets the budget; without a budget what is usual or less is best."""
    price = scene.price(offer)
    if price is None:
        return _by_level(offer)
    words = money.rounded_in_words(price, scene.brief.currency, scene.brief.language)
    if scene.brief.adjustments.sort == "price" or offer.kind in {"product", "tariff"}:
        return _against_the_others(price, scene.prices, words)
    budget = budget_of(scene.brief, offer.kind)
    if budget is None:
        return _against_the_middle(price, scene.prices, words)
    if price <= budget:
        return Part(1.0, _("%(words)s, within your budget") % {"words": words})
    over = _("%(words)s, over your budget") % {"words": words}
    return Part(max(0.0, 1 - 2 * float(price / budget - 1)), over)


def _against_the_middle(price: Decimal, prices: list[Decimal], words: str) -> Part:
    """Without a budget, up to the usual price is best, and what is dearer loses by how much it is dearer.

    Cheaper never counts against an offer: how good it is, its rating says.
    """
    middle = sorted(prices)[len(prices) // 2] if prices else price
    distance = float((price - middle) / max(middle, Decimal(1)))
    value = min(max(1 - distance, 0.0), 1.0)
    if value < POOR:
        return Part(value, _("%(words)s, dearer than most here") % {"words": words})
    cheap = distance <= -CHEAP and len(prices) >= FEW
    return Part(value, _("%(words)s, cheaper than most here") % {"words": words} if cheap else words)


def _by_level(offer: Offer) -> Part:
    if offer.price_level is None:
        return Part(UNKNOWN, _("price not known"), known=False)
    value, words = {1: 1.0, 2: 1.0, 3: 0.6, 4: 0.3}[offer.price_level], "$" * offer.price_level
    return Part(value, _("%(words)s, among the dearest") % {"words": words} if value < POOR else words)


def _against_the_others(price: Decimal, prices: list[Decimal], words: str) -> Part:
    """Among offers of the same kind the cheapest is best."""
    value = _cheapness(price, prices)
    if len(set(prices)) < 2 or POOR <= value < 1:
        return Part(value, words)
    if 0 < value < POOR:
        return Part(value, _("%(words)s, dearer than most here") % {"words": words})
    said = _("%(words)s, the cheapest of these") if value else _("%(words)s, the dearest of these")
    return Part(value, said % {"words": words})


def _cheapness(price: Decimal, prices: list[Decimal]) -> float:
    """1 for the cheapest, 0 for the dearest; where all lie close together, the dearest loses little.

    What counts is the difference for its price: half of the middle one is the least that fills the scale.
    """
    if not prices:
        return 1.0
    low, high = min(prices), max(prices)
    scale = max(high - low, _middle(prices) / 2)
    return float(1 - (price - low) / scale) if scale else 1.0


CHEAP, FEW = 0.25, 3
"""How far below the usual price is worth a word, and how many prices are needed to call one usual."""

PRICED_BY = {
    "restaurant": "person", "event": "person", "tariff": "month", "sight": "person", "activity": "person",
    "flight": "person", "train": "person", "stay": "night",
}  # fmt: skip
"""What the price of an offer is for, by its kind; anything else is priced by the piece."""


def budget_of(brief: Brief, kind: str) -> Decimal | None:
    """The most that one offer of this kind may cost (a person's meal or ticket, a piece, a month).

    In the person's currency.
    """
    said = brief.slots.get("budget")
    if not isinstance(said, dict) or said.get("bound") == "min":
        return None
    return _of_one_unit(said.get("amount"), said, brief, kind)


def floor_of(brief: Brief, kind: str) -> Decimal | None:
    """The least that one offer is to cost: "at least $50", or the lower end of a range."""
    said = brief.slots.get("budget")
    if not isinstance(said, dict):
        return None
    return _of_one_unit(said.get("amount" if said.get("bound") == "min" else "min"), said, brief, kind)


def _of_one_unit(amount: object, said: dict[str, Any], brief: Brief, kind: str) -> Decimal | None:
    """An amount of a budget in the person's currency, for what one price of this kind is for."""
    if amount is None:
        return None
    each = Decimal(str(amount))
    unit, per = PRICED_BY.get(kind, "piece"), said.get("per")
    if unit == "person" and per == "total" and brief.people:
        each /= brief.people
    if unit == "month" and per == "year":
        each /= 12
    return money.converted(each, said.get("currency") or brief.currency, brief.currency)


def lower_price(offer: Offer, scene: Scene) -> float:
    """How much an offer pleases who looks for lower prices: 0.6 for the cheapest, 0 for the dearer half."""
    price = scene.price(offer)
    if price is None or len(set(scene.prices)) < 2:
        return 0.0
    return 0.6 * _cheapness(price, scene.prices) if price <= _middle(scene.prices) else 0.0


def _middle(prices: list[Decimal]) -> Decimal:
    return sorted(prices)[(len(prices) - 1) // 2]


def paid_now(brief: Brief, kind: str) -> Decimal | None:
    """What the person said they pay now for one unit of this kind (a month), in their currency.

    None where nobody said how long a sum is for: a bill may be one of a quarter or a year.
    """
    said = brief.slots.get("current")
    if not isinstance(said, dict) or said.get("per") not in {"month", "year"}:
        return None
    return _of_one_unit(said.get("amount"), said, brief, kind)


SAVES_NOTHING = 0.4
"""How much of its cheapness counts where a price is not below what is paid now."""


def saving(offer: Offer, scene: Scene) -> Part:
    """How far below the dearest comparable offer it is; in words, below what the person pays now, if said."""
    price = scene.price(offer)
    if price is None or not scene.prices:
        return Part(UNKNOWN, _("price not known"), known=False)
    if (paid := paid_now(scene.brief, offer.kind)) is not None:
        counts = 1 if price < paid else SAVES_NOTHING
        return Part(_cheapness(price, scene.prices) * counts, _against_now(paid - price, scene.brief))
    saved = max(scene.prices) - price
    if len(set(scene.prices)) < 2:
        return Part(
            _cheapness(price, scene.prices),
            money.in_words(price, scene.brief.currency, scene.brief.language),
        )
    words = money.in_words(saved.quantize(Decimal(1)), scene.brief.currency, scene.brief.language)
    return Part(
        _cheapness(price, scene.prices),
        _("%(words)s below the dearest") % {"words": words} if saved else _("the dearest here"),
    )


def _against_now(saved: Decimal, brief: Brief) -> str:
    words = money.in_words(abs(saved).quantize(Decimal(1)), brief.currency, brief.language)
    if abs(saved) < 1:
        return _("about what you pay now")
    told = _("%(words)s less than you pay now") if saved > 0 else _("%(words)s more than you pay now")
    return told % {"words": words}
