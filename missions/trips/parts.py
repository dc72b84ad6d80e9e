"""How a trip falls into parts: what is found out side by side, and what has to wait for what."""

from __future__ import annotations

from collections.abc import Collection

from django.utils.translation import gettext as _

from agency.sources.estimates.trains import train_minutes
from missions.plugins.complex import Part, part_key
from missions.trips.wish import City, TripWish

FLIGHTS, TRAINS, DAY_TRIPS = "flights", "trains", "day_trips"
LONG_BY_TRAIN = 6 * 60
"""Minutes from which on a train is only taken where no flight is as cheap."""

STAY, BETWEEN, SIGHTS, ACTIVITIES, RESTAURANTS = "stay", "between", "sights", "activities", "restaurants"


def key_in(key: str, city: City, wish: TripWish) -> str:
    """The key of a part that each city has: "stay" in a trip to one, "stay_florence" in one to two."""
    return key if len(wish.cities) == 1 else part_key(key, city.name)


def parts_of_trip(wish: TripWish) -> list[Part]:
    """The parts of a trip: of getting there, between its cities, and in each city."""
    going = _going(wish)
    waits = tuple(part.key for part in going)
    parts = going + [_between(here, there, waits) for here, there in pairs(wish)]
    for city in wish.cities:
        parts += _in_city(city, wish, waits)
    return parts


def pairs(wish: TripWish) -> list[tuple[City, City]]:
    return list(zip(wish.cities, wish.cities[1:], strict=False))


def _going(wish: TripWish) -> list[Part]:
    """Flights, and trains where those are quick; trains alone for who does not fly; nothing for who is at
    home or says no place to leave from."""
    if wish.origin is None:
        return []
    there, home = wish.cities[0].called, wish.origin.called
    words = {"there": there, "home": home}
    contingency = _("Plan the days in %(there)s; getting there is left to you") % words
    if "flight" in wish.ways:
        near = wish.trains_first or ("train" in wish.ways and near_by_train(wish.origin, wish.cities[0]))
        title = (
            _("Trains and flights from %(home)s to %(there)s")
            if near
            else _("Flights from %(home)s to %(there)s")
        )
        return [Part(FLIGHTS, title % words, FLIGHTS, contingency=contingency)]
    return [Part(TRAINS, _("Trains from %(home)s to %(there)s") % words, TRAINS, contingency=contingency)]


def title_with(part: Part, kinds: Collection[str], wish: TripWish) -> str:
    """What a part is called once offers of these kinds were chosen for it: trains are no flights."""
    if part.coordinator not in {FLIGHTS, TRAINS} or len(kinds) != 1 or wish.origin is None:
        return part.title
    by_train = "train" in kinds
    title = _("Trains from %(home)s to %(there)s") if by_train else _("Flights from %(home)s to %(there)s")
    return title % {"home": wish.origin.called, "there": wish.cities[0].called}


def near_by_train(here: City, there: City) -> bool:
    """Whether a train gets there within hours that nobody would fly for."""
    minutes = train_minutes(here.name, there.name, here.at, there.at)
    return minutes is not None and minutes <= LONG_BY_TRAIN


def between_key(there: City) -> str:
    """The key of the part that is the way to a city from the one before."""
    return part_key(BETWEEN, there.name)


def _between(here: City, there: City, waits: tuple[str, ...]) -> Part:
    words = {"here": here.called, "there": there.called}
    contingency = _("Stay in %(here)s and leave %(there)s out") % words
    return Part(between_key(there), _("From %(here)s to %(there)s") % words, BETWEEN, waits, contingency)


def _in_city(city: City, wish: TripWish, waits: tuple[str, ...]) -> list[Part]:
    def part(key: str, title: str, depends_on: tuple[str, ...], contingency: str) -> Part:
        return Part(key_in(key, city, wish), title, key, depends_on, contingency)

    sights, name = key_in(SIGHTS, city, wish), {"city": city.called}
    parts = []
    if not wish.home and wish.days > 1:
        left = _("Leave the bed to you and keep the budget's share of it")
        parts.append(part(STAY, _("Where to sleep in %(city)s") % name, waits, left))
    parts.append(
        part(SIGHTS, _("What to see in %(city)s") % name, (), _("Keep the days free for what you find there"))
    )
    parts.append(part(ACTIVITIES, _("What to do in %(city)s") % name, (), _("Plan sights only")))
    parts.append(
        part(
            RESTAURANTS,
            _("Where to eat in %(city)s") % name,
            (sights,),
            _("Leave the places open, count usual prices"),
        )
    )
    if wish.day_trips and city == wish.cities[0]:
        parts.append(
            part(
                DAY_TRIPS,
                _("Day trips from %(city)s") % name,
                (sights,),
                _("Stay in %(city)s that day") % name,
            )
        )
    return parts


def city_of(part: Part, wish: TripWish) -> City:
    """The city that a part is about: the one of its key, else the first."""
    return next(
        (city for city in wish.cities if part.key == part_key(part.coordinator, city.name)), wish.cities[0]
    )


def city_before(city: City, wish: TripWish) -> City:
    """The city that is left for this one."""
    at = wish.cities.index(city)
    return wish.cities[max(0, at - 1)]
