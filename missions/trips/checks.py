"""What every plan must keep: checked on the finished plan alone, against the wish, whoever made it.

The constraints are those of the TravelPlanner benchmark (Xie et al., 2024) as far as they apply here: within
the budget, right number of people and days, a place to sleep each night, a reasonable order of cities,
transport that fits, no restaurant or sight twice, nothing outside its opening hours; and that the times of a
day can be kept on foot and by public transport.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from decimal import Decimal
from itertools import pairwise

from missions.trips.account import account_of
from missions.trips.ground import MAJOR_MINUTES
from missions.trips.hours import minutes_between, open_through
from missions.trips.plan import Check, Day, Item, Spot, TripPlan
from missions.trips.walking import kilometres, travel_minutes
from missions.trips.wish import TripWish
from ownyou.lib.text import key_of

CENT = Decimal("0.01")
MOST_VISITS, MOST_MAIN = 4, 2
MOST_BUSY_MINUTES = 540
CITY_KM = 40.0
VISITS = frozenset({"sight", "activity", "event"})
MEALS = frozenset({"restaurant", "meal"})


def check_plan(plan: TripPlan, wish: TripWish) -> list[Check]:
    """All checks in the order in which people read them."""
    return [
        _budget(plan, wish),
        _account(plan),
        _days(plan, wish),
        _people(plan, wish),
        _nights(plan, wish),
        _order(plan, wish),
        _transport(plan, wish),
        _inside_the_city(plan, wish),
        _open(plan),
        _once(plan, "No restaurant twice", frozenset({"restaurant"})),
        _once(plan, "No sight twice", VISITS),
        _diets(plan, wish),
        _times(plan),
        _pace(plan),
        _meals(plan),
    ]


def broken(checks: list[Check]) -> list[Check]:
    """The hard ones that a plan does not keep."""
    return [check for check in checks if check.hard and not check.ok]


def _said(name: str, wrong: list[str], right: str, *, hard: bool = True) -> Check:
    return Check(name=name, ok=not wrong, detail="; ".join(wrong[:3]) or right, hard=hard)


def _budget(plan: TripPlan, wish: TripWish) -> Check:
    limit, total, currency = plan.budget.limit, plan.budget.total, plan.budget.currency
    if limit is None:
        return Check(name="Within the budget", ok=True, detail=f"no limit named; {total} {currency} in all")
    over = total - limit
    wrong = [f"{over} {currency} more than the {limit} that it may cost"] if over > 0 else []
    return _said("Within the budget", wrong, f"{total} of {limit} {currency}")


def _account(plan: TripPlan) -> Check:
    summed = account_of(plan)[-1].running
    wrong = (
        [f"the parts add up to {summed}, not {plan.budget.total}"]
        if abs(summed - plan.budget.total) > CENT
        else []
    )
    return _said("The account adds up", wrong, "the parts make the total")


def _days(plan: TripPlan, wish: TripWish) -> Check:
    dates = [day.date for day in plan.days]
    wrong = [] if len(dates) == wish.days else [f"{len(dates)} days instead of {wish.days}"]
    wrong += [
        f"{after} does not follow {day}" for day, after in pairwise(dates) if after - day != timedelta(1)
    ]
    if wish.exact and dates and dates[0] != wish.first:
        wrong.append(f"begins on {dates[0]} instead of {wish.first}")
    return _said("The right days", wrong, f"{len(dates)} days, {dates[0]} to {dates[-1]}" if dates else "")


def _people(plan: TripPlan, wish: TripWish) -> Check:
    wrong = [] if plan.people == wish.people else [f"for {plan.people} instead of {wish.people}"]
    wrong += [
        f"{stay.name}: {stay.rooms} rooms sleep {stay.sleeps}"
        for stay in plan.stays
        if stay.sleeps and stay.sleeps < plan.people
    ]
    return _said("Right for everyone", wrong, f"{plan.people} {'person' if plan.people == 1 else 'people'}")


def _nights(plan: TripPlan, wish: TripWish) -> Check:
    """Each night between the days has one bed: a stay's, or the seat of a night on the way."""
    if wish.home or not plan.days:
        return Check(name="A bed each night", ok=True, detail="you sleep at home")
    nights = [day.date for day in plan.days[:-1]]
    slept = Counter(
        stay.checkin + timedelta(days=n)
        for stay in plan.stays
        for n in range((stay.checkout - stay.checkin).days)
    )
    flown = {leg.date for leg in plan.transport if leg.arrives and leg.leaves and leg.arrives < leg.leaves}
    wrong = [f"no bed on {night}" for night in nights if not slept[night] and night not in flown]
    wrong += [
        f"{count} beds on {night}" for night, count in slept.items() if count > 1 or night not in nights
    ]
    return _said("A bed each night", wrong, f"{len(nights)} nights")


def _order(plan: TripPlan, wish: TripWish) -> Check:
    seen = list(dict.fromkeys(day.city for day in plan.days))
    runs = [
        city
        for n, city in enumerate(day.city for day in plan.days)
        if n == 0 or plan.days[n - 1].city != city
    ]
    wanted = [city.name for city in wish.cities]
    wrong = [] if seen == wanted else [f"{', '.join(seen)} instead of {', '.join(wanted)}"]
    wrong += ["a city is left and come back to"] if len(runs) > len(seen) else []
    wrong += [
        f"{stay.name} is in {stay.city} while the day of {day.date} ends in {day.city}"
        for day in plan.days
        for stay in plan.stays
        if stay.checkin <= day.date < stay.checkout and stay.city != day.city
    ]
    return _said("Cities in order", wrong, ", then ".join(seen))


