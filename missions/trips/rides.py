"""How guests of a gathering come and get home: named drivers take them first, then a bus or others."""

from __future__ import annotations

from datetime import time
from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from agency.sources.base import Offer
from missions.trips.hours import later
from missions.trips.plan import Check, Ride, TripPlan
from missions.trips.wording import listed

if TYPE_CHECKING:
    from missions.trips.gathering import Gathering

NEED_A_RIDE, CAR_SEATS = 3, 3
"""One in so many needs to be fetched where nobody said how many, and so many find room in one car."""

FETCHING = 30
"""Minutes that one round of rides takes."""


def riders(wish: Gathering) -> int:
    """How many have to be fetched and brought home: as said, those named, else as many as usually are."""
    if wish.rides is not None:
        return min(wish.people, max(wish.rides, len(wish.guests)))
    return len(wish.guests) or max(1, -(-wish.people // NEED_A_RIDE))


def in_cars(wish: Gathering) -> int:
    """How many of them the drivers that were named take; a wheelchair does not fit into a car."""
    return min(max(0, riders(wish) - wish.wheelchairs), len(wish.drivers) * CAR_SEATS)


def is_driven(wish: Gathering) -> bool:
    """Whether the drivers that were named have seats for all who need one."""
    return in_cars(wish) >= riders(wish)


def rides_of(wish: Gathering, offer: Offer | None, over: time) -> list[Ride]:
    """Who is fetched by whom and when: by the drivers that were named, and in rounds of the bus whoever finds
    no seat with them. `over`: when all go home."""
    people: list[str | None] = [*wish.guests, *([None] * (riders(wish) - len(wish.guests)))]
    if wish.wheelchairs:  # nobody said whose they are: who is named goes by what takes wheelchairs
        people.reverse()
    driven, others = people[: in_cars(wish)], people[in_cars(wish) :]
    return [*_by_car(wish, driven, over), *_by_bus(wish, others, offer, over)]


def _by_car(wish: Gathering, people: list[str | None], over: time) -> list[Ride]:
    """A car for each driver, filled evenly."""
    cars = [people[n :: len(wish.drivers)] for n in range(len(wish.drivers))]
    return [
        _ride(driver, car, later(wish.starts, -FETCHING), over)
        for driver, car in zip(wish.drivers, cars, strict=True)
        if car
    ]


def _by_bus(wish: Gathering, people: list[str | None], offer: Offer | None, over: time) -> list[Ride]:
    if offer is None or not people:
        return []
    most = offer.attributes.get("most_people")
    seats = most if isinstance(most, int) and most > 0 else len(people)
    tours = [people[n : n + seats] for n in range(0, len(people), seats)]
    rides = [
        _ride(offer.title, tour, later(wish.starts, -FETCHING * (n + 1)), later(over, FETCHING * n))
        for n, tour in enumerate(tours)
    ]
    return [ride.model_copy(update={"sample": offer.sample}) for ride in rides]


def _ride(driver: str, people: list[str | None], fetched: time, home: time) -> Ride:
    named = [one for one in people if one is not None]
    return Ride(driver=driver, passengers=named, others=len(people) - len(named), fetched=fetched, home=home)


def check_rides(plan: TripPlan, wish: Gathering, offer: Offer | None) -> Check:
    """Whether everyone who needs it is fetched, and by whom. What nobody offers is only told."""
    fetched, needed = sum(_seats(ride) for ride in plan.rides), riders(wish)
    said = _("%(n)d of %(all)d who need it") % {"n": fetched, "all": needed}
    if wish.drivers and not is_driven(wish):
        parts = [_("%(n)d by %(who)s") % {"n": in_cars(wish), "who": listed(list(wish.drivers))}]
        if offer is not None:
            parts.append(_("%(n)d by %(who)s") % {"n": fetched - in_cars(wish), "who": offer.title})
        said = f"{said}: {', '.join(parts)}"
    hard = bool(plan.rides) and (offer is not None or is_driven(wish))
    return Check(name=_("Everyone gets there"), ok=fetched >= needed, detail=said, hard=hard)


def _seats(ride: Ride) -> int:
    return len(ride.passengers) + ride.others
