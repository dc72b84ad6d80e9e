"""One day at a time: visits around lunch and dinner, at a pace that people can keep."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import time

from django.utils.translation import gettext as _

from agency.reasoning import value_words
from agency.sources.opening import is_public_holiday
from missions.trips.frame import Frame
from missions.trips.ground import MAP, Visit
from missions.trips.hours import later, minutes_between
from missions.trips.meals import BREAKFAST_MINUTES, DINNER, LUNCH, LUNCH_MINUTES, Tables
from missions.trips.plan import Day, Item, Spot
from missions.trips.program import VISITS, Program, Slot
from missions.trips.walking import kilometres, travel_minutes
from missions.trips.wish import TripWish
from missions.trips.wording import listed

LUNCH_BY, DINNER_BY = time(13, 40), time(18, 30)
"""When visits before lunch and before dinner are over."""

EARLY_DINNER = 60
"""Minutes for a simple dinner before an event."""

LATE_LUNCH = time(15, 30)
"""When a simple lunch after an event of the midday may begin."""

EATS_AFTER, NO_DINNER_BEFORE = time(20, 15), time(18, 15)
"""An event that is over later leaves no dinner after it; one that begins earlier none before it."""

VISITED = frozenset({"sight", "activity", "event"})
FREE_FROM_MINUTES = 75
SHORT_VISITS = 2
EARLIEST_AFTER_BREAKFAST, LATE_BREAKFAST = time(7, 30), time(9, 30)
OTHER_CITY_KM = 30.0
HEAVY_MINUTES = 420
"""The most that the visits of one day take together."""


@dataclass(slots=True)
class Walk:
    """A day while it is being filled: the time it is, and where one stands; `event`: what it leads up to."""

    frame: Frame
    clock: time
    here: Spot
    items: list[Item] = field(default_factory=list)
    today: Counter[str] = field(default_factory=Counter)
    busy: int = 0
    event: Slot | None = None
    lunched: bool = False
    dined: bool = False

    def put(self, item: Item) -> None:
        """Add what comes next."""
        self.items.append(item)
        self.clock = item.end
        self.here = item.spot or self.here

    def home_by(self, item: Item) -> bool:
        """Whether one is in time where one has to be next: at the event, else where the day ends."""
        if self.event is not None:
            way = travel_minutes(item.spot or self.here, self.event.visit.spot)
            return minutes_between(item.end, self.event.start) >= way
        back = travel_minutes(item.spot or self.here, self.frame.base) if self.frame.departure else 0
        return minutes_between(item.end, self.frame.ends) >= back


def plan_day(frame: Frame, wish: TripWish, program: Program, tables: Tables, breakfast: Item | None) -> Day:
    """The day's items in order of time; what `program` and `tables` give is used up."""
    walk = Walk(frame, frame.begins, frame.base)
    if frame.minutes > 0:
        _plan_event(walk, program)
        _fill(walk, wish, program, tables)
        if walk.event is not None:
            walk.put(item_of(walk.event, wish))
            walk.event = None
            _fill(walk, wish, program, tables)
    items = _with_breakfast(walk, breakfast)
    items = sorted([*frame.fixed, *items], key=lambda item: item.start)
    return Day(
        date=frame.date,
        city=frame.city.name,
        title=_title(frame, walk),
        items=_with_free(items, frame),
        holiday=is_public_holiday(frame.date, frame.city.country),
    )


def _plan_event(walk: Walk, program: Program) -> None:
    """Keep the time of an event, if a good one is on that day."""
    frame = walk.frame
    latest = frame.ends if frame.departure else time(23, 59)
    slot = program.event(frame.city.name, frame.date, frame.begins, frame.base, latest)
    if slot is not None:
        program.take(slot.visit, walk.today)
        walk.event, walk.busy = slot, slot.visit.minutes


def _fill(walk: Walk, wish: TripWish, program: Program, tables: Tables) -> None:
    """Visits and meals from now on, up to the event if one is to come."""
    _visits_until(walk, wish, program, LUNCH_BY)
    _lunch(walk, tables)
    _visits_until(walk, wish, program, _before_dinner(walk))
    _dinner(walk, tables)


def _before_dinner(walk: Walk) -> time:
    """When visits of the afternoon are over: earlier where one eats before an event."""
    event = _dines_before(walk)
    return min(DINNER_BY, later(event.start, -EARLY_DINNER - 30)) if event else DINNER_BY


def _dines_before(walk: Walk) -> Slot | None:
    """The event that leaves no time for dinner after it, if the day leads up to one."""
    event = walk.event
    return event if event and event.end > EATS_AFTER and event.start > NO_DINNER_BEFORE else None


