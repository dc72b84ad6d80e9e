"""One day with many people: a place, a meal, hands to help, and how everyone comes and gets home."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, time
from decimal import ROUND_UP, Decimal
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from agency.sources.base import Offer
from missions import money
from missions.trips.access import STEP_FREE, Access, check_access
from missions.trips.account import total_of
from missions.trips.checks import within_budget
from missions.trips.ground import price_in, spot_of
from missions.trips.hours import later, minutes_between
from missions.trips.plan import Budget, Check, Day, Item, ItemKind, Meal, Task, TripPlan
from missions.trips.rides import FETCHING, check_rides, in_cars, is_driven, riders, rides_of
from missions.trips.wording import listed, people_words
from missions.when import day_in_words
from ownyou.lib.city_names import city_in_words
from ownyou.lib.locales import clock

VENUE, MENU, HELPERS, TRANSPORT = "venue", "menu", "helpers", "transport"
NEEDED = (VENUE, MENU, HELPERS, TRANSPORT)
NAMES = {
    VENUE: gettext_lazy("place"),
    MENU: gettext_lazy("meal"),
    HELPERS: gettext_lazy("helpers"),
    TRANSPORT: gettext_lazy("way to come and get home"),
}
USUAL_PEOPLE = 20
"""Where nobody said how many come."""

NOON = time(12)
PER_PERSON = "person"
SETTING_UP, EATING, AFTERWARDS = 120, 90, 60
"""Minutes before the guests come, at the table, and for coffee, songs and talk."""

CLOSING, GUESTS_A_HELPER = 60, 10
"""Minutes that washing up takes, and how many guests one pair of hands is enough for."""

LEAST = {VENUE: Decimal(100), MENU: Decimal(7), HELPERS: Decimal(0), TRANSPORT: Decimal(40)}
"""US dollars that a part takes at least; the meal for each guest."""

SHARES = {MENU: Decimal("0.7"), HELPERS: Decimal("0.12"), TRANSPORT: Decimal("0.18")}
"""How what the place leaves is divided, so that parts asked side by side do not overspend together."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """What is wished for: `limit` is for everything, in `currency`; people are names that were said.

    `rides`: how many have to be fetched, where that was said. `counts`: how many keep each of the diets.
    """

    title: str
    city: str
    day: date
    people: int
    currency: str
    language: str = "en"
    starts: time = NOON
    limit: Decimal | None = None
    diets: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    helpers: tuple[str, ...] = ()
    drivers: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()
    rides: int | None = None
    wheelchairs: int = 0
    access: Access = ""


OCCASIONS = {
    name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for name, words in (
        ("brunch", r"brunch\w*|breakfast|frühstück|petit déjeuner"),
        ("lunch", r"lunch|mittag\w*|déjeuner"),
        ("coffee", r"coffee|kaffee\w*|goûter|tea"),
        ("dinner", r"dinner|supper|abendessen|dîner"),
        ("party", r"party|fest|fête|celebration"),
    )
}
"""What kind of gathering words name."""

TITLED = {
    "brunch": (gettext_lazy("Brunch for %(n)d"), gettext_lazy("Senior brunch for %(n)d")),
    "lunch": (gettext_lazy("Lunch for %(n)d"), gettext_lazy("Senior lunch for %(n)d")),
    "coffee": (gettext_lazy("Coffee afternoon for %(n)d"), gettext_lazy("Senior coffee afternoon for %(n)d")),
    "dinner": (gettext_lazy("Dinner for %(n)d"), gettext_lazy("Senior dinner for %(n)d")),
    "party": (gettext_lazy("Party for %(n)d"), gettext_lazy("Senior party for %(n)d")),
    "gathering": (gettext_lazy("Gathering for %(n)d"), gettext_lazy("Senior gathering for %(n)d")),
}
"""What it is called, for anybody and for seniors."""


def cost_of(offer: Offer, wish: Gathering) -> Decimal:
    """What an offer costs for the whole gathering: by head, or once for each time it is needed."""
    price = price_in(offer, wish.currency)
    if offer.attributes.get("price_unit") == PER_PERSON:
        return price * (_passengers(wish) if offer.category == TRANSPORT else wish.people)
    return price * rounds(offer, wish)


def rounds(offer: Offer, wish: Gathering) -> int:
    """A bus goes as often as the riders need it; everything else is there once."""
    seats = offer.attributes.get("most_people")
    if offer.category != TRANSPORT or not isinstance(seats, int) or seats < 1:
        return 1
    return int((Decimal(_passengers(wish)) / seats).to_integral_value(ROUND_UP))


def _passengers(wish: Gathering) -> int:
    """Whom named drivers leave to a bus; all where they leave nobody, so that what is offered has a price."""
    return riders(wish) - in_cars(wish) or riders(wish)


def fits(offer: Offer, wish: Gathering) -> bool:
    """Whether it is large enough (a bus may go twice), takes wheelchairs, and the meal keeps the diets."""
    most = offer.attributes.get("most_people")
    if offer.category != TRANSPORT and isinstance(most, int) and most < wish.people:
        return False
    features = features_of(offer)
    if wish.access == "needed" and offer.category == VENUE and STEP_FREE not in features:
        return False
    if wish.wheelchairs and offer.category == TRANSPORT and "wheelchair" not in features:
        return False
    return offer.category != MENU or set(wish.diets) <= served(features)


def features_of(offer: Offer) -> set[str]:
    """What an offer says of itself, as one word each."""
    features = offer.attributes.get("features")
    return {str(one).replace(" ", "_") for one in features} if isinstance(features, list) else set()


def served(features: set[str]) -> set[str]:
    """The diets that a meal keeps: what is vegan is vegetarian."""
    return features | ({"vegetarian"} if "vegan" in features else set())


# What a part may cost ------------------------------------------------------------------------------------


def room_for(part: str, wish: Gathering, spent: Mapping[str, Decimal]) -> tuple[Decimal, Decimal] | None:
    """What a part may cost: its share of what is left, and the most that leaves the others the least."""
    if wish.limit is None:
        return None
    least = {name: least_of(name, wish) for name in NEEDED}
    open_parts = [name for name in NEEDED if name != part and name not in spent]
    most = (
        wish.limit - sum(spent.values(), Decimal(0)) - sum((least[name] for name in open_parts), Decimal(0))
    )
    if part == VENUE:
        return most, most
    left = wish.limit - spent.get(VENUE, least[VENUE])
    return max(Decimal(0), left * SHARES[part]), most


def least_of(part: str, wish: Gathering) -> Decimal:
    """What a part takes at least, in the gathering's currency."""
    least = LEAST[part] * (wish.people if part == MENU else 1)
    return money.converted(least, "USD", wish.currency) or least


