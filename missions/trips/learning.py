"""What the choices on a trip teach without words, and what its parts teach once they were rated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from django.utils.translation import gettext as _

from agency.reasoning import value_words
from agency.sources.base import Offer
from agency.sources.distance import distance_km
from missions.brief import Brief
from missions.plugins.base import Learning
from missions.plugins.complex import Done, part_key
from missions.trips import parts as p
from missions.trips import swaps
from missions.trips.ground import spot_of
from missions.trips.learned_there import AREA, PLACE, of_city, slug
from missions.trips.plan import TripPlan
from missions.trips.planner import unsocial
from missions.trips.turns import category_of
from missions.trips.wish import TripWish
from ownyou.lib.city_names import city_in_words


def learned_from(plan: TripPlan, brief: Brief, done: Done) -> list[Learning]:
    """Direct flights paid for, the area slept in, the pace and the kinds of sights asked for."""
    learnings = _flights(done)
    for key, found in done.items():
        if key.startswith(p.STAY) and found.chosen:
            learnings += _stay(found.chosen[0])
    if brief.slots.get("pace") in {"slow", "full"}:
        learnings.append(
            _like(
                "travel.pace",
                str(brief.slots["pace"]),
                _("You travel at a %(pace)s pace.") % {"pace": value_words.in_words(brief.slots["pace"])},
            )
        )
    if brief.slots.get("late_start") is True:
        learnings.append(_like("travel.late_start", True, _("You like late mornings on trips.")))
    put_out = {category_of(swap.what) for swap in swaps.from_slot(brief.slots.get(swaps.SLOT))}
    for name in (one for one in brief.slots.get("liked") or [] if one not in put_out):
        words = _("You asked for more on trips: %(what)s.") % {"what": value_words.in_words(name)}
        learnings += [_like(_interest(name), str(name), words), Learning(_too_many(name))]
    if any(day.outing for day in plan.days):
        learnings.append(_like(_interest("day trip"), "day trip", _("You like a day out of the city.")))
    return learnings


def _flights(done: Done) -> list[Learning]:
    """A direct flight chosen though one with a stop was cheaper."""
    found = done.get(p.FLIGHTS)
    if found is None or not found.chosen or found.chosen[0].kind != "flight":
        return []
    chosen = found.chosen[0]
    cheaper = any(
        other.attributes.get("stops")
        and other.price is not None
        and chosen.price is not None
        and other.price < chosen.price
        for other in found.offers
    )
    if chosen.attributes.get("stops") or not cheaper:
        return []
    return [_like(DIRECT, True, _("You fly direct, even when a stop is cheaper."))]


def _stay(offer: Offer) -> list[Learning]:
    area, city = str(offer.attributes.get("area") or ""), offer.place.city if offer.place else ""
    learnings = []
    if area and city:
        words = _("You chose to stay in %(area)s.") % {"area": f"{area}, {city_in_words(city)}"}
        learnings.append(_like(of_city(AREA, city, area), area, words))
    features = offer.attributes.get("features")
    if isinstance(features, list) and "near metro" in features:
        learnings.append(_like("travel.stay.near_metro", True, _("You chose a stay near the metro.")))
    return learnings


def _like(key: str, value: Any, sentence: str) -> Learning:
    return Learning(key, {"polarity": "like", "value": value}, sentence)


def _interest(kind: object) -> str:
    """Under which key it is kept that a kind of sight is liked."""
    return f"travel.interests.{slug(str(kind))}"


def _too_many(kind: object) -> str:
    """Under which key it is kept that there were too many of a kind of sight."""
    return f"travel.less.{slug(str(kind))}"


# Once it is over ------------------------------------------------------------------------------------------

LOW, HIGH = 2, 4
"""Stars up to which a part was a disappointment, and from which it was good."""

FAR_KM = 1.5
"""Kilometres from the middle of a city from which a stay lay far out."""

DIRECT, DAYTIME, CENTRAL = "travel.flights.direct", "travel.flights.daytime", "travel.stay.central"


def last_day_of(plan: TripPlan) -> date:
    """The last day of a plan."""
    return plan.days[-1].date


def learned_from_stars(
    plan: TripPlan, wish: TripWish, done: Done, stars: Mapping[str, int]
) -> list[Learning]:
    """What went well and what did not, by the keys of the parts: ways, stays, kinds of sights, tables.

    What they speak against is taken back: who liked a stay far out need not sleep near the centre. Parts that
    say opposite things of one (museums in Rome were good, in Milan not) teach nothing of it.
    """
    learnings: list[Learning] = []
    for key, given in stars.items():
        found = done.get(key)
        if found is None or not found.chosen or LOW < given < HIGH:
            continue
        start = next((start for start in _TEACH if key.startswith(start)), None)
        if start is not None:
            there = _there(key, start, plan, wish)
            learnings += _TEACH[start](found.chosen[0], *there, given >= HIGH)
    held, withdrawn = (
        {one.key for one in learnings if (one.value is None) is gone} for gone in (False, True)
    )
    return [one for one in learnings if one.key not in held & withdrawn]


def _there(key: str, coordinator: str, plan: TripPlan, wish: TripWish) -> tuple[TripPlan, TripWish]:
    """What of a plan and a wish is about the city of a part: stars for Rome say nothing about Florence."""
    city = next((one for one in wish.cities if key == part_key(coordinator, one.name)), None)
    if city is None or len(wish.cities) == 1:
        return plan, wish
    days = [day for day in plan.days if day.city == city.name]
    return plan.model_copy(update={"days": days}), replace(wish, cities=(city,))


def _way(offer: Offer, plan: TripPlan, wish: TripWish, good: bool) -> list[Learning]:
    """A way with a stop, or at hours that few like."""
    stops, early_or_late = offer.attributes.get("stops"), any(unsocial(offer, one) for one in ("out", "back"))
    if good:
        return [Learning(DIRECT)] * bool(stops) + [Learning(DAYTIME)] * early_or_late
    if stops:
        return [_like(DIRECT, True, _("Ways with a stop were no good: you go direct."))]
    if early_or_late:
        return [_like(DAYTIME, True, _("You travel by day, not early or late."))]
    return []


def _slept(offer: Offer, plan: TripPlan, wish: TripWish, good: bool) -> list[Learning]:
    """The place itself and its area; a stay far out that disappointed says that the next lies centrally."""
    area, place = str(offer.attributes.get("area") or ""), _place(offer, good)
    learnings = [place]
    city = next((one for one in wish.cities if offer.place and one.name == offer.place.city), wish.cities[0])
    if area:
        words = _("You liked staying in %(area)s.") if good else _("You would not stay in %(area)s again.")
        words %= {"area": f"{area}, {city.called}"}
        learnings.append(_felt(of_city(AREA, city.name, area), area, words, good))
    spot = spot_of(offer)
    if spot is not None and distance_km(city.at, (spot.lat, spot.lon)) > FAR_KM:
        central = _like(CENTRAL, True, _("You want to stay near the centre."))
        learnings.append(Learning(CENTRAL) if good else central)
    return learnings


def _seen(offer: Offer, plan: TripPlan, wish: TripWish, good: bool) -> list[Learning]:
    """The kind of sight of which the plan had most."""
    kinds = Counter(item.category for day in plan.days for item in day.items if item.kind == "sight")
    return _kind_of_visit(kinds, good)


def _done_there(offer: Offer, plan: TripPlan, wish: TripWish, good: bool) -> list[Learning]:
    """The kind of activity of which the plan had most."""
    kinds = Counter(
        item.category for day in plan.days for item in day.items if item.kind in {"activity", "event"}
    )
    return _kind_of_visit(kinds, good)


def _kind_of_visit(kinds: Counter[str], good: bool) -> list[Learning]:
    most = min(kinds, key=lambda one: (-kinds[one], one), default="")
    if not most:
        return []
    named = value_words.in_words(most)
    if good:
        words = _("On trips you like: %(what)s.") % {"what": named}
        return [_like(_interest(most), most, words), Learning(_too_many(most))]
    words = _("On trips you want fewer of: %(what)s.") % {"what": named}
    return [_felt(_too_many(most), most, words, False), Learning(_interest(most))]


def _eaten(offer: Offer, plan: TripPlan, wish: TripWish, good: bool) -> list[Learning]:
    """Tables that disappointed: better rated ones count for more than near ones."""
    if good:
        return []
    return [_like("travel.restaurants.rated", True, _("On trips you want better rated restaurants."))]


def _out_of_town(offer: Offer, plan: TripPlan, wish: TripWish, good: bool) -> list[Learning]:
    if good:
        return [_like(_interest("day trip"), "day trip", _("You like a day out of the city."))]
    return [_place(offer, good)]


def _place(offer: Offer, good: bool) -> Learning:
    words = _("You would go to %(title)s again.") if good else _("You would not go to %(title)s again.")
    city = offer.place.city if offer.place else ""
    return _felt(of_city(PLACE, city, offer.title), offer.title, words % {"title": offer.title}, good)


def _felt(key: str, value: Any, sentence: str, good: bool) -> Learning:
    return Learning(key, {"polarity": "like" if good else "dislike", "value": value}, sentence)


_TEACH: dict[str, Callable[[Offer, TripPlan, TripWish, bool], list[Learning]]] = {
    p.FLIGHTS: _way,
    p.TRAINS: _way,
    p.STAY: _slept,
    p.SIGHTS: _seen,
    p.ACTIVITIES: _done_there,
    p.RESTAURANTS: _eaten,
    p.DAY_TRIPS: _out_of_town,
}
