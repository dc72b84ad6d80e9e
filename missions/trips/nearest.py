"""The best plan that keeps every constraint; where the wish cannot be kept, the nearest one, and why."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.sources.base import Offer
from missions import money
from missions.raising import rounded_up
from missions.trips.checks import broken, check_plan
from missions.trips.frame import cities_by_day
from missions.trips.ground import (
    LEAST_STAY,
    Found,
    direction,
    has_rooms,
    leaves_time,
    moment,
    names,
    visits_of,
)
from missions.trips.plan import TripPlan
from missions.trips.planner import FROM_SHOPS, LEVELS, Thrift, levels_for, plan_trip
from missions.trips.searching import ways_estimated
from missions.trips.swapping import swapped
from missions.trips.wish import MOST_CITIES, MOST_DAYS, MOST_PEOPLE, TripWish
from missions.trips.wording import listed, people_words
from ownyou.lib.text import key_of

FEWEST_DAYS = 2


def plan_or_nearest(wish: TripWish, found: Found) -> TripPlan:
    """A plan that passes every hard check, with the checks; `misfits` says what of the wish does not fit.

    Where no plan keeps to the limit, not of the fewest days either, it is the cheapest one of all the days:
    the limit stays as the person said it, and the check of the budget says that it is not kept.
    """
    found = replace(found, journeys=[one for one in found.journeys if leaves_time(one)])
    found = replace(found, between=_in_time(wish, found))
    fitted, misfits = _within_reason(wish, found)
    found = _ground_for(fitted, found, wish)
    plan = _cheap_enough(fitted, found)
    if plan is None:
        plan, fitted, more = _nearest_to_budget(fitted, found)
        misfits += more
    misfits += [*swapped(plan, fitted, found), *_left_out(plan, wish, found)]
    plan.misfits = misfits
    plan.checks = check_plan(plan, fitted)
    return plan


def _in_time(wish: TripWish, found: Found) -> dict[tuple[str, str], list[Offer]]:
    """The ways between cities that leave after one has come there and seen something of it; none at all where
    all that are known leave before."""
    goes_out = wish.origin is not None and not wish.home
    came = [moment(direction(one, "out"), "arrives") for one in found.journeys] if goes_out else []
    kept = dict(found.between)
    for here, there in zip(wish.cities, wish.cities[1:], strict=False):
        known = kept.pop((here.name, there.name), [])
        ways = [way for way in known if _leaves_after(way, came)]
        if known:
            kept[here.name, there.name] = ways
        came = [moment(direction(way, "out"), "arrives") for way in ways]
    return kept


def _leaves_after(way: Offer, came: list[datetime]) -> bool:
    return not came or moment(direction(way, "out"), "leaves") - max(came) >= LEAST_STAY


def affordable(wish: TripWish, found: Found) -> bool:
    """Whether some plan of what was found keeps to the limit."""
    found = replace(found, between=_in_time(wish, found))
    fitted = _within_reason(wish, found)[0]
    return _cheap_enough(fitted, _ground_for(fitted, found, wish)) is not None


def _cheap_enough(wish: TripWish, found: Found) -> TripPlan | None:
    """The most comfortable plan within the limit."""
    levels = levels_for(wish)
    comfortable = plan_trip(wish, found, levels[0])
    if wish.limit is None or comfortable.budget.total <= wish.limit:
        return comfortable
    cheapest = plan_trip(wish, found, levels[-1])
    if cheapest.budget.total > wish.limit:
        return None
    between = (plan_trip(wish, found, thrift) for thrift in levels[1:-1])
    return next((plan for plan in between if plan.budget.total <= wish.limit), cheapest)


# What cannot be, whatever it costs ------------------------------------------------------------------------


def trimmed(wish: TripWish) -> tuple[TripWish, list[str]]:
    """The wish with as few days, cities and people as can be planned, and what was cut in words."""
    misfits: list[str] = []
    if wish.days > MOST_DAYS:
        misfits.append(
            _("%(days)d days are more than can be planned well; these are the first %(most)d.")
            % {"days": wish.days, "most": MOST_DAYS}
        )
        wish = wish.with_(days=MOST_DAYS)
    if wish.people > MOST_PEOPLE:
        misfits.append(
            _("%(people)d people are more than one plan can hold; this one is for %(most)d.")
            % {"people": wish.people, "most": MOST_PEOPLE}
        )
        wish = wish.with_(people=MOST_PEOPLE)
    if len(wish.cities) > MOST_CITIES:
        kept = wish.cities[:MOST_CITIES]
        misfits.append(
            _("%(n)d cities are more than one plan can hold; this one is for %(cities)s.")
            % {"n": len(wish.cities), "cities": _names(kept)}
        )
        wish = wish.with_(cities=kept)
    nights = max(1, wish.days - 1)
    if len(wish.cities) > nights:
        kept = wish.cities[:nights]
        misfits.append(
            _("%(n)d cities need more than %(days)d days; this is for %(cities)s.")
            % {"n": len(wish.cities), "days": wish.days, "cities": _names(kept)}
        )
        wish = wish.with_(cities=kept)
    return wish, misfits


def _within_reason(wish: TripWish, found: Found) -> tuple[TripWish, list[str]]:
    """The wish as far as it can be planned with what was found, and what was cut in words."""
    return _reachable(*trimmed(wish), found)


def _reachable(wish: TripWish, misfits: list[str], found: Found) -> tuple[TripWish, list[str]]:
    if wish.origin is not None and not wish.home and not found.journeys:
        words = _(
            "No way from %(home)s to %(there)s is known that leaves time there; getting there is left to you."
        )
        misfits.append(words % {"home": wish.origin.called, "there": wish.cities[0].called})
        wish = wish.with_(origin=None)
    for here, there in zip(wish.cities, wish.cities[1:], strict=False):
        if not found.between.get((here.name, there.name)):
            known = _("No way from %(here)s to %(there)s is known; the plan stays in %(here)s.")
            in_time = _("No way from %(here)s to %(there)s leaves time there; the plan stays in %(here)s.")
            said = in_time if (here.name, there.name) in found.between else known
            misfits.append(said % {"here": here.called, "there": there.called})
            wish = wish.with_(cities=wish.cities[: wish.cities.index(there)])
            break
    for city in wish.cities:
        if (
            not wish.home
            and wish.days > 1
            and not any(has_rooms(o, wish.people) for o in found.stays.get(city.name, []))
        ):
            misfits.append(
                _("No place for %(people)d to sleep is known in %(city)s; a bed is left to you.")
                % {"people": wish.people, "city": city.called}
            )
            wish = wish.with_(bedless=wish.bedless | {city.name})
    return wish, misfits


def _names(cities: tuple[object, ...]) -> str:
    return listed([str(getattr(city, "called", city)) for city in cities])


# A budget that is too low ---------------------------------------------------------------------------------


def _nearest_to_budget(wish: TripWish, found: Found) -> tuple[TripPlan, TripWish, list[str]]:
    """The most of the wish that keeps to the limit and every other check, else the cheapest plan there is."""
    limit = wish.limit or Decimal(0)
    cheapest = plan_trip(wish, found, FROM_SHOPS)
    words = {"limit": _amount(limit, wish), "what": _what(wish), "costs": _costs(cheapest, wish)}
    short = _("%(limit)s does not cover %(what)s: the cheapest plan costs %(costs)s.") % words
    if cheapest.budget.total <= limit:
        dearer = {**words, "costs": _costs(plan_trip(wish, found, LEVELS[-1]), wish)}
        short = _("%(limit)s does not cover %(what)s: with simple meals it costs %(costs)s.") % dearer
    too_dear: list[TripPlan] = []
    for less, ground in _smaller(wish, found):
        for thrift in (LEVELS[-1], FROM_SHOPS):
            least = plan_trip(less, ground, thrift)
            if broken(check_plan(least, less)[1:]):
                continue
            if least.budget.total <= limit:
                plan = _cheap_enough(less, ground)
                kept = plan is not None and not broken(check_plan(plan, less))
                shown = plan if plan is not None and kept else least
                return shown, less, [" ".join([short, *_it_can_be(less, wish, thrift)])]
            too_dear.append(least)
    smallest = min(too_dear, key=lambda plan: plan.budget.total, default=None)
    cheapest.budget.settle(smallest.budget.total if smallest is not None else None)
    return cheapest, wish, [f"{short} {_even(smallest, wish)}"]


def _smaller(wish: TripWish, found: Found) -> Iterator[tuple[TripWish, Found]]:
    """The wish itself, without what was named to see and the day trips, then with one day less each time,
    down to the fewest there can be, then with fewer of its cities; with what was found for it."""
    yield wish, found
    fewest = len(wish.cities) if wish.home else 1
    for count in range(len(wish.cities), fewest - 1, -1):
        some = wish.with_(cities=wish.cities[:count])
        for days in range(wish.days, _fewest_days(some) - 1, -1):
            fewer = some.with_(days=days, day_trips=min(wish.day_trips, max(0, days - 3)))
            ground = _ground_for(fewer, found, wish)
            bare = fewer.with_(day_trips=0, wanted=())
            if fewer != wish:
                yield fewer, ground
            if bare != fewer:
                yield bare, ground


def _fewest_days(wish: TripWish) -> int:
    """A day out where nobody has to travel far for it, else a night in each city."""
    if len(wish.cities) > 1:
        return len(wish.cities) + 1
    return 1 if wish.home or wish.origin is None else FEWEST_DAYS


def _it_can_be(less: TripWish, wish: TripWish, thrift: Thrift) -> list[str]:
    """What fits, in sentences."""
    days = ngettext("%(n)d day", "%(n)d days", less.days) % {"n": less.days}
    words = {"limit": _amount(wish.limit or Decimal(0), wish), "days": days, "cities": _names(less.cities)}
    if less.cities != wish.cities:
        said = _("%(limit)s is enough for %(days)s in %(cities)s: that is this plan.")
    elif less.wanted != wish.wanted or (less.days == wish.days and less.day_trips != wish.day_trips):
        said = _("%(limit)s is enough for %(days)s, without all that you named: that is this plan.")
    else:
        said = _("%(limit)s is enough for %(days)s: that is this plan.")
    return [said % words, *([_("All its meals are bought in shops.")] if thrift.from_shops else [])]


def _even(smallest: TripPlan | None, wish: TripWish) -> str:
    """That the smallest does not fit either, where something smaller can be planned at all."""
    if smallest is None:
        return _("This is that plan.")
    count = len(smallest.days)
    said = ngettext(
        "This is that plan; even %(n)d day would take %(costs)s.",
        "This is that plan; even %(n)d days would take %(costs)s.",
        count,
    )
    return said % {"n": count, "costs": _costs(smallest, wish)}


def _ground_for(fewer: TripWish, found: Found, wish: TripWish) -> Found:
    """What was found, for a trip of fewer days or cities.

    One that ends in another city comes back from there: by estimates, since no source was asked for that.
    """
    same = (fewer.days, fewer.cities) == (wish.days, wish.cities)
    ground = found if same else _shortened(found, fewer, wish)
    if fewer.origin is None or fewer.cities[-1] == wish.cities[-1]:
        return ground
    return replace(ground, journeys=[one for one in ways_estimated(fewer) if leaves_time(one)])


def _shortened(found: Found, fewer: TripWish, wish: TripWish) -> Found:
    """What was found, with estimated ways back and between the cities moved to their earlier days."""
    early = timedelta(days=wish.days - fewer.days)
    moved = [one for journey in found.journeys if (one := _earlier(journey, "back", early)) is not None]
    return replace(
        found,
        journeys=[one for one in moved if leaves_time(one)],
        between={pair: _between_earlier(ways, pair[1], fewer, wish) for pair, ways in found.between.items()},
    )


def _between_earlier(ways: list[Offer], to: str, fewer: TripWish, wish: TripWish) -> list[Offer]:
    """The ways to a city, on the day on which the shorter trip comes to it."""
    before, after = (
        next((n for n, city in enumerate(cities_by_day(one)) if city.name == to), 0) for one in (wish, fewer)
    )
    moved = (_earlier(way, "out", timedelta(days=before - after)) for way in ways)
    return [one for one in moved if one is not None]


def _earlier(offer: Offer, which: str, early: timedelta) -> Offer | None:
    """An estimate does not depend on the very day; an offer that can be booked does."""
    way = direction(offer, which)
    if not way or not early:
        return offer
    if offer.attributes.get("estimate") is not True:
        return None
    moved = {name: f"{moment(way, name) - early:%Y-%m-%dT%H:%M}" for name in ("leaves", "arrives")}
    return offer.model_copy(update={"attributes": {**offer.attributes, which: {**way, **moved}}})


def _what(wish: TripWish) -> str:
    days = ngettext("%(n)d day", "%(n)d days", wish.days) % {"n": wish.days}
    words = {"days": days, "cities": _names(wish.cities), "people": people_words(wish.people)}
    return _("%(days)s in %(cities)s for %(people)s") % words


def _costs(plan: TripPlan, wish: TripWish) -> str:
    return _amount(rounded_up(plan.budget.total), wish)


def _amount(amount: Decimal, wish: TripWish) -> str:
    return money.in_words(amount, wish.currency, wish.language)


# What was wished for and is not in the plan -----------------------------------------------------------------


def _left_out(plan: TripPlan, wish: TripWish, found: Found) -> list[str]:
    """Sights that were named, day trips and diets that the plan could not keep."""
    planned = {key_of(item.name) for day in plan.days for item in day.items}
    said = []
    for visits in (visits_of(offers, "sight", wish.currency) for offers in found.sights.values()):
        said += [
            _("%(name)s is closed on the days there, or does not fit in.") % {"name": visit.name}
            for visit in visits
            if names(visit, wish.wanted) and visit.key not in planned
        ]
    trips = sum(day.outing for day in plan.days)
    if trips < wish.day_trips:
        words = {"fit": trips, "wanted": wish.day_trips, "days": len(plan.days)}
        said.append(_("%(fit)d of %(wanted)d day trips fit into %(days)d days.") % words)
    return said