# The day ---------------------------------------------------------------------------------------------------


def plan_gathering(wish: Gathering, chosen: Mapping[str, Offer], version: int) -> TripPlan:
    """The day from setting up to washing up; what it needs beyond the budget is said."""
    plan = TripPlan(
        title=wish.title,
        people=wish.people,
        budget=Budget(limit=wish.limit, currency=wish.currency),
        days=[Day(date=wish.day, city=wish.city, title=wish.title, items=_items(wish, chosen))],
        tasks=tasks_of(wish),
        rides=rides_of(wish, chosen.get(TRANSPORT), _times(wish)[2]),
        meals=meals_of(wish, chosen.get(MENU)),
        version=version,
    )
    plan.budget.total = total_of(plan)
    missing = [
        str(NAMES[name])
        for name in NEEDED
        if name not in chosen and not (name == TRANSPORT and is_driven(wish))
    ]
    if missing:
        words = _("Nothing that fits is known in %(city)s for: %(what)s. That is left to you.")
        plan.misfits = [words % {"city": city_in_words(wish.city), "what": listed(missing)}]
    if wish.limit is not None and plan.budget.total > wish.limit:
        said = money.rounded_in_words(wish.limit, wish.currency, wish.language)
        costs = money.rounded_in_words(plan.budget.total, wish.currency, wish.language)
        words = _("%(limit)s is not enough: what you chose costs %(total)s.")
        plan.misfits.insert(0, words % {"limit": said, "total": costs})
    plan.budget.settle()
    plan.checks = check_gathering(plan, wish, chosen)
    return plan


