"""What people say about the options of one part of a trip, and what of it an offer meets.

"Cheaper", "closer" and "not a hostel" are read by the common rules; hours, kinds of stays and prices here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from agency.reasoning import value_words
from agency.reasoning.skills.refinement import Refinement
from agency.sources.base import Offer
from missions import money
from missions.brief import Brief
from missions.plugins.complex import Part
from missions.trips import parts as p
from missions.trips.ground import direction, moment, price_in
from missions.trips.spending import of_nothing
from missions.trips.turns import as_slots, read_turn
from missions.trips.words import OWN_WAY, flies
from ownyou.lib.text import key_of

STAYS = {
    "hotel": r"hotels?|hôtels?",
    "apartment": r"apartments?|flats?|appartements?|ferienwohnung(?:en)?|wohnung(?:en)?",
    "hostel": r"hostels?|dorms?|auberges? de jeunesse|jugendherbergen?",
    "guesthouse": r"guest ?houses?|b ?& ?b|bed and breakfasts?|pension(?:en)?|chambres? d['’]hôtes?",
}
_STAYS = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in STAYS.items()}
_DENIED = re.compile(
    r"\b(?:not?|no|without|rather not|kein\w*|nicht|ohne|pas|sans)\s+(?:\w+\s+){0,2}(?:d['’])?$",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\b(?:later|not so early|too early|no early|not (?:that|too|so) early|afternoon|evening"
    r"|später|zu früh|nicht so früh|nachmittags?|abends?|plus tard|trop tôt|pas si tôt|après-midi|le soir)\b",
    re.IGNORECASE,
)
_BETTER = re.compile(r"\b(?:better|nicer|besser\w*|schöner\w*|meilleure?s?)\b", re.IGNORECASE)
_EARLIER = re.compile(
    r"\b(?:earlier|too late|not so late|in the morning|früher|zu spät|morgens|vormittags"
    r"|plus tôt|trop tard|le matin)\b",
    re.IGNORECASE,
)
_HOME = re.compile(r"\b(?:home|back|return\w*|rück\w*|zurück\w*|heim\w*|retour|inbound)\b", re.IGNORECASE)
WAYS = {p.FLIGHTS, p.TRAINS}


def refined_part(
    part: Part, words: str, refinement: Refinement, brief: Brief
) -> tuple[Brief, list[str]] | None:
    """The brief of a part with its own words taken in, and what changed; None: they say nothing of it."""
    slots, said = dict(brief.slots), list[str]()
    adjustments = brief.adjustments
    limit = named_price(refinement, brief)
    if limit is not None:
        adjustments = adjustments.model_copy(update={"max_price": limit})
        said.append(
            _("at most %(amount)s") % {"amount": money.in_words(limit, brief.currency, brief.language)}
        )
    turn = read_turn(words)
    if part.coordinator in WAYS:
        if by := flies(words):
            slots["fly"] = by
            said.append(ways_in_words(by))
        if turn.direct:
            slots["direct"] = True
            said.append(_("direct only"))
        if hours := "later" if _LATER.search(words) else "earlier" if _EARLIER.search(words) else "":
            home = _HOME.search(words) is not None
            slots["leaves_back" if home else "leaves"] = hours
            said.append(_hours_in_words(hours, home=home))
    elif part.coordinator == p.STAY:
        wanted, ruled_out = stays_named(words)
        if wanted or ruled_out:
            slots["stay_kinds"], slots["no_stay_kinds"] = wanted, ruled_out
            said += [_("not: %(kind)s") % {"kind": value_words.in_words(one)} for one in ruled_out]
            said += [_("only: %(kind)s") % {"kind": value_words.in_words(one)} for one in wanted]
    elif part.coordinator in {p.RESTAURANTS, p.ACTIVITIES, p.SIGHTS}:
        if _BETTER.search(words) and adjustments.sort != "rating":
            adjustments = adjustments.model_copy(update={"sort": "rating"})
            said.append(_("better rated"))
    elif part.coordinator == p.DAY_TRIPS and not turn.empty:
        slots = as_slots(turn, slots)
        said += [_("more: %(kind)s") % {"kind": value_words.in_words(one)} for one in turn.more]
        said += [
            _("without %(name)s") % {"name": value_words.in_words(one)}
            for one in (*turn.excluded, *turn.avoided, *turn.fewer)
        ]
    return (brief.model_copy(update={"slots": slots, "adjustments": adjustments}), said) if said else None


def _hours_in_words(hours: str, *, home: bool) -> str:
    if home:
        return _("leaving for home later") if hours == "later" else _("leaving for home earlier")
    return _("leaving later") if hours == "later" else _("leaving earlier")


def ways_in_words(by: str) -> str:
    """What is taken, by what was said of flying."""
    said = {"no": _("by train, no flights"), "yes": _("flights"), OWN_WAY: _("you get there on your own")}
    return said.get(by) or _("by train, by air where none goes")


def own_way(brief: Brief) -> list[str]:
    """That a plan holds no way there, where they see to it."""
    if brief.slots.get("fly") != OWN_WAY:
        return []
    return [_("You get there and back on your own: the plan counts neither the time nor the cost.")]


def for_nothing(brief: Brief) -> list[str]:
    """That nothing can be had for the budget that was named."""
    if not of_nothing(brief.slots):
        return []
    return [_("No trip can be had for nothing: this one is as cheap as possible, without a limit.")]


def suggested_of(coordinator: str) -> list[str]:
    """What may be said about the options of a part, in words that are understood."""
    if coordinator in WAYS:
        return [_other_way(coordinator), _("leave later"), _("cheaper"), _("direct only")]
    if coordinator == p.STAY:
        return [_("cheaper"), _("closer to the centre"), _("better rated"), _("not a hostel")]
    return [_("more gardens"), _("no palaces")] if coordinator == p.DAY_TRIPS else []


def suggested_of_none(coordinator: str) -> list[str]:
    """What may be said where nothing was found for a part."""
    if coordinator in WAYS:
        return [_other_way(coordinator), _("two days later")]
    return [_("further away is fine")] if coordinator in {p.STAY, p.RESTAURANTS} else []


def _other_way(coordinator: str) -> str:
    return _("by plane is fine too") if coordinator == p.TRAINS else _("by train")


def stays_named(words: str) -> tuple[list[str], list[str]]:
    """The kinds of stays that are wanted, and those that are ruled out."""
    wanted: list[str] = []
    ruled_out: list[str] = []
    for name, pattern in _STAYS.items():
        if (match := pattern.search(words)) is not None:
            (ruled_out if _DENIED.search(words[: match.start()]) else wanted).append(name)
    return wanted, ruled_out


def named_price(refinement: Refinement, brief: Brief) -> Decimal | None:
    """The most that one part may cost, as its words say it, in the person's currency."""
    said = refinement.slots.get("budget")
    if not isinstance(said, dict) or said.get("amount") is None or said.get("bound") == "min":
        return None
    return money.limit_converted(
        Decimal(str(said["amount"])), said.get("currency") or brief.currency, brief.currency
    )


