"""A plan that keeps all is spoiled in one place after another: what is for that breaks, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import lru_cache

import pytest

from agency.sources.base import Offer
from missions.trips.account import total_of
from missions.trips.checks import check_plan
from missions.trips.ground import Found
from missions.trips.hours import later
from missions.trips.nearest import plan_or_nearest
from missions.trips.plan import Day, Item, Leg, Stay, TripPlan
from missions.trips.wish import TripWish
from tests.missions.trips.conftest import found, wish
from tests.missions.trips.test_events_on_their_day import event

FIRST, DAY = date(2027, 5, 11), timedelta(days=1)
BUDGET, ACCOUNT, DAYS, PEOPLE = (
    "Within the budget",
    "The account adds up",
    "The right days",
    "Right for everyone",
)
BEDS, CITIES, WAYS, WHERE = "A bed each night", "Cities in order", "Ways that fit", "Where you are that day"
OPEN, EVENTS, DIETS, TIMES = "Open when you come", "Events on their day", "Diets kept", "Times that work"
TABLES_ONCE, SIGHTS_ONCE = "No restaurant twice", "No sight twice"
PACE, MEALS, FOOD = "A pace that can be kept", "Meals", "The food asked for"
ROOM, RULES = "The kind of room asked for", "Allowed where you stay"
VISITS = ("sight", "activity", "event")
type Spoil = Callable[[TripPlan], object]


def asked() -> TripWish:
    return wish("Rome, Florence", FIRST, 6, origin="Berlin", limit=5000, exact=True, diets=("vegetarian",))


@lru_cache(maxsize=1)
def kept() -> TripPlan:
    """Six days in two cities, with a concert in the second."""
    ground = found(asked())
    ground.activities["Florence"] = [*ground.activities["Florence"], concert(ground)]
    return plan_or_nearest(asked(), ground)


def concert(ground: Found) -> Offer:
    one = event("Quartet", FIRST + 4 * DAY, "18:00", 90)
    place = ground.sights["Florence"][0].place
    return one.model_copy(update={"place": place})


def broken_in(plan: TripPlan, wanted: TripWish) -> set[str]:
    return {check.name for check in check_plan(plan, wanted) if not check.ok}


def items(plan: TripPlan, *kinds: str) -> list[Item]:
    return [item for day in plan.days for item in day.items if item.kind in kinds]


def whole_day(plan: TripPlan) -> Day:
    """The one with the most visits of those that are not cut by coming and going."""
    return max(plan.days[1:-1], key=lambda day: sum(item.kind in VISITS for item in day.items))


def visits(plan: TripPlan) -> list[Item]:
    return [item for item in whole_day(plan).items if item.kind in VISITS]


def stay(plan: TripPlan, **changes: object) -> None:
    changed(plan.stays[0], **changes)


def changed(of: Item | Stay | Leg | Day | TripPlan, **changes: object) -> None:
    for name, value in changes.items():
        setattr(of, name, value)


def a_day_later(plan: TripPlan) -> None:
    for day in plan.days:
        day.date += DAY
    for leg in plan.transport:
        leg.date += DAY
        leg.arrives_on = leg.arrives_on and leg.arrives_on + DAY
    for one in plan.stays:
        one.checkin, one.checkout = one.checkin + DAY, one.checkout + DAY
    for item in items(plan, "event"):
        assert item.held_from is not None
        assert item.held_until is not None
        item.held_from, item.held_until = item.held_from + DAY, item.held_until + DAY
    for item in items(plan, *VISITS, "restaurant"):
        item.opening_hours = ""


def other_way_round(plan: TripPlan) -> None:
    for one in (*plan.days, *plan.stays):
        one.city = {"Rome": "Florence", "Florence": "Rome"}[one.city]
    for item in items(plan, *VISITS, "restaurant", "meal", "free"):
        item.spot = None
    for leg in plan.transport:
        names = {"Rome": "Florence", "Florence": "Rome"}
        leg.origin, leg.to = names.get(leg.origin, leg.origin), names.get(leg.to, leg.to)


def one_day_elsewhere(plan: TripPlan) -> None:
    """Rome, Florence, Rome, Florence."""
    plan.days[1].city = "Florence"
    plan.days[1].items = []
    plan.budget.total = total_of(plan)


def crowded(plan: TripPlan) -> None:
    """Quarters of an hour, one after the other, where the first visit is."""
    day = whole_day(plan)
    one = visits(plan)[0]
    start = one.start
    day.items = [item for item in day.items if item.kind not in VISITS and item.end <= start] + [
        one.model_copy(
            update={"name": f"Look {n}", "start": later(start, 15 * n), "end": later(start, 15 * n + 15)}
        )
        for n in range(5)
    ]
    plan.budget.total = total_of(plan)
    for item in day.items:
        item.opening_hours = ""


def stretched(plan: TripPlan) -> None:
    """One visit from morning to night."""
    day = whole_day(plan)
    one = visits(plan)[0]
    day.items = [one]
    changed(one, start=time(9), end=time(19), opening_hours="")
    plan.budget.total = total_of(plan)


def without(plan: TripPlan, *kinds: str) -> None:
    day = whole_day(plan)
    day.items = [item for item in day.items if item.kind not in kinds]
    plan.budget.total = total_of(plan)


def held(plan: TripPlan, *, days: int = 0, minutes: int = 0) -> None:
    """The event at another time; without one, at none that is known."""
    one = items(plan, "event")[0]
    assert one.held_until is not None
    begins: datetime | None = one.held_from
    moved = timedelta(days=days)
    changed(
        one,
        held_from=begins + moved if begins and (days or minutes) else None,
        held_until=one.held_until + moved + timedelta(minutes=minutes),
    )


def hurried(plan: TripPlan) -> None:
    """A visit across the town, with no minute for the way there."""
    before, after = visits(plan)[:2]
    assert before.spot is not None
    day = whole_day(plan)
    day.items = [item for item in day.items if item.end <= before.start] + [before, after]
    length = timedelta(minutes=30)
    start = before.end
    changed(after, start=start, end=(datetime.combine(FIRST, start) + length).time(), opening_hours="")
    changed(after, spot=before.spot.model_copy(update={"lat": before.spot.lat + 0.05}))
    plan.budget.total = total_of(plan)


SPOILED: dict[str, tuple[Spoil, set[str]]] = {
    "one arrives in the evening": (
        lambda plan: setattr(plan.transport[0], "arrives", time(19, 5)),
        {"Time on the way"},
    ),
    "it costs more than the limit": (
        lambda plan: setattr(plan.budget, "limit", plan.budget.total - 1),
        {BUDGET},
    ),
    "it takes more than was named": (
        lambda plan: setattr(plan.budget, "needed", plan.budget.total),
        {BUDGET},
    ),
    "500 more in all": (lambda plan: setattr(plan.budget, "total", plan.budget.total + 500), {ACCOUNT}),
    "a sight for 500 more": (lambda plan: changed(visits(plan)[0], cost=Decimal(500)), {ACCOUNT}),
    "a stay for nothing": (lambda plan: stay(plan, cost=Decimal(0)), {ACCOUNT}),
    "a day is missing": (lambda plan: plan.days.pop(1), {DAYS, BEDS, ACCOUNT}),
    "a day too many": (
        lambda plan: plan.days.append(Day(date=plan.days[-1].date + DAY, city="Florence")),
        {DAYS, BEDS, WAYS},
    ),
    "all of it a day later": (a_day_later, {DAYS}),
    "one more comes": (lambda plan: changed(plan, people=3), {PEOPLE}),
    "the rooms are too few": (lambda plan: stay(plan, sleeps=1), {PEOPLE}),
    "the first bed is missing": (lambda plan: plan.stays.pop(0), {BEDS, ACCOUNT}),
    "the last night is missing": (
        lambda plan: changed(plan.stays[-1], checkout=plan.stays[-1].checkout - DAY),
        {BEDS},
    ),
    "two beds at once": (
        lambda plan: changed(plan.stays[-1], checkin=plan.stays[-1].checkin - DAY),
        {BEDS, CITIES},
    ),
    "a night after the end": (
        lambda plan: changed(plan.stays[-1], checkout=plan.stays[-1].checkout + DAY),
        {BEDS},
    ),
    "the cities the other way round": (other_way_round, {CITIES}),
    "a city is come back to": (one_day_elsewhere, {CITIES, MEALS}),
    "the bed is in the other city": (lambda plan: stay(plan, city="Florence"), {CITIES}),
    "no way between the cities": (lambda plan: plan.transport.pop(1), {WAYS, ACCOUNT}),
    "no way home": (lambda plan: plan.transport.pop(), {WAYS, ACCOUNT}),
    "no ways at all": (lambda plan: plan.transport.clear(), {WAYS, ACCOUNT}),
    "the way there is after the way on": (
        lambda plan: changed(plan.transport[0], date=plan.transport[1].date + DAY),
        {WAYS},
    ),
    "the way between is on another day": (
        lambda plan: changed(plan.transport[1], date=plan.transport[1].date + DAY),
        {WAYS},
    ),
    "the way home is a day early": (
        lambda plan: changed(plan.transport[-1], date=plan.transport[-1].date - DAY),
        {WAYS},
    ),
    "the way home is from elsewhere": (lambda plan: changed(plan.transport[-1], origin="Rome"), {WAYS}),
    "the way there goes elsewhere": (lambda plan: changed(plan.transport[0], to="Naples"), {WAYS}),
    "a sight is in another city": (
        lambda plan: changed(visits(plan)[0], spot=plan.stays[-1].spot),
        {WHERE, TIMES},
    ),
    "a sight is closed": (lambda plan: changed(visits(plan)[0], opening_hours="03:00-04:00"), {OPEN}),
    "a restaurant is closed": (
        lambda plan: changed(items(plan, "restaurant")[0], opening_hours="03:00-04:00"),
        {OPEN},
    ),
    "the concert was yesterday": (lambda plan: held(plan, days=-1), {EVENTS}),
    "the concert is over sooner": (lambda plan: held(plan, minutes=-30), {EVENTS}),
    "nobody knows when the concert is": (lambda plan: held(plan), {EVENTS}),
    "a restaurant twice": (
        lambda plan: changed(items(plan, "restaurant")[1], name=items(plan, "restaurant")[0].name.upper()),
        {TABLES_ONCE},
    ),
    "a sight twice": (
        lambda plan: changed(items(plan, "sight")[1], name=items(plan, "sight")[0].name.lower()),
        {SIGHTS_ONCE},
    ),
    "a dish against the diet": (lambda plan: changed(items(plan, "restaurant")[0], note=""), {DIETS}),
    "two things at once": (
        lambda plan: changed(
            visits(plan)[1], start=visits(plan)[0].start, end=visits(plan)[0].end, opening_hours=""
        ),
        {TIMES},
    ),
    "it ends before it begins": (lambda plan: changed(items(plan, "meal")[0], end=time(5)), {TIMES}),
    "there is no time to get there": (hurried, {TIMES, MEALS}),
    "five visits on a day": (crowded, {PACE, MEALS}),
    "ten hours in one": (stretched, {PACE, MEALS}),
    "nothing to eat on a day": (lambda plan: without(plan, "restaurant", "meal"), {MEALS}),
}


def test_the_plan_keeps_all() -> None:
    assert broken_in(kept(), asked()) == set()
    assert items(kept(), "event")
    assert kept().misfits == []


@pytest.mark.parametrize(("spoil", "breaks"), SPOILED.values(), ids=SPOILED.keys())
def test_the_check_breaks_where(spoil: Spoil, breaks: set[str]) -> None:
    plan = kept().model_copy(deep=True)
    spoil(plan)
    assert broken_in(plan, asked()) == breaks


WISHED: dict[str, tuple[dict[str, object], str]] = {
    "another kind of room": ({"rooms": ("castle",)}, ROOM),
    "a place that does not say whether pets may come": ({"rules": ("pets",)}, RULES),
    "food that nobody cooks there": ({"kitchens": ("ethiopian",)}, FOOD),
    "another first day": ({"first": FIRST - DAY}, DAYS),
    "more people": ({"people": 4}, PEOPLE),
    "a diet that nobody keeps there": ({"diets": ("fruitarian",)}, DIETS),
}


@pytest.mark.parametrize(("changes", "breaks"), WISHED.values(), ids=WISHED.keys())
def test_the_check_breaks_where_what_was_wished_for_is(changes: dict[str, object], breaks: str) -> None:
    assert broken_in(kept(), asked().with_(**changes)) == {breaks}


def test_every_check_is_seen_to_break() -> None:
    seen = set().union(*(breaks for _, breaks in SPOILED.values()), *({one} for _, one in WISHED.values()))
    every = asked().with_(rooms=("castle",), rules=("pets",), kitchens=("ethiopian",))
    assert seen == {check.name for check in check_plan(kept(), every)}