def meal_name(starts: time) -> str:
    """What is eaten together at that hour."""
    if starts < time(11):
        return _("Breakfast together")
    if starts < time(14, 30):
        return _("Lunch together")
    return _("Coffee and cake together") if starts < time(17) else _("Dinner together")


def _times(wish: Gathering) -> tuple[time, time, time, time, time]:
    """When setting up begins, the guests eat, eating is over, all go home, and the door is closed."""
    eaten = later(wish.starts, EATING)
    over = later(eaten, AFTERWARDS)
    home = later(over, FETCHING)
    return later(wish.starts, -SETTING_UP), eaten, over, home, later(home, CLOSING)


def _items(wish: Gathering, chosen: Mapping[str, Offer]) -> list[Item]:
    start = wish.starts
    up, eaten, over, home, closed = _times(wish)
    rides, fetched = chosen.get(TRANSPORT), riders(wish)
    fetching = ngettext("Fetching %(n)d guest", "Fetching %(n)d guests", fetched) % {"n": fetched}
    venue, helpers, menu = (chosen.get(part) for part in (VENUE, HELPERS, MENU))
    meet, ready = later(start, -45), later(start, -FETCHING)
    return [
        _of(venue, "event", _("Setting up: tables, flowers, coffee"), up, meet, wish),
        _of(helpers, "event", _("Helpers meet and share the work"), meet, ready, wish),
        _of(None if is_driven(wish) else rides, "transfer", fetching, ready, start, wish),
        _of(menu, "meal", meal_name(start), start, eaten, wish),
        _of(None, "free", _("Coffee, songs and talk"), eaten, over, wish),
        _of(None, "transfer", _("Everyone is brought home"), over, home, wish),
        _of(None, "event", _("Washing up and closing"), home, closed, wish),
    ]  # fmt: skip


def _of(offer: Offer | None, kind: ItemKind, name: str, start: time, end: time, wish: Gathering) -> Item:
    """One step of the day; what was chosen for it stands in the note, with its cost."""
    return Item(
        kind=kind,
        name=name,
        start=start,
        end=end,
        cost=cost_of(offer, wish) if offer else Decimal(0),
        source=offer.source if offer else "",
        offer=offer.source_id if offer else "",
        sample=offer.sample if offer else False,
        spot=spot_of(offer) if offer and offer.category == VENUE else None,
        link=offer.link if offer else "",
        category=offer.category if offer else "",
        note=_named(offer) if offer else "",
    )


def _named(offer: Offer) -> str:
    """What was chosen by its name, and whether its price is estimated."""
    estimated = offer.attributes.get("estimate") is True
    return f"{offer.title} ({_('price: estimate')})" if estimated else offer.title


# Who does what, who eats what, who drives whom ----------------------------------------


