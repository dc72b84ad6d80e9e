"""What is made of the ways of a trip: there and back, and from one of its cities to the next."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.reasoning import value_words
from agency.sources.base import Offer
from missions import money
from missions.brief import Brief
from missions.plugins.complex import Judged
from missions.scoring import Part as Score
from missions.scoring import Scored
from missions.trips.fares_told import fares_told
from missions.trips.ground import day_of, direction, leaves_time, moment, price_in
from missions.trips.options import by_wish, of_the_price_named
from missions.trips.parts import LONG_BY_TRAIN
from missions.trips.planner import LEVELS, journey_cost, unsocial
from missions.trips.settling import why_taken
from missions.trips.wish import TripWish
from missions.trips.wording import people_words, rated_words
from missions.when import span_in_words
from ownyou.lib.locales import clock

MOST_SHOWN = 5
SURE, UNSURE, NOTHING = 0.85, 0.72, 0.0
LEAST_A_DAY = Decimal(30)
"""US dollars that a person's day takes at least: meals and getting around."""

LEAST_A_NIGHT = Decimal(32)


def judge_journeys(offers: Sequence[Offer], wish: TripWish, brief: Brief) -> Judged:
    """Those on the right days and within what is left for the rest of the trip."""
    around = int(brief.slots.get("days_around") or 0)
    fitting = _of_the_way_wished([one for one in offers if _on_time(one, wish, around)], wish)
    if brief.slots.get("direct") is True or brief.taste("flights.direct") is not None:
        fitting = [offer for offer in fitting if not offer.attributes.get("stops")] or fitting
    if brief.taste("flights.daytime") is not None:
        by_day = [one for one in fitting if not any(unsocial(one, which) for which in ("out", "back"))]
        fitting = by_day or fitting
    most = _left_for_the_way(wish)
    affordable = [offer for offer in fitting if most is None or for_all(offer, wish) <= most]
    wanted, met = of_the_price_named(affordable or fitting, brief)
    shown = _best_ways(wanted, wish, brief)
    if not shown:
        return Judged([], NOTHING)
    left_out = too_dear(len(fitting) - len(affordable)) if affordable != fitting else ""
    other_days = wish.exact and not any(_on_time(one.offer, wish) for one in shown)
    risks = [] if affordable else [_("Even the cheapest way takes more than the budget leaves for it.")]
    risks += [] if met else [_("Nothing costs what you named: these come closest.")]
    risks += [_("None of these leaves on the day that you named.")] if other_days else []
    if any(one.offer.attributes.get("estimate") is True for one in shown):
        risks.append(fares_told(wish.currency, brief.language))
    risks.append(_("Look fares up before you decide, and book early."))
    question = _("How to get from %(home)s to %(there)s?") % {
        "home": wish.origin.called if wish.origin else _("home"),
        "there": wish.cities[0].called,
    }
    taken = why_taken(shown, [for_all(one.offer, wish) for one in shown], wish.limit, wish.currency)
    return Judged(
        shown,
        SURE if affordable else UNSURE,
        ask=(len(shown) > 1 and not taken) or other_days,
        question=question,
        settled=taken,
        risks=risks,
        left_out=left_out if affordable else "",
    )


def too_dear(count: int) -> str:
    """That so many cost more than the budget leaves for them."""
    words = ngettext(
        "%(n)d would leave too little for the rest", "%(n)d would leave too little for the rest", count
    )
    return words % {"n": count}


def _on_time(offer: Offer, wish: TripWish, around: int = 0) -> bool:
    """For named days: leaving on the first of them, or at most so many days from it."""
    out = direction(offer, "out")
    if not out or not direction(offer, "back") or not leaves_time(offer):
        return False
    return not wish.exact or abs((day_of(out, "leaves") - wish.first).days) <= around


def _left_for_the_way(wish: TripWish) -> Decimal | None:
    """What the budget leaves for the way when the rest is as cheap as it gets."""
    if wish.limit is None:
        return None
    nights = 0 if wish.home else (wish.days - 1) * wish.people
    return wish.limit - in_dollars(LEAST_A_DAY * wish.days * wish.people + LEAST_A_NIGHT * nights, wish)


