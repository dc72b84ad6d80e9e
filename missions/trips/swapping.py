"""Putting one thing of a plan for another, at its time, while everything else stays where it is. Pure."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import time
from decimal import Decimal

from django.utils.translation import gettext as _

from agency.sources.base import Offer
from missions.trips.account import total_of
from missions.trips.days import VISITED, item_of
from missions.trips.ground import Found, Visit, names, visits_of
from missions.trips.hours import later, minutes_between
from missions.trips.items_said import said_of
from missions.trips.meals import Tables, tables_of
from missions.trips.plan import Day, Item, Spot, TripPlan
from missions.trips.program import Program, Slot
from missions.trips.walking import travel_minutes
from missions.trips.wish import Swap, TripWish
from ownyou.lib.text import key_of, says

LATER_AT_NIGHT = 30
"""Minutes by which the last thing of a day may be over later than before."""

ALIKE = 1.5
"""Stars that it counts to be of the kind of what is put out."""


def swapped(plan: TripPlan, wish: TripWish, found: Found) -> list[str]:
    """Put into the plan what was wished for instead of something; in sentences, where that could not be."""
    said, gone = list[str](), set[str]()
    for swap in wish.swaps:
        place = _place_of(plan, swap)
        if place is None:
            words = _("“%(what)s” is not in the plan, so nothing was put in its place.")
            said.append(words % {"what": swap.what})
            continue
        day, old = place
        gone.add(key_of(old.name))
        new = _Instead(plan, wish, found, day, old, gone).best(swap)
        if new is None:
            said.append(_none(swap) % {"what": old.name})
            continue
        _put(day, old, new)
        plan.budget.total = total_of(plan)
    return said


def _none(swap: Swap) -> str:
    if swap.cheaper:
        return _("Nothing cheaper than %(what)s is known that is open and fits in then: it stays.")
    return _("Nothing else is known that is open and fits in when %(what)s is: it stays.")


def _place_of(plan: TripPlan, swap: Swap) -> tuple[Day, Item] | None:
    """Where it is in the plan: by its name, else by what is said of it; the dearest for something cheaper."""
    items = [(day, item) for day in plan.days for item in day.items if item.kind in {*VISITED, "restaurant"}]
    named = [one for one in items if says(key_of(one[1].name), key_of(swap.what))]
    fitting = named or said_of(items, swap.what)
    if swap.cheaper:
        return max(fitting, key=lambda one: one[1].cost, default=None)
    return next(iter(fitting), None)


def _put(day: Day, old: Item, new: Item) -> None:
    """The new thing in the place of the old one; time kept free that it needs is free no more."""
    rest = [one for one in day.items if one is not old and not (one.kind == "free" and _meet(one, new))]
    day.items = sorted([*rest, new], key=lambda one: one.start)
    day.title = day.title.replace(old.name, new.name)


def _meet(one: Item, other: Item) -> bool:
    return one.start < other.end and other.start < one.end


@dataclass(frozen=True, slots=True)
class _Instead:
    """What could be in the place of `old`; not what is in the plan, and nothing that was put out (`gone`)."""

    plan: TripPlan
    wish: TripWish
    found: Found
    day: Day
    old: Item
    gone: set[str]

    def best(self, swap: Swap) -> Item | None:
        """The one that is worth most, at the time of the old one; None for none."""
        if self.day.outing and self.old.kind in VISITED:
            return None
        many = self._tables() if self.old.kind == "restaurant" else self._visits(swap)
        fitting = [one for one in many if self._affordable(one[1], swap)]
        return min(fitting, key=lambda one: (-one[0], one[1].name), default=(0.0, None))[1]

    def _affordable(self, item: Item, swap: Swap) -> bool:
        if swap.cheaper:
            return item.cost < self.old.cost
        if swap.name and not says(key_of(item.name), key_of(swap.name)):
            return False
        budget = self.plan.budget
        left = budget.limit - budget.total if budget.limit is not None else item.cost
        return item.cost <= self.old.cost + max(Decimal(0), left)

    # Sights and activities ----------------------------------------------------------------------------

    def _visits(self, swap: Swap) -> list[tuple[float, Item]]:
        program, today = self._program()
        found = []
        for visit in program.left[self.day.city]:
            if visit.key in self.gone or visit.trip is not None or program.not_on(visit, self.day.date):
                continue
            if swap.kind and swap.kind not in {visit.category, visit.theme}:
                continue
            named = bool(swap.name) and names(visit, (swap.name,))
            if (named or program.suits(visit)) and (slot := self._slot(program, visit)) is not None:
                worth = program.worth(visit, today) + ALIKE * (visit.category == self.old.category)
                found.append((worth, item_of(slot, self.wish)))
        return found

    def _program(self) -> tuple[Program, Counter[str]]:
        """What is left to see in the city, once all but the old one was taken."""
        city = next(one for one in self.wish.cities if one.name == self.day.city)
        currency = self.wish.currency
        visits = visits_of(self.found.sights.get(city.name, []), "sight", currency)
        visits += visits_of(self.found.activities.get(city.name, []), "activity", currency, city.zone)
        program, today = Program(self.wish, {city.name: visits}), Counter[str]()
        planned = {
            key_of(item.name): day for day in self.plan.days for item in day.items if item is not self.old
        }
        for visit in visits:
            if visit.key in planned and visit.key not in program.used:
                program.take(visit, today if planned[visit.key] is self.day else Counter())
        return program, today

    def _slot(self, program: Program, visit: Visit) -> Slot | None:
        """The visit when the old one was, else from when one can be there."""
        free_from, here, until = self._between(visit.spot)
        held = visit.held
        if held is not None and held.whole:
            fits = held.begins.date() == self.day.date and held.end <= until
            fits = fits and held.begins.time() >= later(free_from, travel_minutes(here, visit.spot))
            return Slot(visit, held.begins.time(), held.end) if fits else None
        then = max(free_from, later(self.old.start, -travel_minutes(here, visit.spot)))
        for clock in (then, free_from):
            slot = program.slot(visit, self.day.date, clock, until, here)
            if slot is not None:
                return slot
        return None

    def _between(self, spot: Spot) -> tuple[time, Spot, time]:
        """From when one is free and where one is then, and by when it must be over at a spot."""
        items = [one for one in self.day.items if one.kind != "free"]
        at = next(n for n, one in enumerate(items) if one is self.old)
        before, after = items[:at], items[at + 1 :]
        here = next((one.spot for one in reversed(before) if one.spot), self._base())
        free_from = before[-1].end if before else self.old.start
        if not after:
            return free_from, here, later(self.old.end, LATER_AT_NIGHT)
        way = travel_minutes(spot, after[0].spot or self._base())
        return free_from, here, later(after[0].start, -way)

    def _base(self) -> Spot:
        night = next((one for one in self.plan.stays if one.checkin <= self.day.date <= one.checkout), None)
        city = next(one for one in self.wish.cities if one.name == self.day.city)
        return (night.spot if night is not None else None) or city.spot

    # Tables ------------------------------------------------------------------------------------------

    def _tables(self) -> list[tuple[float, Item]]:
        tables = tables_of(self._offers(), self.wish)
        used = {key_of(item.name) for day in self.plan.days for item in day.items}
        left = Tables(self.wish, tables, used=used | self.gone)
        minutes, found = minutes_between(self.old.start, self.old.end), []
        for table in tables:
            free_from, here, until = self._between(table.spot)
            earliest = max(free_from, later(self.old.start, -travel_minutes(here, table.spot)))
            item = left.at(table, self.day.date, earliest, self.old.end, minutes, here)
            if item is not None and item.end <= until:
                found.append((left.worth(table, here), item))
        return found

    def _offers(self) -> list[Offer]:
        return self.found.restaurants.get(self.day.city, [])
