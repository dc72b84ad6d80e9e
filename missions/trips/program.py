"""What is left to see and do, and which of it is worth a place in the plan now."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date, time
from decimal import Decimal

from missions.trips.ground import Held, Visit, names, window_on
from missions.trips.holidays import may_be_shut
from missions.trips.hours import later, minutes_between, open_through, opens_by
from missions.trips.plan import Spot
from missions.trips.walking import travel_minutes
from missions.trips.wish import TripWish

VISITS = {"slow": 2, "normal": 3, "full": 4}
"""The most visits of a whole day, the main one included."""

TOP, LIKED, WANTED, FEWER = 0.5, 0.9, 4.0, 1.2
ACTIVITY = 0.6
"""What an activity that costs more than a sight must be better by."""

AGAIN, AGAIN_TODAY = 0.3, 0.9
"""What a category loses for each time it was in the plan already, and for being there on the same day."""

EVENTS_EVERY_DAYS = 3
"""One event in so many days, where nobody asked for more."""

LATEST_EVENT, LATEST_WHEN_SLOW = time(21), time(20)
"""When an event may begin."""

NOT_UNASKED = frozenset({"kids", "sport", "talk"})
"""Events that nobody goes to on a trip who did not ask for them."""

MAIN_FIRST = 0.8
MAY_BE_SHUT = 2.5
"""What a place loses on a public holiday of which its hours say nothing, so that it comes on another day."""

ON_ITS_DAY = 20.0
"""What a place gains on the day that it is wished for, before anything else of that day."""

ACTIVITY_EVERY_DAYS = 2
FEWER_EVERY_DAYS = 4
"""A category of which there were too many comes once in so many days."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A visit at a time of day."""

    visit: Visit
    start: time
    end: time


