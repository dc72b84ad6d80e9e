"""What was found for a trip, and offers as things one can do at a time of day."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from agency.sources.base import Offer
from missions import money
from missions.trips.plan import ItemKind, Spot
from ownyou.lib.text import key_of, says

MAP = "openstreetmap"
"""The source of sights whose prices and hours are often not known."""

USUAL_MINUTES = 75
MINUTES_OF = {
    "museum": 105, "viewpoint": 30, "zoo": 150, "garden": 60, "palace": 90, "church": 40, "temple": 40,
    "market": 60, "monument": 30, "attraction": 60,
}  # fmt: skip
"""How long people stay, where a source does not say."""

EVENT_MINUTES = 120
"""How long an event takes that does not say."""

LONGEST_EVENT = timedelta(hours=4)
"""What is held for longer is come to and left again: a market, an exhibition."""

LAST_MINUTE = time(23, 45)
THEMES_OF_EVENTS = {
    **dict.fromkeys(("jazz", "classical", "rock", "pop", "folk", "electronic", "opera"), "concert"),
    **dict.fromkeys(("theatre", "comedy", "dance"), "theatre"),
    "exhibition": "museum",
}  # fmt: skip
"""What events are about, as people say what they like on a trip."""

_A_MUSEUM = re.compile(r"mus[ée]e\b|mus[eé]u?[mo]s?\b|museen|\bpinakothek|\bart gallery\b", re.IGNORECASE)

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
class Held:
    """When an event is held, on the clocks there; `whole`: one is there from its beginning to its end."""

    begins: datetime
    ends: datetime
    whole: bool

    @property
    def days(self) -> tuple[date, date]:
        """The first and the last day on which it can be gone to."""
        return self.begins.date(), (self.begins if self.whole else self.ends).date()

    @property
    def end(self) -> time:
        """When it is over, on the day of its beginning."""
        return self.ends.time() if self.ends.date() == self.begins.date() else LAST_MINUTE


@dataclass(frozen=True, slots=True)
class Visit:
    """One thing to do. `price` is for one person in the plan's currency; `trip`: how one gets out there.

    `key` is its name as names are compared, `said` its name and area; `held`: when, for an event.
    """

    offer: Offer
    kind: ItemKind
    minutes: int
    price: Decimal
    spot: Spot
    key: str
    said: str
    trip: Trip | None = None
    held: Held | None = None

    @property
    def name(self) -> str:
        return self.offer.title

    @property
    def category(self) -> str:
        return self.offer.category

    @property
    def theme(self) -> str:
        """What it is about: a day trip to a garden is about gardens, jazz is a concert."""
        theme = self.offer.attributes.get("theme")
        if self.held is not None and not theme:
            return THEMES_OF_EVENTS.get(self.offer.category, self.offer.category)
        return str(theme or self.offer.category)

    @property
    def kinds(self) -> set[str]:
        """All that it counts as where there is too much of something: a museum is one by its name, too."""
        return {self.category, self.theme} | ({"museum"} if _A_MUSEUM.search(self.name) else set())

    @property
    def major(self) -> bool:
        return self.offer.attributes.get("major") is True or self.minutes >= MAJOR_MINUTES

    @property
    def rating(self) -> float:
        return self.offer.rating if self.offer.rating is not None else 4.0


def visits_of(offers: list[Offer], kind: ItemKind, currency: str, zone: str = "UTC") -> list[Visit]:
    """The offers that can be planned: those whose place is known, and of events the time in their `zone`."""
    found = (_visit(offer, kind, currency, zone) for offer in offers)
    return [visit for visit in found if visit is not None]


def _visit(offer: Offer, kind: ItemKind, currency: str, zone: str) -> Visit | None:
    spot, held = spot_of(offer), held_of(offer, zone)
    if spot is None or (offer.kind == "event" and held is None):
        return None
    return Visit(
        offer,
        "event" if held is not None else kind,
        _length(offer, held),
        ticket_in(offer, currency),
        spot,
        key=key_of(offer.title),
        said=key_of(f"{offer.title} {offer.attributes.get('area') or ''}"),
        trip=_trip(offer, currency),
        held=held,
    )


def held_of(offer: Offer, zone: str) -> Held | None:
    """When an event is held, on the clocks there; None for what is no event, or has no time."""
    if offer.kind != "event" or offer.starts_at is None:
        return None
    here = ZoneInfo(zone)
    begins = offer.starts_at.astimezone(here).replace(tzinfo=None)
    usual = offer.starts_at + timedelta(minutes=EVENT_MINUTES)
    ends = max(offer.ends_at or usual, offer.starts_at).astimezone(here).replace(tzinfo=None)
    return Held(begins, ends, whole=not for_days(begins, ends))


def for_days(begins: datetime, ends: datetime) -> bool:
    """Whether what is held so long is come to and left again."""
    return ends - begins > LONGEST_EVENT


def window_on(begins: datetime, ends: datetime, day: date, hours: str) -> tuple[time, time] | None:
    """From when to when it is held on a day at most; None on other days.

    Over several days and without `hours` of its own, the clocks of its beginning and its end are those of
    each day: an exhibition from the 3rd at 10:00 to the 30th at 18:00 is not open at night.
    """
    first, last = begins.date(), ends.date()
    if not first <= day <= last:
        return None
    each_day = not hours and first < last and time(0) < begins.time() < ends.time()
    opens = begins.time() if day == first or each_day else time(0)
    closes = ends.time() if day == last or each_day else time(23, 59)
    return opens, closes


def _length(offer: Offer, held: Held | None) -> int:
    """Minutes that one stays."""
    if held is not None and held.whole:
        last = min(held.ends, datetime.combine(held.begins, LAST_MINUTE))
        return max(15, int((last - held.begins).total_seconds()) // 60)
    minutes = None if held is not None else offer.attributes.get("duration_minutes")
    return int(minutes) if isinstance(minutes, int | float) else MINUTES_OF.get(offer.category, USUAL_MINUTES)


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
    return any(says(visit.said, key_of(word)) for word in words)


def _number(value: Any, otherwise: float) -> float:
    return float(value) if isinstance(value, int | float) else otherwise
