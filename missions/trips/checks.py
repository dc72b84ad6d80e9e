"""What every plan must keep: checked on the finished plan alone, against the wish, whoever made it.

The constraints are those of the TravelPlanner benchmark (Xie et al., 2024) as far as they apply here: within
the budget, right number of people and days, a place to sleep each night, a reasonable order of cities,
transport that fits, no restaurant or sight twice, nothing outside its opening hours; and that the times of a
day can be kept on foot and by public transport.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from missions import money
from missions.trips import asked
from missions.trips.account import account_of
from missions.trips.ground import MAJOR_MINUTES, for_days, window_on
from missions.trips.holidays import holidays_told
from missions.trips.hours import minutes_between, open_through
from missions.trips.on_the_way import hours_on_the_way
from missions.trips.plan import Budget, Check, Day, Item, Spot, TripPlan, checked
from missions.trips.walking import kilometres, travel_minutes
from missions.trips.way_checks import ways_fit
from missions.trips.wish import TripWish
from missions.trips.wording import nights_words, people_words
from missions.when import day_in_words
from ownyou.lib.city_names import cities_in_words
from ownyou.lib.locales import clock
from ownyou.lib.text import key_of

CENT = Decimal("0.01")
MOST_VISITS, MOST_MAIN = 4, 2
MOST_BUSY_MINUTES = 540
CITY_KM = 40.0
VISITS = frozenset({"sight", "activity", "event"})
MEALS = frozenset({"restaurant", "meal"})


def check_plan(plan: TripPlan, wish: TripWish) -> list[Check]:
    """All checks in the order in which people read them; the first is that of the budget."""
    return [
        within_budget(plan.budget, wish.language),
        _account(plan),
        _days(plan, wish),
        _people(plan, wish),
        _nights(plan, wish),
        _order(plan, wish),
        ways_fit(plan, wish),
        *hours_on_the_way(plan, wish),
        _inside_the_city(plan, wish),
        _open(plan, wish),
        *holidays_told(plan, wish.language),
        _events(plan, wish),
        _once(plan, _("No restaurant twice"), frozenset({"restaurant"})),
        _once(plan, _("No sight twice"), VISITS),
        _diets(plan, wish),
        _times(plan),
        _pace(plan, wish),
        _meals(plan, wish),
        *asked.checks_of(plan, wish),
    ]


def broken(checks: list[Check]) -> list[Check]:
    """The hard ones that a plan does not keep."""
    return [check for check in checks if check.hard and not check.ok]


def within_budget(budget: Budget, language: str) -> Check:
    """Whether it costs no more than the person named; both amounts where it cannot be done for that."""
    limit, total, name = budget.limit, budget.total, _("Within the budget")

    def words(amount: Decimal) -> str:
        return money.in_words(amount, budget.currency, language)

    if limit is None:
        said = _("no limit named; %(total)s in all") % {"total": words(total)}
        return Check(name=name, ok=True, detail=said)
    if budget.needed is not None:
        both = {"needed": words(budget.needed), "limit": words(limit)}
        return Check(name=name, ok=False, detail=_("it takes %(needed)s, and you named %(limit)s") % both)
    over = {"over": words(total - limit), "limit": words(limit)}
    wrong = [_("%(over)s more than the %(limit)s that it may cost") % over] if total > limit else []
    return checked(name, wrong, _("%(total)s of %(limit)s") % {"total": words(total), "limit": words(limit)})


def _account(plan: TripPlan) -> Check:
    summed = account_of(plan)[-1].running
    wrong = (
        [_("the parts add up to %(sum)s, not %(total)s") % {"sum": summed, "total": plan.budget.total}]
        if abs(summed - plan.budget.total) > CENT
        else []
    )
    return checked(_("The account adds up"), wrong, _("the parts make the total"))


def _days(plan: TripPlan, wish: TripWish) -> Check:
    dates = [day.date for day in plan.days]

    def words(day: date) -> str:
        return day_in_words(day, wish.language)

    wrong = []
    if len(dates) != wish.days:
        wrong.append(_("%(n)d days instead of %(wanted)d") % {"n": len(dates), "wanted": wish.days})
    wrong += [
        _("%(after)s does not follow %(day)s") % {"after": words(after), "day": words(day)}
        for day, after in pairwise(dates)
        if after - day != timedelta(1)
    ]
    if wish.exact and dates and dates[0] != wish.first:
        begins = {"day": words(dates[0]), "wanted": words(wish.first)}
        wrong.append(_("begins on %(day)s instead of %(wanted)s") % begins)
    count = ngettext("%(n)d day", "%(n)d days", len(dates)) % {"n": len(dates)}
    right = f"{count}, {words(dates[0])} – {words(dates[-1])}" if dates else ""
    return checked(_("The right days"), wrong, right)


def _people(plan: TripPlan, wish: TripWish) -> Check:
    wrong = (
        []
        if plan.people == wish.people
        else [_("for %(n)d instead of %(wanted)d") % {"n": plan.people, "wanted": wish.people}]
    )
    wrong += [
        _("%(stay)s: %(rooms)d rooms sleep %(n)d")
        % {"stay": stay.name, "rooms": stay.rooms, "n": stay.sleeps}
        for stay in plan.stays
        if stay.sleeps and stay.sleeps < plan.people
    ]
    return checked(_("Right for everyone"), wrong, people_words(plan.people))


def _nights(plan: TripPlan, wish: TripWish) -> Check:
    """Each night between the days has one bed: a stay's, or the seat of a night on the way."""
    if wish.home or not plan.days:
        return Check(name=_("A bed each night"), ok=True, detail=_("you sleep at home"))
    nights = [day.date for day in plan.days[:-1]]
    theirs = {day.date for day in plan.days if day.city in wish.bedless}
    slept = Counter(
        stay.checkin + timedelta(days=n)
        for stay in plan.stays
        for n in range((stay.checkout - stay.checkin).days)
    )
    flown = {
        leg.date + timedelta(days=n)
        for leg in plan.transport
        if leg.arrives_on is not None
        for n in range((leg.arrives_on - leg.date).days)
    }

    def words(night: date) -> str:
        return day_in_words(night, wish.language)

    wrong = [
        _("no bed on %(night)s") % {"night": words(night)}
        for night in nights
        if not slept[night] and night not in flown | theirs
    ]
    wrong += [
        _("%(n)d beds on %(night)s") % {"n": count, "night": words(night)}
        for night, count in slept.items()
        if count > 1 or night not in nights
    ]
    right = nights_words(len(nights)) if not theirs else [_("a bed is left to you")]
    return checked(_("A bed each night"), wrong, *right)