def _visits_until(walk: Walk, wish: TripWish, program: Program, limit: time) -> None:
    """Visits up to a time of day, while the pace allows more."""
    most = SHORT_VISITS if walk.frame.short else VISITS[wish.pace]
    while _count(walk) < most:
        until = min(limit, walk.frame.ends)
        slot = program.next(
            walk.frame.city.name,
            walk.frame.date,
            walk.clock,
            until,
            walk.here,
            walk.today,
            main=not walk.frame.short,
        )
        if slot is None or walk.busy + slot.visit.minutes > HEAVY_MINUTES:
            return
        item = item_of(slot, wish)
        if not walk.home_by(item):
            return
        program.take(slot.visit, walk.today)
        walk.busy += slot.visit.minutes
        walk.put(item)
        if _morning_is_full(walk, wish, limit):
            return


def _count(walk: Walk) -> int:
    return sum(item.kind in VISITED for item in walk.items) + (walk.event is not None)


def _morning_is_full(walk: Walk, wish: TripWish, limit: time) -> bool:
    """Half of the visits are kept for the afternoon."""
    return limit == LUNCH_BY and _count(walk) >= (VISITS[wish.pace] + 1) // 2


def _lunch(walk: Walk, tables: Tables) -> None:
    if walk.lunched or tables.wish.without_meal("Lunch", walk.frame.date):
        return
    if walk.event is None and walk.today["event"] and LUNCH[1] < walk.clock <= LATE_LUNCH < walk.frame.ends:
        walk.put(tables.unnamed("Lunch", later(walk.clock, 10), LUNCH_MINUTES))
        walk.lunched = True
        return
    latest = min(LUNCH[1], later(walk.frame.ends, -LUNCH_MINUTES) if walk.frame.ends > time(1) else time(0))
    if walk.clock > latest or walk.frame.ends < time(13):
        return
    item = tables.meal("Lunch", walk.frame.date, walk.clock, walk.here)
    if not walk.home_by(item):
        tables.give_back(item)
        return
    walk.put(item)
    walk.lunched = True


def _dinner(walk: Walk, tables: Tables) -> None:
    if (
        walk.dined
        or tables.wish.without_meal("Dinner", walk.frame.date)
        or walk.frame.ends < time(20, 30)
        or walk.clock > DINNER[1]
    ):
        return
    event = _dines_before(walk)
    item = (
        _early_dinner(walk, event, tables)
        if event
        else tables.meal("Dinner", walk.frame.date, walk.clock, walk.here)
    )
    if walk.event is not None and not walk.home_by(item):
        tables.give_back(item)
        return
    walk.put(item)
    walk.dined = True


def _early_dinner(walk: Walk, event: Slot, tables: Tables) -> Item:
    """A simple dinner on the way to an event of the evening."""
    way = travel_minutes(walk.here, event.visit.spot)
    start = max(later(walk.clock, 10), later(event.start, -way - EARLY_DINNER - 10))
    return tables.unnamed("Dinner", start, EARLY_DINNER, _("before the event"))


def _with_breakfast(walk: Walk, breakfast: Item | None) -> list[Item]:
    """Breakfast before the day begins, where the night was spent there and the morning is free."""
    if breakfast is None or walk.frame.arrival or walk.frame.begins == time(0):
        return walk.items
    first = min((*walk.frame.fixed, *walk.items), key=lambda item: item.start, default=None)
    if first is not None and first.start < EARLIEST_AFTER_BREAKFAST:
        return walk.items
    way = travel_minutes(walk.frame.base, first.spot) if first is not None else 0
    start = min(
        later(first.start, -way - BREAKFAST_MINUTES - 15) if first else LATE_BREAKFAST, LATE_BREAKFAST
    )
    return [
        breakfast.model_copy(update={"start": start, "end": later(start, BREAKFAST_MINUTES)}),
        *walk.items,
    ]


def _with_free(items: list[Item], frame: Frame) -> list[Item]:
    """Longer gaps are named as what they are: time of one's own."""
    filled: list[Item] = _free_morning(items, frame)
    for item in items:
        before = filled[-1] if filled else None
        if (
            before is not None
            and before.kind != "transfer"
            and item.kind in {"restaurant", "meal", "transfer", "event"}
        ):
            start = later(before.end, 10)
            end = later(item.start, -_way(before, item, frame) - 10)
            if minutes_between(start, end) >= FREE_FROM_MINUTES:
                filled.append(Item(kind="free", name=_("Free time"), start=start, end=end))
        filled.append(item)
    return filled