def in_dollars(amount: Decimal, wish: TripWish) -> Decimal:
    """An amount of US dollars in the currency of the plan."""
    return money.converted(amount, "USD", wish.currency) or amount


def for_all(offer: Offer, wish: TripWish) -> Decimal:
    """What it costs everybody."""
    return price_in(offer, wish.currency) * wish.people


def _best_ways(offers: list[Offer], wish: TripWish, brief: Brief) -> list[Scored]:
    """By what stops and bad hours make of the price; the cheapest is always among those shown."""
    costs = {offer.source_id: journey_cost(offer, wish, LEVELS[0]) for offer in offers}
    best = min(costs.values(), default=Decimal(1)) or Decimal(1)
    wished = by_wish(brief, lambda one: 0.0)
    ranked = sorted(offers, key=lambda one: (*wished(one), costs[one.source_id], one.source_id))
    shown = ranked[:MOST_SHOWN]
    cheapest = min(ranked, key=lambda one: price_in(one, wish.currency), default=None)
    if cheapest is not None and cheapest not in shown:
        shown[-1] = cheapest
    return [_scored_way(one, float(best / costs[one.source_id]), wish, brief) for one in shown]


def _scored_way(offer: Offer, share: float, wish: TripWish, brief: Brief) -> Scored:
    out, back = direction(offer, "out"), direction(offer, "back")
    price = money.rounded_in_words(for_all(offer, wish), wish.currency, brief.language)
    days = span_in_words(day_of(out, "leaves"), day_of(back, "leaves"), brief.language)
    leaves, arrives, comes_back = (
        clock(moment(way, name), brief.language)
        for way, name in ((out, "leaves"), (out, "arrives"), (back, "leaves"))
    )
    hours = _("out %(leaves)s – %(arrives)s, back %(back)s") % {
        "leaves": leaves,
        "arrives": arrives,
        "back": comes_back,
    }
    parts = {
        "price_match": Score(
            share, _("%(price)s for %(who)s") % {"price": price, "who": people_words(wish.people)}
        ),
        "timing": Score(1.0 - 0.3 * bool(offer.attributes.get("stops")), hours),
    }
    label = str(offer.attributes.get("label") or "")
    reasons = [value_words.titled(offer.category), days, value_words.in_words(label)]
    return Scored(offer, round(100 * share, 1), parts, [one for one in reasons if one], [])


def judge_between(offers: Sequence[Offer], wish: TripWish) -> Judged:
    """The train where it takes less than six hours, else the cheapest."""

    def order(offer: Offer) -> tuple[bool, Decimal, str]:
        quick = offer.kind == "train" and (wish.trains_first or _minutes(offer) <= LONG_BY_TRAIN)
        return (not quick, price_in(offer, wish.currency), offer.source_id)

    ranked = sorted((offer for offer in offers if direction(offer, "out")), key=order)
    return Judged([plain(offer, 100.0 - n) for n, offer in enumerate(ranked)], SURE if ranked else NOTHING)


def _of_the_way_wished(offers: list[Offer], wish: TripWish) -> list[Offer]:
    """Trains where they are wished for and any goes; else all but trains that nobody would take."""
    trains = [one for one in offers if one.kind == "train"] if wish.trains_first else []
    return trains or _without_long_trains(offers, wish)


def _without_long_trains(offers: list[Offer], wish: TripWish) -> list[Offer]:
    """Where one may fly as well, a train that takes very long stays only if it is cheaper than any flight."""
    flight = min((price_in(one, wish.currency) for one in offers if one.kind == "flight"), default=None)
    if flight is None:
        return offers
    return [
        one
        for one in offers
        if one.kind == "flight" or _minutes(one) <= LONG_BY_TRAIN or price_in(one, wish.currency) < flight
    ]


def _minutes(offer: Offer) -> int:
    """How long the longer of its ways takes."""
    ways = (direction(offer, which).get("minutes") for which in ("out", "back"))
    return max((int(one) for one in ways if isinstance(one, int)), default=0)


def plain(offer: Offer, score: float) -> Scored:
    """An option of which nothing counts but its rating."""
    rating = rated_words(offer.rating, _("no rating known"))
    part = Score(min(1.0, (offer.rating or 3.8) / 5), rating, known=offer.rating is not None)
    return Scored(offer, score, {"rating": part}, [], [])
