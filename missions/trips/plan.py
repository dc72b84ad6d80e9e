"""A plan of days as data: what the API returns, checks look at, and pages and files are drawn from.

Amounts are for the whole party in the plan's currency, dates are local to the place, times those of local
clocks. A plan survives `TripPlan.model_validate(plan.model_dump(mode="json"))` unchanged.
"""

from __future__ import annotations

from datetime import date as Date
from datetime import datetime
from datetime import time as Time
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, PlainSerializer

from ownyou.lib.city_names import city_in_words

SHOWN = frozenset({"sight", "activity", "restaurant", "event"})
"""Kinds of items that are places or things to go to."""

type Amount = Annotated[Decimal, PlainSerializer(float, return_type=float, when_used="json")]
"""Money as a number in JSON, for whoever reads a plan with a program; exact to the cent either way."""

type TransportKind = Literal["flight", "train", "bus", "ferry", "car"]
type ItemKind = Literal["sight", "activity", "restaurant", "meal", "transfer", "event", "free"]


class Spot(BaseModel):
    """Coordinates in degrees (WGS 84)."""

    model_config = ConfigDict(frozen=True)

    lat: float
    lon: float


class Budget(BaseModel):
    """`limit` is what the person wants to spend at most; None where they named nothing.

    `needed`: what it takes at least, where nothing that was found keeps to the limit; else None. `least`:
    what the smallest of it takes then, such as a trip of fewer days, which is over the limit too.
    """

    limit: Amount | None = None
    needed: Amount | None = None
    least: Amount | None = None
    total: Amount = Decimal(0)
    currency: str

    def settle(self, least: Decimal | None = None) -> None:
        """Say what is needed, where the cheapest that was found takes more than the limit."""
        over = self.limit is not None and self.total > self.limit
        self.needed = self.total if over else None
        self.least = min(self.total, least or self.total) if over else None


class Leg(BaseModel):
    """One way between two cities. `estimate`: from distance and a fare model, not bookable."""

    model_config = ConfigDict(populate_by_name=True)

    kind: TransportKind
    origin: str = Field(alias="from")
    to: str
    date: Date
    leaves: Time | None = None
    arrives: Time | None = None
    arrives_on: Date | None = None
    cost: Amount
    estimate: bool = False
    source: str = ""
    offer: str = ""
    note: str = ""

    @property
    def called(self) -> str:
        """From where to where, in the reader's language."""
        return f"{city_in_words(self.origin)} – {city_in_words(self.to)}"


class Stay(BaseModel):
    """Nights at one place; `checkout` is the morning of leaving. `rooms` are those that the cost is for, an
    `estimate` where the source tells no price.

    `sleeps`: how many people those rooms hold together; 0 where the source does not say. `features`: what the
    source says of it ("pets allowed").
    """

    name: str
    city: str
    checkin: Date
    checkout: Date
    cost: Amount
    rooms: int = 1
    sleeps: int = 0
    estimate: bool = False
    category: str = ""
    features: list[str] = []
    source: str = ""
    offer: str = ""
    sample: bool = False
    spot: Spot | None = None
    link: str = ""

    @property
    def called(self) -> str:
        """The city's name in the reader's language."""
        return city_in_words(self.city)


class Item(BaseModel):
    """One thing of a day. `meal`: included, or without a named place; `free`: time kept free.

    `held_from`, `held_until`: when an event is held, as its source says it, on the clocks there.
    """

    kind: ItemKind
    name: str
    start: Time
    end: Time
    cost: Amount = Decimal(0)
    source: str = ""
    offer: str = ""
    sample: bool = False
    spot: Spot | None = None
    link: str = ""
    opening_hours: str = ""
    category: str = ""
    note: str = ""
    held_from: datetime | None = None
    held_until: datetime | None = None


class Day(BaseModel):
    """One day of the plan. `city` is where the night is spent, on the last day where it is begun.

    `outing`: it is a day trip out of the city. `holiday`: a public one there.
    """

    date: Date
    city: str
    title: str = ""
    items: list[Item] = []
    outing: bool = False
    holiday: bool = False

    @property
    def sample(self) -> bool:
        """Whether all that is named on it is sample data, so that this is said once for the day."""
        named = [item for item in self.items if item.kind in SHOWN]
        return len(named) > 1 and all(item.sample for item in named)

    def labels(self, item: Item) -> bool:
        """Whether an item has to be called sample data by itself, the day not being so as a whole."""
        return item.sample and not self.sample

    @property
    def called(self) -> str:
        """The city's name in the reader's language."""
        return city_in_words(self.city)


class Check(BaseModel):
    """One constraint and whether the plan keeps it. A failed one that is not `hard` is only told."""

    name: str
    ok: bool
    detail: str
    hard: bool = True


def checked(name: str, wrong: list[str], right: str, *, hard: bool = True) -> Check:
    """A check by what is wrong, of which three are said; `right` is said where nothing is."""
    return Check(name=name, ok=not wrong, detail="; ".join(wrong[:3]) or right, hard=hard)


class Task(BaseModel):
    """Work of a gathering at a time of day; nobody in `who`: it is open who does it."""

    what: str
    start: Time
    end: Time
    who: list[str] = []


class Ride(BaseModel):
    """Who is fetched by whom: when it leaves for the guests, and when it leaves to bring them home.

    `others`: how many more are fetched whose names nobody said.
    """

    driver: str
    passengers: list[str] = []
    others: int = 0
    fetched: Time
    home: Time
    sample: bool = False


class Meal(BaseModel):
    """How many meals of a kind are ordered for a gathering."""

    what: str
    count: int
    sample: bool = False


class Link(BaseModel):
    """An address on the web, and whose it is."""

    name: str
    url: str


class LookUp(BaseModel):
    """Something of which no source knew anything in a city, and where one may look for it."""

    what: str
    city: str
    links: list[Link] = []

    @property
    def called(self) -> str:
        """The city's name in the reader's language."""
        return city_in_words(self.city)


class TripPlan(BaseModel):
    """A whole plan; gatherings have tasks, rides and meals beside their day.

    `summary`: what it is like, in a sentence or two; empty where nobody worded it.
    `misfits`: in words, what of the wish does not fit, where this is the nearest plan.
    """

    title: str
    summary: str = ""
    people: int
    budget: Budget
    transport: list[Leg] = []
    stays: list[Stay] = []
    days: list[Day] = []
    tasks: list[Task] = []
    rides: list[Ride] = []
    meals: list[Meal] = []
    checks: list[Check] = []
    look_up: list[LookUp] = []
    misfits: list[str] = []
    version: int = 1
