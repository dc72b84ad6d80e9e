"""What a person wants of a trip: settled, typed, without the words it was said in."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Literal

from pydantic import BaseModel, ConfigDict

from missions.trips.plan import Spot
from ownyou.lib.city_names import city_in_words

type Pace = Literal["slow", "normal", "full"]

MOST_DAYS = 14
MOST_PEOPLE = 12
MOST_CITIES = 6


@dataclass(frozen=True, slots=True)
class City:
    """A city on the map: ISO country code, degrees (WGS 84), IANA zone."""

    name: str
    country: str
    lat: float
    lon: float
    zone: str

    @property
    def called(self) -> str:
        """Its name in the reader's language."""
        return city_in_words(self.name)

    @property
    def spot(self) -> Spot:
        return Spot(lat=self.lat, lon=self.lon)

    @property
    def at(self) -> tuple[float, float]:
        return self.lat, self.lon


class DayWish(BaseModel):
    """What was said of one day: what to `see` on it (`name`), that it is `free`, a `meal` or none of it.

    `first`: the trip's first day when it was said; `weekday`: the day was named so;
    `quiet`: it goes along with another, so that nobody misses it.
    """

    model_config = ConfigDict(frozen=True)

    do: Literal["see", "free", "meal", "no_meal"]
    day: date
    name: str = ""
    first: date | None = None
    weekday: bool = False
    quiet: bool = False

    def moved(self, first: date, days: int) -> DayWish:
        """The wish of a trip that begins on another day: on the same day of it, or the same weekday."""
        if self.first is None or self.first == first:
            return self
        day = self.day + (first - self.first)
        if self.weekday:
            every = (first + timedelta(days=number) for number in range(days))
            day = next((one for one in every if one.weekday() == self.day.weekday()), day)
        return self.model_copy(update={"day": day, "first": first})


class Swap(BaseModel):
    """One thing of a plan (`what`, its name or kind) for another: `cheaper`, of a `kind`, or a `name`."""

    model_config = ConfigDict(frozen=True)

    what: str
    cheaper: bool = False
    kind: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class TripWish:
    """A trip as wished for. `first` is its first day; `exact`: that day was named, so leaving is on it too.

    `limit` is for the whole party in `currency`. `origin` is where they leave from and come back to; None
    when getting there is left to them. `home`: they sleep at home, so no stay is needed. `liked`, `fewer`
    and `avoided` are categories of sights, `excluded` and `wanted` words of titles.
    `saving`: it should cost less than it may. `picky`: where to eat goes by rating before nearness.
    `kitchens`: what they want to eat, each once at least; `rules`: what a place to stay has to allow
    (`asked.NAMES`), `rooms`: the kinds of stays they want, `no_rooms`: those they do not; `bedless`: cities
    in which a bed is left to them; `no_car`: they do not drive; `step_free`: steps are in their way.
    `ways`: what they may travel with ("flight",
    "train"), trains first where they were wished for; between two cities a train may be taken in any case.
    """

    cities: tuple[City, ...]
    first: date
    days: int
    people: int
    currency: str
    language: str = "en"
    exact: bool = False
    limit: Decimal | None = None
    origin: City | None = None
    home: bool = False
    pace: Pace = "normal"
    late_start: bool = False
    diets: tuple[str, ...] = ()
    liked: frozenset[str] = frozenset()
    fewer: frozenset[str] = frozenset()
    avoided: frozenset[str] = frozenset()
    excluded: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    day_trips: int = 0
    saving: bool = False
    picky: bool = False
    kitchens: tuple[str, ...] = ()
    no_kitchens: frozenset[str] = frozenset()
    rules: tuple[str, ...] = ()
    rooms: tuple[str, ...] = ()
    no_rooms: tuple[str, ...] = ()
    no_car: bool = False
    step_free: bool = False
    bedless: frozenset[str] = frozenset()
    ways: tuple[str, ...] = ("flight", "train")
    by_day: tuple[DayWish, ...] = ()
    swaps: tuple[Swap, ...] = ()

    @property
    def trains_first(self) -> bool:
        """Whether they fly only where no train goes."""
        return self.ways == ("train", "flight")

    def free_on(self, day: date) -> bool:
        """Whether a day is to be kept free."""
        return any(one.do == "free" and one.day == day for one in self.by_day)

    def without_meal(self, meal: str, day: date) -> bool:
        """Whether no such meal ("Lunch", "Dinner") is to be planned on a day."""
        return any((one.do, one.name, one.day) == ("no_meal", meal, day) for one in self.by_day)

    @property
    def last(self) -> date:
        return self.first + timedelta(days=self.days - 1)

    def with_(self, **changes: object) -> TripWish:
        """The wish with other values of some fields."""
        return replace(self, **changes)  # type: ignore[arg-type]