@dataclass(slots=True)
class Program:
    """Visits not yet planned, by city. `ticket_cap`: the most that one ticket may cost."""

    wish: TripWish
    left: dict[str, list[Visit]]
    ticket_cap: Decimal | None = None
    planned: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    used: set[str] = field(default_factory=set)

    def suits(self, visit: Visit) -> bool:
        """Whether it may be in the plan at all: not used, not ruled out, not too dear."""
        wanted = names(visit, self.wish.wanted) or bool(self._days_of(visit))
        if visit.key in self.used or names(visit, self.wish.excluded):
            return False
        if visit.kinds & self.wish.avoided and not wanted:
            return False
        if self.ticket_cap is not None and visit.price > self.ticket_cap and not wanted:
            return False
        return wanted or not self._enough_of(visit)

    def not_on(self, visit: Visit, day: date) -> bool:
        """Whether a day is to be kept free, or the visit is wished for on another one."""
        days = self._days_of(visit, by_name=visit.trip is not None)
        return self.wish.free_on(day) or (bool(days) and day not in days)

    def _days_of(self, visit: Visit, *, by_name: bool = False) -> set[date]:
        """The days on which it is wished for; with `by_name`, not those to which it only goes along."""
        wishes = (one for one in self.wish.by_day if one.do == "see" and names(visit, (one.name,)))
        return {one.day for one in wishes if not (by_name and one.quiet)}

    def _enough_of(self, visit: Visit) -> bool:
        if visit.kind == "activity" and self.planned["activity"] * ACTIVITY_EVERY_DAYS >= self.wish.days:
            return True
        if visit.held is not None and not {visit.theme, visit.category} & self.wish.liked:
            many = self.planned["event"] * EVENTS_EVERY_DAYS >= self.wish.days
            return many or visit.category in NOT_UNASKED
        most = max(1, self.wish.days // FEWER_EVERY_DAYS)
        return any(self.kinds[kind] >= most for kind in visit.kinds & self.wish.fewer)

    def worth(self, visit: Visit, today: Counter[str]) -> float:
        """How much it should be in the plan: its rating, what is wished for, and variety."""
        value = visit.rating + TOP * (visit.offer.attributes.get("top") is True)
        value -= ACTIVITY * (visit.kind == "activity")
        value += LIKED * bool({visit.theme, visit.category} & self.wish.liked)
        value += WANTED * names(visit, self.wish.wanted)
        value -= FEWER * bool(visit.kinds & self.wish.fewer)
        return value - AGAIN * self.planned[visit.category] - AGAIN_TODAY * today[visit.category]

    def take(self, visit: Visit, today: Counter[str]) -> None:
        """Note that it is in the plan."""
        self.used.add(visit.key)
        self.planned[visit.category] += 1
        self.kinds.update(visit.kinds)
        self.planned["activity"] += visit.kind == "activity"
        self.planned["event"] += visit.held is not None
        today[visit.category] += 1
        today["activity"] += visit.kind == "activity"
        today["event"] += visit.held is not None
        today["main"] += visit.major and visit.held is None

    def country_of(self, city: str) -> str:
        """The ISO code of the country of one of the trip's cities."""
        return next((one.country for one in self.wish.cities if one.name == city), "")

    def next(
        self, city: str, day: date, clock: time, limit: time, here: Spot, today: Counter[str], *, main: bool
    ) -> Slot | None:
        """The best visit that begins from `clock` on and is over at `limit`; `main`: it may be a long one."""
        best: tuple[float, str, Slot] | None = None
        for visit in self.left.get(city, []):
            if (
                self.not_on(visit, day)
                or visit.trip is not None
                or (visit.major and (not main or today["main"]))
            ):
                continue
            if visit.held is not None and (visit.held.whole or today["event"]):
                continue
            if (visit.kind == "activity" and today["activity"]) or not self.suits(visit):
                continue
            slot = self.slot(visit, day, clock, limit, here)
            if slot is None:
                continue
            waits = minutes_between(clock, slot.start)
            value = self.worth(visit, today) - waits / 30 + MAIN_FIRST * visit.major
            value += ON_ITS_DAY * (day in self._days_of(visit))
            value -= MAY_BE_SHUT * may_be_shut(visit, self.country_of(city), day)
            if best is None or (-value, visit.name) < best[:2]:
                best = (-value, visit.name, slot)
        return best[2] if best else None

    def slot(self, visit: Visit, day: date, clock: time, limit: time, here: Spot) -> Slot | None:
        """The visit from `clock` on and over at `limit`, coming from `here`; None where it is not open."""
        earliest = later(clock, travel_minutes(here, visit.spot))
        if visit.held is not None:
            return _while_held(visit, visit.held, day, earliest, limit)
        start = opens_by(visit.offer.opening_hours, day, earliest, limit, visit.spot)
        if start is None or minutes_between(start, limit) < visit.minutes:
            return None
        end = later(start, visit.minutes)
        return (
            None
            if open_through(visit.offer.opening_hours, day, start, end, visit.spot) is False
            else Slot(visit, start, end)
        )

    def event(self, city: str, day: date, begins: time, base: Spot, latest: time) -> Slot | None:
        """The best event of the day that is gone to as a whole, and from which one is back by `latest`."""
        best: tuple[float, str, Slot] | None = None
        last = LATEST_WHEN_SLOW if self.wish.pace == "slow" else LATEST_EVENT
        for visit in self.left.get(city, []):
            held = visit.held
            if held is None or not held.whole or held.begins.date() != day or not self.suits(visit):
                continue
            start, way = held.begins.time(), travel_minutes(base, visit.spot)
            if self.not_on(visit, day):
                continue
            late = start > last or (latest < held.end or minutes_between(held.end, latest) < way)
            if late or start < later(begins, way):
                continue
            value = self.worth(visit, Counter())
            if best is None or (-value, visit.name) < best[:2]:
                best = (-value, visit.name, Slot(visit, start, held.end))
        return best[2] if best else None

    def outing_on(self, city: str, day: date, *, by_name: bool = False) -> bool:
        """Whether a day trip out of the city is wished for on a day (see `_days_of`)."""
        trips = (visit for visit in self.left.get(city, []) if visit.trip is not None)
        return any(day in self._days_of(visit, by_name=by_name) for visit in trips)

    def day_trips(self, city: str, day: date, leaves: time, today: Counter[str]) -> list[Slot]:
        """The day trips out of a city that are open that day, best first, with the time there."""
        slots: list[tuple[float, str, Slot]] = []
        for visit in self.left.get(city, []):
            if visit.trip is None or self.not_on(visit, day) or not self.suits(visit):
                continue
            there = later(leaves, visit.trip.minutes)
            arrives = opens_by(visit.offer.opening_hours, day, there, time(13), visit.spot)
            if arrives is None:
                continue
            end = later(arrives, min(visit.minutes, 150))
            if open_through(visit.offer.opening_hours, day, arrives, end, visit.spot) is not False:
                slots.append((-self.worth(visit, today), visit.name, Slot(visit, arrives, end)))
        return [slot for _, _, slot in sorted(slots, key=lambda one: one[:2])]


def _while_held(visit: Visit, held: Held, day: date, earliest: time, limit: time) -> Slot | None:
    """A visit to a market, an exhibition or a festival: on its days, within its hours of that day."""
    hours = visit.offer.opening_hours
    window = window_on(held.begins, held.ends, day, hours)
    if window is None:
        return None
    opens, over = max(earliest, window[0]), min(limit, window[1])
    start = opens_by(hours, day, opens, over, visit.spot)
    if start is None or minutes_between(start, over) < visit.minutes:
        return None
    end = later(start, visit.minutes)
    return None if open_through(hours, day, start, end, visit.spot) is False else Slot(visit, start, end)
