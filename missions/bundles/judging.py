"""What a coordinator makes of the offers for one thing of a bundle: what fits, within its share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.sources.base import Offer
from missions import money
from missions.brief import Brief
from missions.bundles.fitting import how_it_fits
from missions.bundles.kinds import LEAST
from missions.bundles.plan import Wanted, cost_of
from missions.bundles.reading import Thing
from missions.plugins.base import MissionType
from missions.plugins.complex import Done, Judged, Part
from missions.scoring import Scored
from missions.trips.premortem import of_prices
from missions.trips.settling import why_taken

MOST_SHOWN = 5
SURE, UNSURE, NOTHING = 0.85, 0.72, 0.0
BEYOND = 2
"""How many are shown where even the cheapest takes more than the budget leaves."""


@dataclass(frozen=True, slots=True)
class Room:
    """What one part may cost: `share` of what is left by right, `most` when the others take the least."""

    share: Decimal | None = None
    most: Decimal | None = None


def least_of(thing: Thing, currency: str) -> Decimal:
    """What a thing takes at least, kept back for it until it is chosen."""
    least = (thing.kind.least if thing.kind else LEAST) * thing.count
    return money.converted(least, "USD", currency) or least


def room_for(key: str, wanted: Wanted, done: Done) -> Room:
    """What is left for a part: after the first, by shares as usual prices have them; so no two overspend."""
    if wanted.limit is None:
        return Room()
    least = {other: least_of(thing, wanted.currency) for other, thing in wanted.things.items()}
    if key == wanted.first:
        most = wanted.limit - sum((cost for other, cost in least.items() if other != key), Decimal(0))
        return Room(most, most)
    first = done.get(wanted.first)
    count = wanted.things[wanted.first].count
    spent = (
        cost_of(first.chosen[0], wanted.currency, count) if first and first.chosen else least[wanted.first]
    )
    left = max(Decimal(0), wanted.limit - spent)
    rest = {other: cost for other, cost in least.items() if other != wanted.first}
    share = left * rest[key] / sum(rest.values())
    return Room(share, left - sum((cost for other, cost in rest.items() if other != key), Decimal(0)))


def judge_thing(
    kind: MissionType, part: Part, offers: Sequence[Offer], brief: Brief, wanted: Wanted, done: Done
) -> Judged:
    """What fits the first thing, is in stock and within the room; the person chooses among several."""
    thing = wanted.things[part.key]
    found = done.get(wanted.first)
    first = found.chosen[0] if found and found.chosen and part.key != wanted.first else None
    scene = kind.scene(brief)
    fits = {one.source_id: how_it_fits(one, first) for one in offers}
    wrong = [one for one in offers if fits[one.source_id].ok is False]
    kept = [
        one
        for one in offers
        if one not in wrong and not kind.check(one, scene).drop and one.price is not None
    ]
    ranked = _each_once(kind.rank(_in_own_currency(kept, brief.currency), scene))
    costs = {one.offer.source_id: cost_of(one.offer, wanted.currency, thing.count) for one in ranked}
    room = room_for(part.key, wanted, done)
    within = _within(ranked, costs, room)
    shown = within or sorted(ranked, key=lambda one: costs[one.offer.source_id])[:BEYOND]
    options = [
        _told(one, fits[one.offer.source_id].ok, fits[one.offer.source_id].words, thing) for one in shown
    ]
    options.sort(key=lambda one: one.unknowns)
    if not options:
        return Judged([], NOTHING, left_out=_left_out(len(wrong), 0))
    shown_costs = [costs[one.offer.source_id] for one in options[:MOST_SHOWN]]
    taken = why_taken(options, shown_costs, wanted.limit, wanted.currency)
    return Judged(
        options[:MOST_SHOWN],
        SURE if within else UNSURE,
        ask=len(options) > 1 and not taken,
        settled=taken,
        question=_("%(what)s: which one?") % {"what": part.title},
        risks=[*_risks(bool(within), options[0]), *of_prices([one.offer for one in options], brief)],
        left_out=_left_out(len(wrong), len(ranked) - len(shown) if within else 0),
    )


def _in_own_currency(offers: list[Offer], currency: str) -> list[Offer]:
    """Those of shops that sell in the person's currency, where there are any: the others are abroad."""
    return [one for one in offers if one.currency == currency] or offers


def _each_once(ranked: list[Scored]) -> list[Scored]:
    """Each product once, at the shop that ranks best."""
    seen: dict[str, Scored] = {}
    for one in ranked:
        key = one.offer.attributes.get("product_key")
        seen.setdefault(key if isinstance(key, str) else one.offer.title, one)
    return list(seen.values())


def _within(ranked: list[Scored], costs: dict[str, Decimal], room: Room) -> list[Scored]:
    if room.share is None or room.most is None:
        return ranked
    fair = [one for one in ranked if costs[one.offer.source_id] <= room.share]
    return fair or [one for one in ranked if costs[one.offer.source_id] <= room.most]


def _told(one: Scored, fits: bool | None, words: list[str], thing: Thing) -> Scored:
    """An option with how it fits among its reasons; what cannot be told counts as not checked."""
    if fits:
        return replace(one, reasons=[*words, *one.reasons])
    if thing.kind is None or not thing.kind.fits:
        return one
    if fits is False:
        return replace(one, unmet=[*one.unmet, *words])
    return replace(one, misses=[*one.misses, *(words or [_("whether it fits is not known")])])


def _risks(within: bool, best: Scored) -> list[str]:
    risks = [] if within else [_("Even the cheapest takes more than the budget leaves for it.")]
    if best.offer.attributes.get("trusted") is False:
        risks.append(_("The cheapest shop is not one that is known to be reliable."))
    return risks


def _left_out(wrong: int, dear: int) -> str:
    said = []
    if wrong:
        said.append(ngettext("%(n)d does not fit", "%(n)d do not fit", wrong) % {"n": wrong})
    if dear:
        words = ngettext(
            "%(n)d would leave too little for the rest", "%(n)d would leave too little for the rest", dear
        )
        said.append(words % {"n": dear})
    return ", ".join(said)