def of_the_kind_wanted(offers: Sequence[Offer], brief: Brief) -> list[Offer]:
    """The stays of the kinds that were named, and none of those ruled out, by kind or by name."""
    wanted = {key_of(one) for one in brief.slots.get("stay_kinds") or []}
    gone = {key_of(one) for one in brief.slots.get("no_stay_kinds") or []}
    gone |= {key_of(one) for one in (*brief.adjustments.exclude, *brief.adjustments.exclude_titles)}
    kept = [one for one in offers if not gone & {key_of(one.title), key_of(one.category)}]
    return [one for one in kept if not wanted or key_of(one.category) in wanted]


def of_the_price_named(offers: Sequence[Offer], brief: Brief) -> tuple[list[Offer], bool]:
    """The offers between the prices that were named; the nearest, and False, where there is none."""
    least, most = brief.adjustments.min_price, brief.adjustments.max_price
    kept = [
        one
        for one in offers
        if (most is None or price_in(one, brief.currency) <= most)
        and (least is None or price_in(one, brief.currency) >= least)
    ]
    if kept or not offers:
        return kept, True
    return sorted(offers, key=lambda one: price_in(one, brief.currency), reverse=most is None)[:2], False


def _hour(offer: Offer, which: str, wanted: str) -> float:
    at = moment(direction(offer, which), "leaves")
    minutes = float(at.hour * 60 + at.minute)
    return -minutes if wanted == "later" else minutes


def by_wish(brief: Brief, km: Callable[[Offer], float]) -> Callable[[Offer], tuple[float, ...]]:
    """The order that was asked for in words, before the score: price, distance, rating, hours."""

    def order(offer: Offer) -> tuple[float, ...]:
        price, sort = float(price_in(offer, brief.currency)), brief.adjustments.sort
        first = {"price": price, "distance": km(offer), "rating": -(offer.rating or 0)}.get(sort or "", 0.0)
        hours = [
            _hour(offer, which, str(brief.slots[said]))
            for which, said in (("out", "leaves"), ("back", "leaves_back"))
            if brief.slots.get(said)
        ]
        return (*hours, first)

    return order
