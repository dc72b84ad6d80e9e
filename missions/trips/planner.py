"""From a wish and what was found to a plan of days: one try at a given thrift. Pure, always the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import time
from decimal import Decimal

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.sources.base import Offer
from missions.trips.account import total_of
from missions.trips.days import plan_day, plan_day_trip
from missions.trips.frame import Choice, Frame, frames_of, legs_of, ride_fare, stays_of
from missions.trips.ground import (
    Found,
    Visit,
    direction,
    has_rooms,
    moment,
    names,
    price_in,
    rooms_for,
    visits_of,
)
from missions.trips.meals import BREAKFAST_MINUTES, Tables, tables_of
from missions.trips.plan import Budget, Day, Item, Stay, TripPlan
from missions.trips.program import Program, Slot
from missions.trips.wish import City, TripWish
from missions.trips.wording import listed

EARLIEST_FLIGHT = time(8, 30)
UNSOCIAL, STOP = Decimal("0.25"), Decimal("0.3")
"""What an hour that few like and a stop count, as a part of the price."""


@dataclass(frozen=True, slots=True)
class Thrift:
    """How much is saved: parts (0-1) of the price range that meals, stays and tickets may come from."""

    meals: float = 1.0
    stays: float = 1.0
    tickets: float = 1.0
    cheapest_way: bool = False
    simple_lunch: bool = False
    simple_dinner: bool = False
    from_shops: bool = False


LEVELS = (
    Thrift(),
    Thrift(meals=0.75, stays=0.6),
    Thrift(meals=0.5, stays=0.4, tickets=0.8),
    Thrift(meals=0.35, stays=0.2, tickets=0.6, cheapest_way=True),
    Thrift(meals=0.2, stays=0.0, tickets=0.4, cheapest_way=True, simple_lunch=True),
    Thrift(meals=0.0, stays=0.0, tickets=0.0, cheapest_way=True, simple_lunch=True, simple_dinner=True),
)
"""From comfortable to as cheap as it gets."""

FROM_SHOPS = replace(LEVELS[-1], from_shops=True)
"""Cheaper still, for what the cheapest level does not cover: all meals are bought in shops."""

SAVING = 2
"""The level that plans begin with for who wants it cheaper."""


def levels_for(wish: TripWish) -> tuple[Thrift, ...]:
    """The levels to try, the most comfortable first."""
    return LEVELS[SAVING:] if wish.saving else LEVELS


def plan_trip(wish: TripWish, found: Found, thrift: Thrift = LEVELS[0]) -> TripPlan:
    """A plan for the wish, whatever it costs; what is not found is left out, for the checks to tell."""
    choice = choose(wish, found, thrift)
    frames = frames_of(wish, choice)
    stays = stays_of(wish, choice, [frame.date for frame in frames])
    days = _days(wish, found, thrift, frames, stays)
    budget = Budget(limit=wish.limit, currency=wish.currency)
    plan = TripPlan(
        title=title_of(wish),
        people=wish.people,
        budget=budget,
        transport=legs_of(wish, choice),
        stays=stays,
        days=days,
    )
    plan.budget.total = total_of(plan)
    return plan


def title_of(wish: TripWish) -> str:
    """ "5 days in Paris", "6 days in Rome and Florence"."""
    cities = [city.called for city in wish.cities]
    words = ngettext("%(n)d day in %(cities)s", "%(n)d days in %(cities)s", wish.days)
    return words % {"n": wish.days, "cities": listed(list(cities))}


# What to travel with and sleep in ------------------------------------------------------------------------


def choose(wish: TripWish, found: Found, thrift: Thrift) -> Choice:
    """The ways and stays of this try; where the person chose, there is one of each to choose from."""
    journey = min(found.journeys, key=lambda one: journey_cost(one, wish, thrift), default=None)
    pairs = zip(wish.cities, wish.cities[1:], strict=False)
    ways = (found.between.get((here.name, there.name), []) for here, there in pairs)
    between = tuple(min(way, key=lambda one: price_in(one, wish.currency)) for way in ways if way)
    stays = {city.name: stay for city in wish.cities if (stay := _stay(wish, found, city, thrift))}
    return Choice(journey, between, {} if wish.home else stays)


def journey_cost(offer: Offer, wish: TripWish, thrift: Thrift) -> Decimal:
    """What a way costs a person with the rides to where it leaves, and with stops and bad hours counted as
    money; without these when saving."""
    price, rides = price_in(offer, wish.currency), 2 * ride_fare(offer.kind, wish)
    if thrift.cheapest_way:
        return price + rides
    stops = offer.attributes.get("stops")
    worse = STOP * (stops if isinstance(stops, int) else 0)
    early = any(unsocial(offer, which) for which in ("out", "back"))
    return rides + price * (1 + worse + (UNSOCIAL * (2 if wish.late_start else 1) if early else 0))


def unsocial(offer: Offer, which: str) -> bool:
    """Whether a way ("out" or "back") leaves at an hour that few like."""
    way = direction(offer, which)
    return bool(way) and not EARLIEST_FLIGHT <= moment(way, "leaves").time() <= time(21, 30)


def _stay(wish: TripWish, found: Found, city: City, thrift: Thrift) -> Offer | None:
    """The best value among those that the thrift allows."""
    fitting = [offer for offer in found.stays.get(city.name, []) if has_rooms(offer, wish.people)]
    costs = sorted(_night(offer, wish) for offer in fitting)
    if not costs:
        return None
    most = costs[round((len(costs) - 1) * thrift.stays)]
    middle = costs[len(costs) // 2] or Decimal(1)
    allowed = [offer for offer in fitting if _night(offer, wish) <= most]
    return max(
        allowed, key=lambda one: ((one.rating or 3.8) - float(_night(one, wish) / middle) * 0.5, one.title)
    )


def _night(offer: Offer, wish: TripWish) -> Decimal:
    """One night for the whole party."""
    return price_in(offer, wish.currency) * rooms_for(offer, wish.people)


# Days -----------------------------------------------------------------------------------------------------


def _days(wish: TripWish, found: Found, thrift: Thrift, frames: list[Frame], stays: list[Stay]) -> list[Day]:
    program = _program(wish, found, thrift)
    tables = {city.name: _tables(wish, found, city, thrift) for city in wish.cities}
    trips = _day_trips(wish, program, frames)
    days = []
    for frame in frames:
        table = tables[frame.city.name]
        breakfast = _breakfast(wish, frame, stays, found, table)
        slot = trips.get(frame.date.toordinal())
        if slot is not None:
            days.append(plan_day_trip(frame, slot, wish, program, table, breakfast))
        else:
            days.append(plan_day(frame, wish, program, table, breakfast))
    return days


def _program(wish: TripWish, found: Found, thrift: Thrift) -> Program:
    left = {city.name: _visits(found, city, wish.currency) for city in wish.cities}
    prices = [visit.price for visits in left.values() for visit in visits]
    return Program(wish, left, quantile(prices, thrift.tickets))


def _visits(found: Found, city: City, currency: str) -> list[Visit]:
    sights = visits_of(found.sights.get(city.name, []), "sight", currency)
    return sights + visits_of(found.activities.get(city.name, []), "activity", currency, city.zone)


def _tables(wish: TripWish, found: Found, city: City, thrift: Thrift) -> Tables:
    tables = tables_of(found.restaurants.get(city.name, []), wish)
    cap = quantile([table.price for table in tables], thrift.meals)
    return Tables(
        wish,
        tables,
        cap,
        simple_lunch=thrift.simple_lunch,
        simple_dinner=thrift.simple_dinner,
        from_shops=thrift.from_shops,
    )


def quantile(prices: Sequence[Decimal], part: float) -> Decimal | None:
    """The price below which that part (0-1) of the prices lies; None when all are allowed or none known."""
    ordered = sorted(prices)
    return ordered[round((len(ordered) - 1) * part)] if ordered and part < 1 else None


def _day_trips(wish: TripWish, program: Program, frames: list[Frame]) -> dict[int, Slot]:
    """Whole days for the day trips that are wanted, each by name at most once; the middle days first."""
    wanted = _trips_wanted(wish, program)
    whole = [frame for frame in frames if frame.whole]
    chosen: dict[int, Slot] = {}

    by_name = {one.day for one in wish.by_day if one.do == "see" and not one.quiet}

    def order(frame: Frame) -> tuple[bool, bool, int]:
        """Last the days on which something else is wished for, first those on which a day trip is."""
        city, day = frame.city.name, frame.date
        other = day in by_name and not program.outing_on(city, day, by_name=True)
        return other, not program.outing_on(city, day), abs(whole.index(frame) - len(whole) // 2)

    for frame in sorted(whole, key=order):
        taken = {slot.visit.name for slot in chosen.values()}
        slots = program.day_trips(frame.city.name, frame.date, frame.begins, Counter())
        free = [slot for slot in slots if slot.visit.name not in taken]
        if len(chosen) < wanted and free:
            chosen[frame.date.toordinal()] = free[0]
    return chosen


def _trips_wanted(wish: TripWish, program: Program) -> int:
    """As many as were asked for, and those that were named."""
    named = {
        visit.name
        for visits in program.left.values()
        for visit in visits
        if visit.trip is not None and names(visit, wish.wanted)
    }
    return max(wish.day_trips, len(named))


def _breakfast(wish: TripWish, frame: Frame, stays: list[Stay], found: Found, tables: Tables) -> Item | None:
    """Included where the stay says so, else bought near by; none where nobody slept there."""
    stay = next((one for one in stays if one.checkin < frame.date <= one.checkout), None)
    if stay is None:
        return None
    offers = found.stays.get(stay.city, [])
    features = next((one.attributes.get("features") for one in offers if one.source_id == stay.offer), None)
    item = tables.unnamed("Breakfast", time(8, 30), BREAKFAST_MINUTES, _("near where you stay"))
    item.spot = stay.spot
    if isinstance(features, list) and "breakfast" in features:
        return item.model_copy(
            update={
                "name": _("Breakfast at %(stay)s") % {"stay": stay.name},
                "cost": Decimal(0),
                "note": _("included"),
            }
        )
    return item
