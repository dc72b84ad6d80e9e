"""One day with many people: a place, a meal, hands to help, and how everyone comes and gets home."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, time
from decimal import ROUND_UP, Decimal
from itertools import pairwise

from agency.sources.base import Offer
from missions import money
from missions.trips.account import total_of
from missions.trips.ground import price_in, spot_of
from missions.trips.hours import later, minutes_between
from missions.trips.plan import Budget, Check, Day, Item, ItemKind, TripPlan

VENUE, MENU, HELPERS, TRANSPORT = "venue", "menu", "helpers", "transport"
NEEDED = (VENUE, MENU, HELPERS, TRANSPORT)
USUAL_PEOPLE, NEED_A_RIDE = 20, 3
"""Where nobody said how many come; and one in so many needs to be fetched."""

NOON = time(12)
PER_PERSON = "person"
SETTING_UP, EATING, AFTERWARDS = 120, 90, 60
"""Minutes before the guests come, at the table, and for coffee, songs and talk."""


@dataclass(frozen=True, slots=True)
class Gathering:
    """What is wished for: `limit` is for everything, in `currency`; `helpers` are names that were said."""

    title: str
    city: str
    day: date
    people: int
    currency: str
    starts: time = NOON
    limit: Decimal | None = None
    diets: tuple[str, ...] = ()
    helpers: tuple[str, ...] = ()


def cost_of(offer: Offer, wish: Gathering) -> Decimal:
    """What an offer costs for the whole gathering: by head, or once for each time it is needed."""
    price = price_in(offer, wish.currency)
    if offer.attributes.get("price_unit") == PER_PERSON:
        return price * (riders(wish) if offer.category == TRANSPORT else wish.people)
    return price * _times(offer, wish)


def _times(offer: Offer, wish: Gathering) -> int:
    """A bus goes as often as the riders need it; everything else is there once."""
    seats = offer.attributes.get("most_people")
    if offer.category != TRANSPORT or not isinstance(seats, int) or seats < 1:
        return 1
    return int((Decimal(riders(wish)) / seats).to_integral_value(ROUND_UP))


def riders(wish: Gathering) -> int:
    """How many have to be fetched and brought home."""
    return max(1, -(-wish.people // NEED_A_RIDE))


def fits(offer: Offer, wish: Gathering) -> bool:
    """Whether it is large enough (a bus may go twice), and the meal keeps the diets."""
    most = offer.attributes.get("most_people")
    if offer.category != TRANSPORT and isinstance(most, int) and most < wish.people:
        return False
    features = offer.attributes.get("features")
    served = {str(one).replace(" ", "_") for one in features} if isinstance(features, list) else set()
    return offer.category != MENU or set(wish.diets) <= served


def plan_gathering(wish: Gathering, chosen: Mapping[str, Offer], version: int) -> TripPlan:
    """The day from setting up to washing up; over the budget the cost becomes the limit, and it is said."""
    items = _items(wish, chosen)
    plan = TripPlan(
        title=wish.title,
        people=wish.people,
        budget=Budget(limit=wish.limit, currency=wish.currency),
        days=[Day(date=wish.day, city=wish.city, title=wish.title, items=items)],
        version=version,
    )
    plan.budget.total = total_of(plan)
    plan.misfits = [
        f"No {name} is known in {wish.city}; it is left to you." for name in NEEDED if name not in chosen
    ]
    if wish.limit is not None and plan.budget.total > wish.limit:
        said = money.rounded_in_words(wish.limit, wish.currency, "en")
        costs = money.rounded_in_words(plan.budget.total, wish.currency, "en")
        plan.misfits.insert(0, f"{said} does not cover it: as chosen it costs {costs}.")
        plan.budget.limit = plan.budget.total
    plan.checks = check_gathering(plan, wish)
    return plan


def _items(wish: Gathering, chosen: Mapping[str, Offer]) -> list[Item]:
    start, who = wish.starts, ", ".join(wish.helpers)
    up = later(start, -SETTING_UP)
    eaten = later(start, EATING)
    over = later(eaten, AFTERWARDS)
    rides = chosen.get(TRANSPORT)
    items = [
        _of(
            chosen.get(VENUE),
            "event",
            "Setting up: tables, flowers, coffee",
            up,
            later(start, -45),
            wish,
            who,
        ),
        _of(
            chosen.get(HELPERS),
            "event",
            "Helpers meet and share the work",
            later(start, -45),
            later(start, -30),
            wish,
            who,
        ),
        _of(rides, "transfer", f"Fetching {riders(wish)} guests", later(start, -30), start, wish),
        _of(chosen.get(MENU), "meal", "Lunch together", start, eaten, wish),
        _of(None, "free", "Coffee, songs and talk", eaten, over, wish),
        _of(None, "transfer", "Everyone is brought home", over, later(over, 30), wish),
        _of(None, "event", "Washing up and closing", later(over, 30), later(over, 90), wish, who),
    ]
    return items


def _of(
    offer: Offer | None, kind: ItemKind, name: str, start: time, end: time, wish: Gathering, who: str = ""
) -> Item:
    """One step of the day; what was chosen for it stands in the note, with its cost."""
    note = ", ".join(part for part in (offer.title if offer else "", f"with {who}" if who else "") if part)
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
        note=note,
    )


def check_gathering(plan: TripPlan, wish: Gathering) -> list[Check]:
    """Budget, people, the account, and times that follow each other."""
    limit, total = plan.budget.limit, plan.budget.total
    items = plan.days[0].items
    gaps = [minutes_between(a.end, b.start) for a, b in pairwise(items)]
    return [
        Check(
            name="Within the budget",
            ok=limit is None or total <= limit,
            detail=f"{total} {wish.currency} in all",
        ),
        Check(name="The account adds up", ok=total_of(plan) == total, detail="the parts make the total"),
        Check(name="Right for everyone", ok=plan.people == wish.people, detail=f"{plan.people} people"),
        Check(name="Times that work", ok=all(gap >= 0 for gap in gaps), detail="one thing after the other"),
        Check(name="The right day", ok=plan.days[0].date == wish.day, detail=f"{wish.day:%A %-d %B %Y}"),
    ]
