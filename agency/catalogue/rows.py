"""One row of a catalogue, typed: what the table takes, whoever wrote the file."""

from __future__ import annotations

import hashlib
import math
import re
from datetime import date, time
from decimal import Decimal
from functools import lru_cache
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import orjson
from babel.numbers import list_currencies
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    model_validator,
)

from agency.catalogue.recurrence import check_rule
from agency.catalogue.tables import WeekTables, read_tables
from agency.catalogue.vocabulary import (
    category_tags,
    city_key,
    cuisine_key,
    cuisine_tags,
    index_words,
    tag_key,
)
from agency.sources.opening import parse_hours
from ownyou.lib.text import clean_line, key_of

type Kind = Literal["restaurant", "event", "product", "tariff", "stay", "sight", "activity", "service"]
KINDS: tuple[str, ...] = (
    *("restaurant", "event", "product", "tariff"),
    *("stay", "sight", "activity", "service"),
)
_COUNTRY = re.compile("[A-Z]{2}")


def _line(value: object) -> object:
    if isinstance(value, str):
        if "\x00" in value:
            raise ValueError("contains a NUL character")
        return clean_line(value)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    return value


@lru_cache(maxsize=1)
def _currencies() -> frozenset[str]:
    return frozenset(list_currencies())


def _currency(code: str) -> str:
    code = code.upper()
    if code and code not in _currencies():
        raise ValueError(f"{code[:12]!r} is no ISO 4217 currency code such as USD or EUR")
    return code


def _country(code: str) -> str:
    code = {"UK": "GB"}.get(code.upper(), code.upper())
    if code and not _COUNTRY.fullmatch(code):
        raise ValueError(f"{code[:20]!r} is no two-letter country code such as US or FR")
    return code


def _zone(name: str) -> str:
    try:
        return ZoneInfo(name).key if name else ""
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise ValueError(f"{name[:40]!r} is no time zone such as Europe/Paris") from None


def _hours(text: str) -> str:
    if text and parse_hours(text) is None:
        raise ValueError(f"{text[:60]!r} is not in OpenStreetMap's opening_hours syntax")
    return text


def _finite(number: float | None) -> float | None:
    if number is not None and not math.isfinite(number):
        raise ValueError("is not a finite number")
    return number


type Line = Annotated[str, BeforeValidator(_line)]
type Short = Annotated[Line, Field(max_length=120)]
type Link = Annotated[Line, Field(max_length=500, pattern=r"^(https?://\S+)?$")]
type Hours = Annotated[Line, AfterValidator(_hours)]
type Names = Annotated[list[Short], Field(max_length=40)]
type Degrees = Annotated[float, AfterValidator(_finite)]


