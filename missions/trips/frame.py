"""The frame of a trip before anything is put in: nights, ways, and what is left of each day."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.reasoning import value_words
from agency.sources.base import Offer
from agency.sources.distance import distance_km
from agency.sources.estimates.airports import airport_of
from missions import money
from missions.trips.asked import features_of
from missions.trips.ground import day_of, direction, has_rooms, moment, price_in, rooms_for, sleeps, spot_of
from missions.trips.hours import later, minutes_between
from missions.trips.plan import Item, Leg, Spot, Stay
from missions.trips.wish import City, TripWish
from missions.trips.wording import way_words
from ownyou.lib.city_names import city_in_words

DAY_STARTS = {"slow": time(10, 0), "normal": time(9, 30), "full": time(9, 0)}
LATE_START = time(10, 30)
DAY_ENDS = time(22, 0)

AFTER_LANDING, BEFORE_FLIGHT = 45, 120
"""Minutes for passports and bags after landing, and at the airport before leaving."""

AROUND_TRAIN, STATION_MINUTES = 15, 20
AIRPORT_FARE, STATION_FARE = Decimal(12), Decimal(3)
"""US dollars a person by public transport."""

AIRPORT_WAITING, AIRPORT_KMH = 20, 40.0
SHORT_DAY = 6 * 60
"""Minutes below which a day is too short for a main sight."""


@dataclass(slots=True)
class Frame:
    """What is left of a day: from `begins` to `ends`, at `city`; `fixed` items lie outside of that.

    `base` is where the day begins and ends: the stay, else the middle of the city.
    """

    date: date
    city: City
    begins: time
    ends: time
    base: Spot
    fixed: list[Item] = field(default_factory=list)
    arrival: bool = False
    departure: bool = False

    @property
    def minutes(self) -> int:
        return max(0, minutes_between(self.begins, self.ends))

    @property
    def whole(self) -> bool:
        """Whether the day is not cut by coming or going."""
        return not (self.arrival or self.departure or self.fixed)

    @property
    def short(self) -> bool:
        return self.minutes < SHORT_DAY


@dataclass(frozen=True, slots=True)
class Choice:
    """What one plan travels with and sleeps in."""

    journey: Offer | None = None
    between: tuple[Offer, ...] = ()
    stays: dict[str, Offer] = field(default_factory=dict)


def first_day(wish: TripWish, journey: Offer | None) -> date:
    """The first day of the plan: that of leaving where it was named, else that of arriving."""
    if journey is None:
        return wish.first
    return day_of(direction(journey, "out"), "leaves" if wish.exact else "arrives")


def cities_by_day(wish: TripWish) -> list[City]:
    """Where each day's night is spent, the last day in the last city. The first cities get the odd days."""
    nights = max(wish.days - 1, 1)
    share, odd = divmod(nights, len(wish.cities))
    spent = [city for n, city in enumerate(wish.cities) for _ in range(share + (n < odd))]
    return [*spent, spent[-1]][: wish.days]


def legs_of(wish: TripWish, choice: Choice) -> list[Leg]:
    """The ways of the trip in order: out, between the cities, back."""
    legs: list[Leg] = []
    journey = choice.journey
    if journey is not None and wish.origin is not None:
        legs.append(_leg(journey, "out", wish.origin.name, wish.cities[0].name, wish, shared=2))
    for offer, (here, there) in zip(choice.between, _changes(wish), strict=False):
        legs.append(_leg(offer, "out", here.name, there.name, wish, shared=1))
    if journey is not None and wish.origin is not None and direction(journey, "back"):
        legs.append(_leg(journey, "back", wish.cities[-1].name, wish.origin.name, wish, shared=2))
    return legs


def _changes(wish: TripWish) -> list[tuple[City, City]]:
    return list(zip(wish.cities, wish.cities[1:], strict=False))


def _leg(offer: Offer, which: str, origin: str, to: str, wish: TripWish, *, shared: int) -> Leg:
    """One way of an offer; the price of one that goes there and back is shared between both."""
    way = direction(offer, which)
    whole = price_in(offer, wish.currency) * wish.people
    half = (whole / shared).quantize(Decimal("0.01"))
    leaves, arrives = moment(way, "leaves"), moment(way, "arrives")
    return Leg.model_validate(
        {
            "kind": "train" if offer.kind == "train" else "flight",
            "from": origin,
            "to": to,
            "date": leaves.date(),
            "leaves": leaves.time(),
            "arrives": arrives.time(),
            "arrives_on": arrives.date(),
            "cost": half if which == "out" else whole - half,
            "estimate": offer.attributes.get("estimate") is True,
            "source": offer.source,
            "offer": offer.source_id,
            "note": _note(offer, way, leaves, arrives),
        }
    )


