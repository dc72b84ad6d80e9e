"""What was found for a trip, and offers as things one can do at a time of day."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from agency.sources.base import Offer
from missions import money
from missions.trips.plan import ItemKind, Spot
from ownyou.lib.text import key_of

MAP = "openstreetmap"
"""The source of sights whose prices and hours are often not known."""

USUAL_MINUTES = 75
MINUTES_OF = {
    "museum": 105, "viewpoint": 30, "zoo": 150, "garden": 60, "palace": 90, "church": 40, "temple": 40,
    "market": 60, "monument": 30, "attraction": 60,
}  # fmt: skip
"""How long people stay, where a source does not say."""

USUAL_TICKET = Decimal(12)
"""US dollars for a ticket whose price nobody says."""
PAID = frozenset({"museum", "zoo", "palace"})
LEAST_STAY = timedelta(hours=6)
"""Between landing and taking off again: passports, the way into town and back, and something in between."""

MAJOR_MINUTES = 120
"""From this length on a visit is the main thing of a day."""


@dataclass(frozen=True, slots=True)
class Found:
    """The offers to plan with, by city where they are in one. `journey` goes there and back."""

    journeys: list[Offer] = field(default_factory=list)
    between: dict[tuple[str, str], list[Offer]] = field(default_factory=dict)
    stays: dict[str, list[Offer]] = field(default_factory=dict)
    sights: dict[str, list[Offer]] = field(default_factory=dict)
    activities: dict[str, list[Offer]] = field(default_factory=dict)
    restaurants: dict[str, list[Offer]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trip:
    """How one gets out of the city for a day: minutes each way, fare a person both ways."""

    by: str
    minutes: int
    fare: Decimal


@dataclass(frozen=True, slots=True)
class Visit:
    """One thing to do. `price` is for one person in the plan's currency; `trip`: how one gets out there.

    `key` is its name as names are compared, `said` its name and area.
    """

    offer: Offer
    kind: ItemKind
    minutes: int
    price: Decimal
    spot: Spot
    key: str
    said: str
    trip: Trip | None = None

    @property
    def name(self) -> str:
        return self.offer.title

    @property
    def category(self) -> str:
        return self.offer.category

    @property
    def theme(self) -> str:
        """What it is about: a day trip to a garden is about gardens."""
        return str(self.offer.attributes.get("theme") or self.offer.category)

    @property
    def major(self) -> bool:
        return self.offer.attributes.get("major") is True or self.minutes >= MAJOR_MINUTES

    @property
    def rating(self) -> float:
        return self.offer.rating if self.offer.rating is not None else 4.0


def visits_of(offers: list[Offer], kind: ItemKind, currency: str) -> list[Visit]:
    """The offers that can be planned: those whose place is known."""
    found = (_visit(offer, kind, currency) for offer in offers)
    return [visit for visit in found if visit is not None]


def _visit(offer: Offer, kind: ItemKind, currency: str) -> Visit | None:
    spot = spot_of(offer)
    if spot is None:
        return None
    minutes = offer.attributes.get("duration_minutes")
    usual = MINUTES_OF.get(offer.category, USUAL_MINUTES)
    length = int(minutes) if isinstance(minutes, int | float) else usual
    return Visit(
        offer,
        kind,
        length,
        ticket_in(offer, currency),
        spot,
        key=key_of(offer.title),
        said=key_of(f"{offer.title} {offer.attributes.get('area') or ''}"),
        trip=_trip(offer, currency),
    )


def _trip(offer: Offer, currency: str) -> Trip | None:
    if offer.attributes.get("day_trip") is not True:
        return None
    fare = Decimal(str(offer.attributes.get("travel_fare") or 0)) * 2
    minutes = int(_number(offer.attributes.get("travel_minutes"), 60))
    there_and_back = money.converted(fare, offer.currency, currency) or fare
    return Trip(str(offer.attributes.get("travel_by") or "train"), minutes, there_and_back)


def price_in(offer: Offer, currency: str) -> Decimal:
    """The offer's price in the plan's currency; nothing where it is free or not known."""
    return money.converted(offer.price, offer.currency, currency) or Decimal(0)


def ticket_in(offer: Offer, currency: str) -> Decimal:
    """A ticket's price; what one usually costs where a source knows of one, or one is likely."""
    fee = offer.attributes.get("fee")
    if offer.price is not None or fee is None:
        return price_in(offer, currency)
    paid = fee == "yes" or (fee != "no" and offer.category in PAID)
    return (money.converted(USUAL_TICKET, "USD", currency) or USUAL_TICKET) if paid else Decimal(0)


def spot_of(offer: Offer) -> Spot | None:
    """Where it is, if that is known."""
    place = offer.place
    if place is None or place.lat is None or place.lon is None:
        return None
    return Spot(lat=place.lat, lon=place.lon)


def rooms_for(stay: Offer, people: int) -> int:
    """How many rooms of a stay the party needs."""
    return math.ceil(people / max(1, int(_number(stay.attributes.get("room_for"), 2))))


def has_rooms(stay: Offer, people: int) -> bool:
    """Whether the stay has enough rooms for the party; yes where it does not say."""
    return rooms_for(stay, people) <= _number(stay.attributes.get("rooms"), 99)


def sleeps(stay: Offer, rooms: int) -> int:
    """How many people the rooms hold together."""
    return rooms * int(_number(stay.attributes.get("room_for"), 2))


def direction(journey: Offer, which: str) -> dict[str, Any]:
    """The way out ("out") or back ("back") of a journey; empty where there is none."""
    way = journey.attributes.get(which)
    return way if isinstance(way, dict) else {}


def moment(way: dict[str, Any], name: str) -> datetime:
    """When a way "leaves" or "arrives", on the clocks there."""
    return datetime.fromisoformat(str(way[name]))


def day_of(way: dict[str, Any], name: str) -> date:
    return moment(way, name).date()


def leaves_time(journey: Offer) -> bool:
    """Whether there are some hours at the place between arriving and leaving again."""
    out, back = direction(journey, "out"), direction(journey, "back")
    if not out or not back:
        return True
    return moment(back, "leaves") - moment(out, "arrives") >= LEAST_STAY


def names(visit: Visit, words: tuple[str, ...]) -> bool:
    """Whether one of the words ("Versailles") is in the visit's name or area."""
    return any(key_of(word) in visit.said for word in words if word)


def _number(value: Any, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) else otherwise