class CatalogueRow(BaseModel):
    """One thing on offer: a restaurant, an event, a product at a retailer, a tariff, a sight …

    `price` is per person, ticket, piece, month or night by kind, in `currency`; `lat` and `lon` are degrees,
    both or neither; `start_time` and `rrule` (RFC 5545, without DTSTART) are on the clocks of `zone`.
    """

    model_config = ConfigDict(extra="forbid")

    kind: Kind
    title: Annotated[Line, Field(min_length=1, max_length=300)]
    source_id: Annotated[Line, Field(max_length=200)] = ""
    city: Short = ""
    country: Annotated[Short, AfterValidator(_country)] = ""
    zone: Annotated[Short, AfterValidator(_zone)] = ""
    area: Short = ""
    address: Annotated[Line, Field(max_length=300)] = ""
    lat: Annotated[Degrees, Field(ge=-90, le=90)] | None = None
    lon: Annotated[Degrees, Field(ge=-180, le=180)] | None = None
    category: Annotated[Line, Field(max_length=60)] = ""
    tags: Names = []
    price: Annotated[Decimal, Field(ge=0, lt=10**10, allow_inf_nan=False)] | None = None
    currency: Annotated[Short, AfterValidator(_currency)] = ""
    price_level: Annotated[int, Field(ge=1, le=4)] | None = None
    rating: Annotated[Degrees, Field(ge=0, le=5)] | None = None
    rating_count: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    cuisines: Names = []
    diets: Names = []
    features: Names = []
    opening_hours: Hours = ""
    tables: Annotated[WeekTables, BeforeValidator(read_tables)] = {}
    phone: Short = ""
    link: Link = ""
    booking_link: Link = ""
    menu_link: Link = ""
    photo: Link = ""
    venue: Annotated[Line, Field(max_length=200)] = ""
    rrule: Annotated[Line, Field(max_length=300), AfterValidator(check_rule)] = ""
    start_date: date | None = None
    start_time: time | None = None
    duration_minutes: Annotated[int, Field(gt=0, le=60 * 24 * 31)] | None = None
    retailer: Short = ""
    brand: Short = ""
    product_key: Short = ""
    attributes: dict[Short, JsonValue] = {}

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if (self.lat is None) != (self.lon is None):
            raise ValueError("lat and lon belong together; one of them is missing")
        if self.kind == "event" and self.start_date is None and not self.rrule:
            raise ValueError("an event needs a date (start_date) or a recurrence rule (rrule)")
        self.source_id = self.source_id or self._derived_id()
        return self

    def _derived_id(self) -> str:
        where = self.address or (f"{self.lat:.4f} {self.lon:.4f}" if self.lat is not None else "")
        parts = (self.title, self.city, where, self.retailer, self.start_date, self.start_time)
        return key_of(f"{self.kind} " + " ".join(str(part) for part in parts if part)).replace(" ", "-")[:200]

    def columns(self, *, source: str, sample: bool) -> dict[str, Any]:
        """The columns of `CatalogueItem` for this row, its digest included."""
        columns: dict[str, Any] = {
            "source": source,
            "source_id": self.source_id,
            "kind": self.kind,
            "title": self.title,
            "city": self.city,
            "city_key": city_key(self.city),
            "country": self.country,
            "lat": self.lat,
            "lon": self.lon,
            "category": self.category or (self.cuisines[0] if self.cuisines else ""),
            "tags": self._tags(),
            "words": self._words(),
            "price": None if self.price is None else self.price.quantize(Decimal("0.01")),
            "currency": self.currency,
            "price_level": self.price_level,
            "rating": self.rating,
            "rating_count": self.rating_count,
            "data": self._data(),
            "sample": sample,
        }
        return columns | {"digest": _digest(columns)}

    def _tags(self) -> list[str]:
        """Cuisines as they are named, everything else in `tag_key` spelling."""
        kinds = category_tags(self.kind, self.category)
        plain = (tag_key(text) for text in (*self.tags, *self.diets, *self.features))
        cuisines = cuisine_tags(self.cuisines)
        return list(dict.fromkeys(tag[:60] for tag in (*cuisines, *kinds, *plain) if tag))

    def _words(self) -> list[str]:
        specs = self.attributes.get("specs")
        told = self.attributes | (specs if isinstance(specs, dict) else {})
        facts = (key if value is True else value for key, value in told.items())
        said = (fact.replace("_", " ") for fact in facts if isinstance(fact, str) and len(fact) < 60)
        return index_words(self.title, self.brand, self.retailer, self.venue, self.area, *self._tags(), *said)

    def _data(self) -> dict[str, Any]:
        kept = self.model_dump(mode="json", include=_DATA_FIELDS, exclude_defaults=True)
        if self.cuisines:
            kept["cuisines"] = [cuisine_key(cuisine) for cuisine in self.cuisines]
        if self.diets:
            kept["diets"] = [key_of(diet).replace(" ", "_") for diet in self.diets]
        return kept


_DATA_FIELDS = {
    "zone", "area", "address", "cuisines", "diets", "features", "opening_hours", "tables", "phone", "link",
    "booking_link", "menu_link", "photo", "venue", "rrule", "start_date", "start_time", "duration_minutes",
    "retailer", "brand", "product_key", "attributes",
}  # fmt: skip


def _digest(columns: dict[str, Any]) -> str:
    packed = orjson.dumps(columns, default=str, option=orjson.OPT_SORT_KEYS)
    return hashlib.blake2b(packed, digest_size=16).hexdigest()
