"""From the parts that are settled to a plan."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _

from agency.sources.base import Offer
from missions.plugins.complex import Done
from missions.plugins.complex import Found as Settled
from missions.trips import parts as p
from missions.trips.day_wishes import not_on_their_day
from missions.trips.elsewhere import to_look_up
from missions.trips.ground import Found, day_of, direction
from missions.trips.nearest import affordable, plan_or_nearest
from missions.trips.plan import TripPlan
from missions.trips.searching import settled
from missions.trips.wish import TripWish
from missions.when import day_in_words

type Pick = Callable[[Settled], list[Offer]]


def plan_from(wish: TripWish, done: Done, version: int, cut: list[str]) -> TripPlan:
    """The plan of what was chosen; where that is over the budget, of what else was found, which is said.

    `cut`: what of the wish was cut before the parts were settled, in words.
    """
    dated = _with_day_trips(settled(wish, done), done)
    chosen = ground_of(dated, done, stays=_chosen, ways=_chosen)
    plan = plan_or_nearest(dated, chosen)
    if plan.misfits and dated.limit is not None and not affordable(dated, chosen):
        plan = _with_other_offers(dated, done, plan)
    plan.version, plan.look_up = version, to_look_up(dated, done)
    plan.misfits = [
        *cut,
        *_on_other_days(wish, chosen),
        *_not_found(dated, done),
        *not_on_their_day(plan, dated),
        *plan.misfits,
    ]
    return plan


def _on_other_days(wish: TripWish, chosen: Found) -> list[str]:
    """That the way which was chosen leaves on another day than the one that was named."""
    left = {day_of(direction(one, "out"), "leaves") for one in chosen.journeys[:1]}
    return [
        _("You leave on %(day)s instead of %(wanted)s, as you chose.")
        % {"day": day_in_words(day, wish.language), "wanted": day_in_words(wish.first, wish.language)}
        for day in left
        if wish.exact and day != wish.first
    ]


def _not_found(wish: TripWish, done: Done) -> list[str]:
    """Where nothing to see is known, and which source could not be asked."""
    said = []
    for city in wish.cities:
        found = done.get(p.key_in(p.SIGHTS, city, wish))
        if found is None or found.chosen:
            continue
        words = _("Nothing to see is known in %(city)s, so its days are left free.") % {"city": city.called}
        unreachable = found.facts.get("unreachable")
        reasons = [str(one) for one in unreachable if one] if isinstance(unreachable, list) else []
        said.append(" ".join([words, *reasons]))
    return said


def _chosen(found: Settled) -> list[Offer]:
    return found.chosen


def _offers(found: Settled) -> list[Offer]:
    return found.chosen + [offer for offer in found.offers if offer not in found.chosen]


def _with_other_offers(wish: TripWish, done: Done, plan: TripPlan) -> TripPlan:
    """All the days within the budget with another stay, or another way as well; else `plan`, the nearest with
    what was chosen, where that fits as many days; else with other offers, or the cheapest of all."""
    others = []
    for ways, said in (
        (_chosen, _("another place to stay")),
        (_offers, _("another way and another place to stay")),
    ):
        ground = ground_of(wish, done, stays=_offers, ways=ways)
        other = plan_or_nearest(wish, ground)
        other.misfits.insert(
            0,
            _("What you chose is more than the budget allows; this is the plan with %(other)s.")
            % {"other": said},
        )
        if affordable(wish, ground):
            return other
        others.append(other)
    fitting = [one for one in (plan, *others) if one.budget.needed is None]
    return (
        max(fitting, key=lambda one: len(one.days))
        if fitting
        else min([plan, *others], key=lambda one: one.budget.total)
    )


def ground_of(wish: TripWish, done: Done, *, stays: Pick, ways: Pick) -> Found:
    """What was found, by city, from the parts."""

    def of(key: str, pick: Pick) -> list[Offer]:
        found = done.get(key)
        return pick(found) if found is not None else []

    def each(key: str, pick: Pick) -> dict[str, list[Offer]]:
        return {city.name: of(p.key_in(key, city, wish), pick) for city in wish.cities}

    sights = each(p.SIGHTS, _chosen)
    trips = of(p.DAY_TRIPS, _chosen)
    if trips:
        first = wish.cities[0].name
        sights[first] = trips + [
            one for one in sights[first] if one.source_id not in {t.source_id for t in trips}
        ]
    return Found(
        journeys=of(p.FLIGHTS, ways) + of(p.TRAINS, ways),
        between={pair: of(key, ways) for pair, key in _ways_between(wish).items()},
        stays=each(p.STAY, stays),
        sights=sights,
        activities=each(p.ACTIVITIES, _chosen),
        restaurants=each(p.RESTAURANTS, _chosen),
    )


def _ways_between(wish: TripWish) -> dict[tuple[str, str], str]:
    return {(here.name, there.name): p.between_key(there) for here, there in p.pairs(wish)}


def _with_day_trips(wish: TripWish, done: Done) -> TripWish:
    """The day trips that were chosen are wanted by name."""
    found = done.get(p.DAY_TRIPS)
    names = tuple(offer.title for offer in found.chosen) if found is not None else ()
    return wish.with_(wanted=(*wish.wanted, *names)) if names else wish