def _free_morning(items: list[Item], frame: Frame) -> list[Item]:
    """The time before lunch where a day that begins there holds nothing earlier."""
    if frame.arrival or not items or items[0].kind not in {"restaurant", "meal"} or frame.begins == time(0):
        return []
    start, end = max(frame.begins, LATE_BREAKFAST), later(items[0].start, -10)
    if end <= start or minutes_between(start, end) < FREE_FROM_MINUTES:
        return []
    return [Item(kind="free", name=_("Free time"), start=start, end=end)]


def _way(before: Item, item: Item, frame: Frame) -> int:
    """Minutes to the next item; to where one stays where the next is a way that begins there."""
    there = item.spot or frame.base
    near = before.spot is None or kilometres(before.spot, there) < OTHER_CITY_KM
    return travel_minutes(before.spot, there) if near else 0


def item_of(slot: Slot, wish: TripWish) -> Item:
    """A visit at its time, for the whole party."""
    visit = slot.visit
    return Item(
        kind=visit.kind,
        name=visit.name,
        start=slot.start,
        end=slot.end,
        cost=visit.price * wish.people,
        source=visit.offer.source,
        offer=visit.offer.source_id,
        sample=visit.offer.sample,
        spot=visit.spot,
        link=visit.offer.link,
        opening_hours=visit.offer.opening_hours,
        category=visit.theme if visit.trip else visit.category,
        note=_looked_up_by_you(visit),
        held_from=visit.held.begins if visit.held else None,
        held_until=visit.held.ends if visit.held else None,
    )


def _looked_up_by_you(visit: Visit) -> str:
    """What the source does not say of a visit and the plan assumes."""
    said = []
    if visit.offer.price is None and visit.price:
        said.append(_("ticket: estimate"))
    if visit.offer.source == MAP and not visit.offer.opening_hours:
        said.append(_("opening hours not known: look them up"))
    if visit.held is not None and not visit.held.whole and not visit.offer.opening_hours:
        said.append(_("hours of the day not known: look them up"))
    return ", ".join(said)


def plan_day_trip(
    frame: Frame, slot: Slot, wish: TripWish, program: Program, tables: Tables, breakfast: Item | None
) -> Day:
    """A day out of the city: there, the visit, lunch there, time of one's own, and back for dinner."""
    visit, trip = slot.visit, slot.visit.trip
    assert trip is not None
    walk = Walk(frame, frame.begins, frame.base)
    program.take(visit, walk.today)
    where = _area(visit)
    leaves = later(slot.start, -trip.minutes)
    way = Item(
        kind="transfer",
        name=_("To %(place)s by %(way)s") % {"place": where, "way": value_words.in_words(trip.by)},
        start=leaves,
        end=slot.start,
    )
    walk.put(way.model_copy(update={"cost": trip.fare * wish.people, "note": _("there and back, estimate")}))
    walk.put(item_of(slot, wish))
    walk.put(
        tables.unnamed(
            "Lunch", later(max(slot.end, LUNCH[0]), 10), LUNCH_MINUTES, _("in %(place)s") % {"place": where}
        )
    )
    rest = visit.minutes - minutes_between(slot.start, slot.end)
    if rest >= 45:
        start = later(walk.clock, 10)
        walk.put(
            Item(
                kind="free",
                name=_("Time in %(place)s") % {"place": where},
                start=start,
                end=later(start, rest),
            )
        )
    start = later(walk.clock, 15)
    walk.put(
        Item(
            kind="transfer",
            name=_("Back by %(way)s") % {"way": value_words.in_words(trip.by)},
            start=start,
            end=later(start, trip.minutes),
        )
    )
    walk.here = frame.base
    _dinner(walk, tables)
    items = _with_breakfast(walk, breakfast)
    return Day(
        date=frame.date,
        city=frame.city.name,
        title=_("Day trip to %(place)s") % {"place": where},
        items=items,
        outing=True,
        holiday=is_public_holiday(frame.date, frame.city.country),
    )


def _area(visit: Visit) -> str:
    return str(visit.offer.attributes.get("area") or visit.name.split(":")[0])


def _title(frame: Frame, walk: Walk) -> str:
    seen = [item.name for item in walk.items if item.kind in VISITED]
    name = {"city": frame.city.called}
    if frame.arrival:
        return _("Arrival in %(city)s") % name if frame.minutes else _("On the way")
    if frame.departure:
        return _("Last hours in %(city)s") % name
    if any(item.kind == "transfer" for item in frame.fixed):
        return _("On to %(city)s") % name
    return listed(seen[:2]) or _("A free day in %(city)s") % name