def tasks_of(wish: Gathering) -> list[Task]:
    """The work of the day with its times, shared in turn among those who help, if any are named."""
    up, eaten, over, home, closed = _times(wish)
    start = wish.starts
    work = [
        (_("Setting up tables and chairs"), up, later(start, -45)),
        (_("Flowers, plates and coffee"), up, later(start, -45)),
        (_("Welcoming guests at the door"), later(start, -FETCHING), start),
        (_("Serving"), start, eaten),
        (_("Coffee, cake and music"), eaten, over),
        (_("Washing up"), over, closed),
        (_("Clearing and closing"), home, closed),
    ]
    hands = max(1, -(-wish.people // GUESTS_A_HELPER))
    tasks: list[Task] = []
    turn = 0
    for what, begins, ends in work:
        who: list[str] = []
        for _n in range(min(hands if what == work[3][0] else 1, len(wish.helpers))):
            who.append(wish.helpers[turn % len(wish.helpers)])
            turn += 1
        tasks.append(Task(what=what, start=begins, end=ends, who=who))
    return tasks


def meals_of(wish: Gathering, menu: Offer | None) -> list[Meal]:
    """How many meals of each kind to order."""
    if menu is None:
        return []
    counted = {diet: min(count, wish.people) for diet, count in wish.counts.items() if diet in wish.diets}
    rest = max(0, wish.people - sum(counted.values()))
    special = [Meal(what=diet.replace("_", " "), count=count) for diet, count in counted.items()]
    return [Meal(what=menu.title, count=rest, sample=menu.sample), *special] if rest else special


# Checks ------------------------------------------------------------


def check_gathering(plan: TripPlan, wish: Gathering, chosen: Mapping[str, Offer]) -> list[Check]:
    """Budget, seats, meals and diets, rides, the account, and times that follow each other."""
    total, items = plan.budget.total, plan.days[0].items
    gaps = [minutes_between(a.end, b.start) for a, b in pairwise(items)]
    times = f"{clock(items[0].start, wish.language)} – {clock(items[-1].end, wish.language)}"
    right_day = plan.days[0].date == wish.day
    return [
        within_budget(plan.budget, wish.language),
        Check(name=_("The account adds up"), ok=total_of(plan) == total, detail=_("all parts together")),
        Check(name=_("Right for everyone"), ok=plan.people == wish.people, detail=people_words(plan.people)),
        _seats(venue := chosen.get(VENUE), wish),
        *check_access(wish.access, venue.title if venue else "", features_of(venue) if venue else ()),
        _meals(plan, chosen.get(MENU), wish),
        check_rides(plan, wish, chosen.get(TRANSPORT)),
        _helpers(wish, chosen.get(HELPERS)),
        Check(name=_("Times that work"), ok=all(gap >= 0 for gap in gaps), detail=times),
        Check(name=_("The right day"), ok=right_day, detail=day_in_words(wish.day, wish.language)),
    ]


def _seats(venue: Offer | None, wish: Gathering) -> Check:
    most = venue.attributes.get("most_people") if venue else None
    if not isinstance(most, int):
        return Check(name=_("Seats for all"), ok=True, detail=_("not known: ask"), hard=False)
    words = _("%(seats)d seats for %(people)d") % {"seats": most, "people": wish.people}
    return Check(name=_("Seats for all"), ok=most >= wish.people, detail=words)


def _meals(plan: TripPlan, menu: Offer | None, wish: Gathering) -> Check:
    if menu is None:
        return Check(name=_("Diets kept"), ok=not wish.diets, detail=_("no meal is chosen"), hard=False)
    ordered = sum(meal.count for meal in plan.meals)
    missing = sorted(set(wish.diets) - served(features_of(menu)))
    words = ", ".join(f"{meal.count} × {meal.what}" for meal in plan.meals)
    return Check(name=_("Diets kept"), ok=not missing and ordered >= wish.people, detail=words)


def _helpers(wish: Gathering, offer: Offer | None) -> Check:
    needed = max(1, -(-wish.people // GUESTS_A_HELPER))
    there = len(wish.helpers)
    said = [ngettext("%(n)d helper is needed", "%(n)d helpers are needed", needed) % {"n": needed}]
    if there:
        said.append(ngettext("%(n)d is named", "%(n)d are named", there) % {"n": there})
    if there < needed and offer is not None:
        others = _("the others come from %(title)s") if there else _("they come from %(title)s")
        said.append(others % {"title": offer.title})
    elif there < needed:
        missing = needed - there
        said.append(ngettext("%(n)d is still missing", "%(n)d are still missing", missing) % {"n": missing})
    enough = there >= needed or offer is not None
    return Check(name=_("Hands enough"), ok=enough, detail=", ".join(said), hard=False)