def _order(plan: TripPlan, wish: TripWish) -> Check:
    seen = list(dict.fromkeys(day.city for day in plan.days))
    runs = [
        city
        for n, city in enumerate(day.city for day in plan.days)
        if n == 0 or plan.days[n - 1].city != city
    ]
    wanted = [city.name for city in wish.cities]
    instead = {"seen": ", ".join(cities_in_words(seen)), "wanted": ", ".join(cities_in_words(wanted))}
    wrong = [] if seen == wanted else [_("%(seen)s instead of %(wanted)s") % instead]
    wrong += [_("a city is left and come back to")] if len(runs) > len(seen) else []
    wrong += [
        _("%(stay)s is in %(there)s while the day of %(day)s ends in %(here)s")
        % {
            "stay": stay.name,
            "there": stay.called,
            "day": day_in_words(day.date, wish.language),
            "here": day.called,
        }
        for day in plan.days
        for stay in plan.stays
        if stay.checkin <= day.date < stay.checkout and stay.city != day.city
    ]
    return checked(_("Cities in order"), wrong, " – ".join(cities_in_words(seen)))


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
            wrong.append(_("%(name)s is not in %(city)s") % {"name": far[0].name, "city": day.called})
    return checked(_("Where you are that day"), wrong, _("each day keeps to its city"))


def _open(plan: TripPlan, wish: TripWish) -> Check:
    wrong, unknown = [], 0
    for day in plan.days:
        for item in day.items:
            if item.kind not in VISITS | {"restaurant"} or _has_its_own_time(item):
                continue
            opened = open_through(item.opening_hours, day.date, item.start, item.end, item.spot)
            unknown += opened is None
            if opened is False:
                when = {"day": day_in_words(day.date, wish.language), "at": clock(item.start, wish.language)}
                wrong.append(_("%(name)s is closed on %(day)s at %(at)s") % {"name": item.name, **when})
    right = _("open then; %(n)d without known hours") % {"n": unknown} if unknown else _("all are open then")
    return checked(_("Open when you come"), wrong, right)