def _note(offer: Offer, way: dict[str, object], leaves: datetime, arrives: datetime) -> str:
    here, there = city_in_words(str(way["from"])), city_in_words(str(way["to"]))
    said = [f"{here} – {there}", value_words.in_words(offer.category)]
    days = (arrives.date() - leaves.date()).days
    if days > 0:
        words = ngettext("arrives the next day", "arrives %(n)d days later", days)
        said.append(words % {"n": days} if days > 1 else words)
    label = offer.attributes.get("label")
    return ", ".join(part for part in (*said, value_words.in_words(label or "")) if part)


def stays_of(wish: TripWish, choice: Choice, days: list[date]) -> list[Stay]:
    """The nights at each city's stay; none for who sleeps at home."""
    if wish.home or len(days) < 2:
        return []
    first = _first_night(choice.journey, days)
    cities = cities_by_day(wish)
    in_the_air = {night for way in choice.between for night in _nights_of(direction(way, "out"))}
    stays: list[Stay] = []
    for city in wish.cities:
        nights = [day for day, where in zip(days[:-1], cities, strict=False) if where == city]
        nights = [day for day in nights if day >= first and day not in in_the_air]
        offer = choice.stays.get(city.name)
        if nights and offer is not None:
            stays.append(_stay(offer, city, nights, wish))
    return stays


def _nights_of(way: dict[str, Any]) -> list[date]:
    """The nights that a way takes."""
    leaves, arrives = day_of(way, "leaves"), day_of(way, "arrives")
    return [leaves + timedelta(days=n) for n in range((arrives - leaves).days)]


def _first_night(journey: Offer | None, days: list[date]) -> date:
    return max(days[0], day_of(direction(journey, "out"), "arrives")) if journey else days[0]


def _stay(offer: Offer, city: City, nights: list[date], wish: TripWish) -> Stay:
    rooms = rooms_for(offer, wish.people)
    return Stay(
        name=offer.title,
        city=city.name,
        checkin=nights[0],
        checkout=nights[-1] + timedelta(days=1),
        cost=price_in(offer, wish.currency) * rooms * len(nights),
        rooms=rooms,
        sleeps=sleeps(offer, rooms),
        estimate=offer.attributes.get("estimate") is True,
        category=offer.category,
        features=features_of(offer),
        source=offer.source,
        offer=offer.source_id,
        sample=offer.sample,
        spot=spot_of(offer),
        link=offer.link,
    )


def frames_of(wish: TripWish, choice: Choice) -> list[Frame]:
    """The days of the trip with what arriving, changing city and leaving takes out of them."""
    start = first_day(wish, choice.journey)
    days = [start + timedelta(days=n) for n in range(wish.days)]
    cities = cities_by_day(wish)
    frames = [_plain(wish, choice, day, city) for day, city in zip(days, cities, strict=True)]
    if choice.journey is not None:
        _arrive(frames, choice.journey, wish)
        _leave(frames, choice.journey, wish)
    for offer, (here, there) in zip(choice.between, _changes(wish), strict=False):
        _change(frames, offer, here, there, wish)
    return frames


def _plain(wish: TripWish, choice: Choice, day: date, city: City) -> Frame:
    starts = max(DAY_STARTS[wish.pace], LATE_START) if wish.late_start else DAY_STARTS[wish.pace]
    stay = choice.stays.get(city.name)
    base = (spot_of(stay) if stay is not None else None) or city.spot
    return Frame(day, city, starts, DAY_ENDS, base)


def _arrive(frames: list[Frame], journey: Offer, wish: TripWish) -> None:
    """The day of landing begins at the stay; a night in the air before it has nothing else."""
    way = direction(journey, "out")
    leaves, arrives = moment(way, "leaves"), moment(way, "arrives")
    for frame in frames:
        if frame.date < arrives.date():
            frame.fixed = [
                _on_the_way(
                    journey, wish, leaves.time() if frame.date == leaves.date() else time(0), time(23, 59)
                )
            ]
            frame.begins = frame.ends = time(23, 59)
            frame.arrival = True
        elif frame.date == arrives.date():
            out = leaves.time() if leaves.date() == arrives.date() else time(0)
            ride = _ride_out(journey, frame.city, arrives.time(), wish)
            if arrives.time() > out:
                frame.fixed.append(_on_the_way(journey, wish, out, arrives.time()))
            frame.fixed.append(ride)
            frame.begins = max(frame.begins, later(ride.end, 15))
            frame.arrival = True


def _leave(frames: list[Frame], journey: Offer, wish: TripWish) -> None:
    way = direction(journey, "back")
    if not way:
        return
    leaves, arrives = moment(way, "leaves"), moment(way, "arrives")
    frame = frames[-1]
    ride = _ride_back(journey, frame.city, leaves.time(), wish)
    end = (
        arrives.time() if arrives.date() == leaves.date() and arrives.time() > leaves.time() else time(23, 59)
    )
    frame.fixed += [ride, _on_the_way(journey, wish, leaves.time(), end, back=True)]
    frame.ends = min(frame.ends, later(ride.start, -15) if ride.start > time(0, 15) else time(0))
    frame.departure = True


