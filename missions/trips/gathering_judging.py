"""What is made of the offers for one part of a gathering: what fits all guests and the money that is left."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from agency.reasoning import value_words
from agency.sources.base import Offer
from missions import money
from missions.brief import Brief, Taste
from missions.plugins.complex import Done, Judged, Part
from missions.scoring import Part as Score
from missions.scoring import Scored
from missions.trips import gathering as g
from missions.trips.access import STEP_FREE, not_said
from missions.trips.ground import price_in
from missions.trips.premortem import of_prices
from missions.trips.settling import why_taken
from missions.trips.wording import rated_words
from ownyou.lib.text import key_of

RISKS = {
    g.VENUE: (gettext_lazy("The place may be taken on that day: ask before you invite."),),
    g.MENU: (gettext_lazy("More people may come, or fewer: confirm the number a week before."),),
    g.HELPERS: (gettext_lazy("Somebody may fall ill: have one more helper ready."),),
    g.TRANSPORT: (gettext_lazy("Getting in takes longer than driving: start with those who need time."),),
}  # fmt: skip
"""What could go wrong with each part, whatever is chosen."""

MOST_SHOWN = 4
WITH_STEPS = 40
"""Points that it costs a place not to say that it is step-free, where that is wished for."""

AGAIN = 25
"""Points of 100 that a place is better or worse by, where it was taken before and liked or not."""

SURE, UNSURE, NOTHING = 0.85, 0.72, 0.0
BEYOND = 2
"""How many are shown where even the cheapest takes more than is left."""


def judge_offers(part: Part, offers: Sequence[Offer], wish: g.Gathering, brief: Brief, done: Done) -> Judged:
    """Large enough, diets kept, and within what is left; the person chooses place and meal."""
    fitting = [offer for offer in offers if offer.category == part.coordinator and g.fits(offer, wish)]
    costs = {offer.source_id: g.cost_of(offer, wish) for offer in fitting}
    cheap = brief.adjustments.sort == "price"
    wanted = _below(fitting, brief)
    spent = {key: g.cost_of(found.chosen[0], wish) for key, found in done.items() if found.chosen}
    within = _within(wanted, costs, g.room_for(part.key, wish, spent))
    shown = within or sorted(wanted, key=lambda one: costs[one.source_id])[:BEYOND]
    scored = sorted(
        (_weighed(offer, costs, wish, brief) for offer in shown),
        key=lambda one: (costs[one.offer.source_id] if cheap else -one.score, one.offer.title),
    )[:MOST_SHOWN]
    dear = len(wanted) - len(within) if within else 0
    taken = why_taken(scored, [costs[one.offer.source_id] for one in scored], wish.limit, wish.currency)
    asked = part.coordinator in {g.VENUE, g.MENU}
    return Judged(
        scored,
        SURE if within else UNSURE if scored else NOTHING,
        ask=asked and len(scored) > 1 and not taken,
        settled=taken if asked else "",
        question=_("%(part)s: which one?") % {"part": part.title},
        risks=[*_risks(part, wish, bool(within or not scored)), *of_prices(shown, brief)],
        left_out=_left_out(len(offers) - len(fitting), dear),
    )


def _weighed(offer: Offer, costs: dict[str, Decimal], wish: g.Gathering, brief: Brief) -> Scored:
    cost, dearest = costs[offer.source_id], max(costs.values()) or Decimal(1)
    price = money.rounded_in_words(cost, brief.currency, brief.language)
    rating = min(max(((offer.rating or 3.8) - 3) / 1.8, 0), 1)
    rated = rated_words(offer.rating, _("not rated"))
    parts = {
        "rating": Score(rating, rated),
        "price_match": Score(1 - 0.8 * float(cost / dearest), _("%(price)s for everyone") % {"price": price}),
    }
    features = offer.attributes.get("features")
    known = [str(one) for one in features] if isinstance(features, list) else []
    score = 50 * rating + 40 * parts["price_match"].value + 10 * ("step free" in known)
    misses = []
    if wish.access and offer.category == g.VENUE and STEP_FREE not in g.features_of(offer):
        misses, score = [not_said()], score - WITH_STEPS
    felt = _felt(offer, brief)
    if felt is not None:
        score += AGAIN if felt.polarity == "like" else -AGAIN
        known = [felt.words, *known] if felt.polarity == "like" else known
    reasons = [value_words.in_words(one) for one in known]
    return Scored(offer, round(min(max(score, 0), 100), 1), parts, reasons, misses)


def _felt(offer: Offer, brief: Brief) -> Taste | None:
    """What was learned of this very place, caterer or service."""
    known = brief.tastes_under("gathering.favourites.")
    return next((one for one in known if key_of(str(one.value)) == key_of(offer.title)), None)


def _below(offers: list[Offer], brief: Brief) -> list[Offer]:
    """Without what was ruled out, and below a price that was named; all where none is left."""
    gone = {key_of(one) for one in (*brief.adjustments.exclude, *brief.adjustments.exclude_titles)}
    kept = [one for one in offers if key_of(one.title) not in gone]
    most = brief.adjustments.max_price
    return [one for one in kept if most is None or price_in(one, brief.currency) <= most] or kept


def _within(
    offers: list[Offer], costs: dict[str, Decimal], room: tuple[Decimal, Decimal] | None
) -> list[Offer]:
    if room is None:
        return offers
    share, most = room
    fair = [one for one in offers if costs[one.source_id] <= share]
    return fair or [one for one in offers if costs[one.source_id] <= most]


def _risks(part: Part, wish: g.Gathering, within: bool) -> list[str]:
    risks = [] if within else [_("Even the cheapest takes more than the budget leaves for it.")]
    risks += [str(words) for words in RISKS.get(part.coordinator, ())]
    return risks


def _left_out(unfit: int, dear: int) -> str:
    said = []
    if unfit:
        words = ngettext(
            "%(n)d is too small or does not keep the diets",
            "%(n)d are too small or do not keep the diets",
            unfit,
        )
        said.append(words % {"n": unfit})
    if dear:
        words = ngettext("%(n)d would leave too little", "%(n)d would leave too little", dear)
        said.append(words % {"n": dear})
    return ", ".join(said)