def _events(plan: TripPlan, wish: TripWish) -> Check:
    """What is held on a day is gone to on that day, while it is held."""
    wrong, held = [], 0
    for day in plan.days:
        for item in day.items:
            if item.kind != "event":
                continue
            held += 1
            if not _is_held(item, day.date):
                words = {"name": item.name, "day": day_in_words(day.date, wish.language)}
                wrong.append(_("%(name)s is not held on %(day)s at that time") % words)
    right = ngettext("%(n)d event, when it is held", "%(n)d events, when they are held", held) % {"n": held}
    return checked(_("Events on their day"), wrong, right if held else _("none planned"))


def _has_its_own_time(item: Item) -> bool:
    """A concert is at its hour, whatever the hours of its house; an exhibition keeps to hours."""
    if item.held_from is None or item.held_until is None:
        return False
    return not for_days(item.held_from, item.held_until)


def _is_held(item: Item, day: date) -> bool:
    if item.held_from is None or item.held_until is None:
        return False
    begins, ends = datetime.combine(day, item.start), datetime.combine(day, item.end)
    if not item.held_from <= begins or not ends <= item.held_until:
        return False
    if _has_its_own_time(item):
        return True
    window = window_on(item.held_from, item.held_until, day, item.opening_hours)
    return window is not None and window[0] <= item.start and item.end <= window[1]


def _once(plan: TripPlan, name: str, kinds: frozenset[str]) -> Check:
    counted = Counter(key_of(item.name) for day in plan.days for item in day.items if item.kind in kinds)
    wrong = [
        _("%(name)s %(n)d times") % {"name": title, "n": count}
        for title, count in counted.items()
        if count > 1
    ]
    return checked(name, wrong, _("each once"))


def _diets(plan: TripPlan, wish: TripWish) -> Check:
    """Where someone keeps a diet, each restaurant serves it."""
    needed = [key_of(diet) for diet in wish.diets]
    places = [item for day in plan.days for item in day.items if item.kind == "restaurant"]
    wrong = [item.name for item in places if any(diet not in key_of(item.note) for diet in needed)]
    return checked(_("Diets kept"), wrong, ", ".join(wish.diets).replace("_", "-") or _("none named"))


def _times(plan: TripPlan) -> Check:
    """Nothing overlaps, and between two places there is time to get from one to the other."""
    wrong: list[str] = []
    for day in plan.days:
        wrong += _times_of(day)
    return checked(_("Times that work"), wrong, _("time enough between the places"))


def _times_of(day: Day) -> Iterator[str]:
    here: tuple[Item, Spot] | None = None
    for item, after in pairwise(day.items):
        if minutes_between(item.end, after.start) < 0:
            yield _("%(after)s begins before %(name)s is over") % {"after": after.name, "name": item.name}
    for item in day.items:
        if item.end < item.start:
            yield _("%(name)s ends before it begins") % {"name": item.name}
        if item.kind == "transfer":
            here = None
        elif item.spot is not None:
            way = travel_minutes(here[1], item.spot) if here else 0
            if here and minutes_between(here[0].end, item.start) < way:
                yield _("%(n)d minutes from %(here)s to %(there)s are not there") % {
                    "n": way,
                    "here": here[0].name,
                    "there": item.name,
                }
            here = (item, item.spot)


def _pace(plan: TripPlan, wish: TripWish) -> Check:
    wrong = []
    for day in plan.days:
        visits = [item for item in day.items if item.kind in VISITS]
        lengths = [minutes_between(item.start, item.end) for item in visits]
        main = sum(length >= MAJOR_MINUTES for length in lengths)
        if len(visits) > MOST_VISITS or main > MOST_MAIN or sum(lengths) > MOST_BUSY_MINUTES:
            words = {
                "n": len(visits),
                "hours": sum(lengths) // 60,
                "day": day_in_words(day.date, wish.language),
            }
            wrong.append(_("%(n)d visits, %(hours)d hours of them, on %(day)s") % words)
    right = ngettext("at most %(n)d visit a day", "at most %(n)d visits a day", MOST_VISITS)
    return checked(_("A pace that can be kept"), wrong, right % {"n": MOST_VISITS})


def _meals(plan: TripPlan, wish: TripWish) -> Check:
    """Whole days have lunch and dinner."""
    wrong = [
        _("a meal is missing on %(day)s") % {"day": day_in_words(day.date, wish.language)}
        for day in plan.days[1:-1]
        if sum(item.kind in MEALS for item in day.items) < 2 and not _travelled_all_day(day)
    ]
    return checked(_("Meals"), wrong, _("lunch and dinner on whole days"), hard=False)


def _travelled_all_day(day: Day) -> bool:
    return any(item.kind == "transfer" and minutes_between(item.start, item.end) > 300 for item in day.items)