def _change(frames: list[Frame], offer: Offer, here: City, there: City, wish: TripWish) -> None:
    """The morning goes into the way to the next city; a night in the air begins on the evening before."""
    way = direction(offer, "out")
    leaves, arrives = moment(way, "leaves"), moment(way, "arrives")
    name = f"{here.called} – {there.called}"
    for frame in frames:
        if not leaves.date() <= frame.date <= arrives.date():
            continue
        sets_out, lands = frame.date == leaves.date(), frame.date == arrives.date()
        if sets_out:
            frame.fixed.append(_setting_out(offer, here, leaves.time(), wish))
            if not lands:
                begins = frame.fixed[-1].start
                frame.ends = min(frame.ends, later(begins, -15) if begins > time(0, 15) else time(0))
                frame.departure = True
        start = leaves.time() if sets_out else time(0)
        end = arrives.time() if lands else time(23, 59)
        if start < end:
            frame.fixed.append(_on_the_way(offer, wish, start, end, name=name))
        if lands:
            ride = _ride_out(offer, there, arrives.time(), wish)
            frame.fixed.append(ride)
            frame.begins = max(frame.begins, later(ride.end, 15))


def _setting_out(offer: Offer, here: City, leaves: time, wish: TripWish) -> Item:
    """The ride to the train or the plane that goes to the next city."""
    if offer.kind == "train":
        start = later(leaves, -AROUND_TRAIN - STATION_MINUTES)
        return _transfer(_("To the station"), start, STATION_MINUTES, STATION_FARE, wish)
    minutes = _minutes_to_airport(here)
    words = _("To the airport of %(city)s") % {"city": here.called}
    return _transfer(words, later(leaves, -BEFORE_FLIGHT - minutes), minutes, AIRPORT_FARE, wish)


def _on_the_way(
    journey: Offer, wish: TripWish, start: time, end: time, *, back: bool = False, name: str = ""
) -> Item:
    """The flight or train itself as an item; its cost stands with the way, not here."""
    home = wish.origin.called if wish.origin else ""
    here, there = (wish.cities[-1].called, home) if back else (home, wish.cities[0].called)
    by = way_words("train" if journey.kind == "train" else "flight")
    return Item(
        kind="transfer",
        name=f"{by} {name or f'{here} – {there}'}",
        start=start,
        end=end,
        source=journey.source,
        offer=journey.source_id,
        note=value_words.in_words(journey.attributes.get("label") or ""),
    )


def _ride_out(journey: Offer, city: City, arrives: time, wish: TripWish) -> Item:
    if journey.kind == "train":
        start = later(arrives, AROUND_TRAIN)
        return _transfer(
            _("From the station to where you stay in %(city)s") % {"city": city.called},
            start,
            STATION_MINUTES,
            STATION_FARE,
            wish,
        )
    start = later(arrives, AFTER_LANDING)
    return _transfer(
        _("From the airport to %(city)s") % {"city": city.called},
        start,
        _minutes_to_airport(city),
        AIRPORT_FARE,
        wish,
    )


def _ride_back(journey: Offer, city: City, leaves: time, wish: TripWish) -> Item:
    if journey.kind == "train":
        before = AROUND_TRAIN + STATION_MINUTES
        return _transfer(_("To the station"), later(leaves, -before), STATION_MINUTES, STATION_FARE, wish)
    minutes = _minutes_to_airport(city)
    start = later(leaves, -(BEFORE_FLIGHT + minutes))
    return _transfer(_("To the airport"), start, minutes, AIRPORT_FARE, wish)


def _minutes_to_airport(city: City) -> int:
    airport = airport_of(city.at)
    km = distance_km(city.at, airport.at) if airport else 20.0
    return round((AIRPORT_WAITING + km / AIRPORT_KMH * 60) / 5) * 5


def ride_fare(kind: str, wish: TripWish) -> Decimal:
    """What the ride between a city and its station or airport costs a person, in the plan's currency."""
    fare = STATION_FARE if kind == "train" else AIRPORT_FARE
    return money.converted(fare, "USD", wish.currency) or fare


def _transfer(name: str, start: time, minutes: int, fare: Decimal, wish: TripWish) -> Item:
    cost = (money.converted(fare, "USD", wish.currency) or fare) * wish.people
    note = _("by public transport, estimate")
    return Item(kind="transfer", name=name, start=start, end=later(start, minutes), cost=cost, note=note)


def stay_fits(offer: Offer, wish: TripWish) -> bool:
    """Whether the party can sleep there."""
    return has_rooms(offer, wish.people)