def _transport(plan: TripPlan, wish: TripWish) -> Check:
    """Each way begins where the last one ended, in the order of time, and all of it inside the trip."""
    legs, wrong = plan.transport, []
    for leg, after in pairwise(legs):
        if key_of(leg.to) != key_of(after.origin) and after is not legs[-1]:
            wrong.append(f"arrives in {leg.to} and goes on from {after.origin}")
        if after.date < leg.date:
            wrong.append(f"{after.origin} – {after.to} is before {leg.origin} – {leg.to}")
    ways = {(leg.origin, leg.to) for leg in legs}
    changes = pairwise(dict.fromkeys(day.city for day in plan.days))
    wrong += [f"no way from {here} to {there}" for here, there in changes if (here, there) not in ways]
    if wish.origin is not None and not wish.home:
        wrong += _there_and_back(plan, wish.origin.name)
    kinds = {leg.kind for leg in legs}
    right = f"by {' and '.join(sorted(kinds))}, there and back" if legs else "getting there is left to you"
    return _said("Ways that fit", wrong, right)


def _there_and_back(plan: TripPlan, home: str) -> list[str]:
    if not plan.days or not plan.transport:
        return [f"no way from {home} and back"]
    out, back = plan.transport[0], plan.transport[-1]
    first, last = plan.days[0], plan.days[-1]
    wrong = []
    if (out.origin, out.to) != (home, first.city) or not timedelta(0) <= first.date - out.date <= timedelta(
        2
    ):
        wrong.append(f"does not come to {first.city} from {home} on the first day")
    if (back.origin, back.to, back.date) != (last.city, home, last.date):
        wrong.append(f"does not go back to {home} on the last day")
    return wrong


def _inside_the_city(plan: TripPlan, wish: TripWish) -> Check:
    """What a day has lies in its city, unless the day is a trip out of it, there and back."""
    centres = {city.name: city.spot for city in wish.cities}
    wrong = []
    for day in plan.days:
        rides = sum(item.kind == "transfer" for item in day.items)
        far = [
            item
            for item in day.items
            if item.spot and kilometres(centres.get(day.city, item.spot), item.spot) > CITY_KM
        ]
        if far and rides < 2:
            wrong.append(f"{far[0].name} is not in {day.city}")
    return _said("Where you are that day", wrong, "each day keeps to its city")


def _open(plan: TripPlan) -> Check:
    wrong, unknown = [], 0
    for day in plan.days:
        for item in day.items:
            if item.kind not in VISITS | {"restaurant"}:
                continue
            opened = open_through(item.opening_hours, day.date, item.start, item.end)
            unknown += opened is None
            if opened is False:
                wrong.append(f"{item.name} is closed on {day.date:%a %-d %b} at {item.start:%H:%M}")
    right = "all are open then" if not unknown else f"open then; {unknown} without known hours"
    return _said("Open when you come", wrong, right)


def _once(plan: TripPlan, name: str, kinds: frozenset[str]) -> Check:
    counted = Counter(key_of(item.name) for day in plan.days for item in day.items if item.kind in kinds)
    wrong = [f"{title} {count} times" for title, count in counted.items() if count > 1]
    return _said(name, wrong, "each once")


def _diets(plan: TripPlan, wish: TripWish) -> Check:
    """Where someone keeps a diet, each restaurant serves it."""
    needed = [key_of(diet) for diet in wish.diets]
    places = [item for day in plan.days for item in day.items if item.kind == "restaurant"]
    wrong = [item.name for item in places if any(diet not in key_of(item.note) for diet in needed)]
    return _said("Diets kept", wrong, ", ".join(wish.diets).replace("_", "-") or "none named")


def _times(plan: TripPlan) -> Check:
    """Nothing overlaps, and between two places there is time to get from one to the other."""
    wrong: list[str] = []
    for day in plan.days:
        wrong += _times_of(day)
    return _said("Times that work", wrong, "time enough between the places")


def _times_of(day: Day) -> Iterator[str]:
    here: tuple[Item, Spot] | None = None
    for item, after in pairwise(day.items):
        if minutes_between(item.end, after.start) < 0:
            yield f"{after.name} begins before {item.name} is over on {day.date}"
    for item in day.items:
        if item.end < item.start:
            yield f"{item.name} ends before it begins"
        if item.kind == "transfer":
            here = None
        elif item.spot is not None:
            way = travel_minutes(here[1], item.spot) if here else 0
            if here and minutes_between(here[0].end, item.start) < way:
                yield f"{way} minutes from {here[0].name} to {item.name} are not there on {day.date}"
            here = (item, item.spot)


def _pace(plan: TripPlan) -> Check:
    wrong = []
    for day in plan.days:
        visits = [item for item in day.items if item.kind in VISITS]
        lengths = [minutes_between(item.start, item.end) for item in visits]
        main = sum(length >= MAJOR_MINUTES for length in lengths)
        if len(visits) > MOST_VISITS or main > MOST_MAIN or sum(lengths) > MOST_BUSY_MINUTES:
            wrong.append(f"{len(visits)} visits, {sum(lengths) // 60} hours of them, on {day.date}")
    return _said("A pace that can be kept", wrong, f"at most {MOST_VISITS} visits a day")


def _meals(plan: TripPlan) -> Check:
    """Whole days have lunch and dinner."""
    wrong = [
        f"a meal is missing on {day.date}"
        for day in plan.days[1:-1]
        if sum(item.kind in MEALS for item in day.items) < 2 and not _travelled_all_day(day)
    ]
    return _said("Meals", wrong, "lunch and dinner on whole days", hard=False)


def _travelled_all_day(day: Day) -> bool:
    return any(item.kind == "transfer" and minutes_between(item.start, item.end) > 300 for item in day.items)
