"""Offers, what is asked of a source, and what a source is.

Everything here survives `Model.model_validate(model.model_dump(mode="json"))` unchanged, because offers
are kept in encrypted JSON columns and cross process borders.
"""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Literal, Protocol, runtime_checkable
from urllib.parse import urlsplit

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, JsonValue

from agency.sources.settings import number_setting
from ownyou.lib.errors import OwnYouError

type OfferKind = Literal[
    "restaurant", "event", "product", "tariff", "flight", "train", "stay", "sight", "activity", "service"
]

WAYS: frozenset[OfferKind] = frozenset({"flight", "train"})
"""Kinds that go from one place to another; many are called alike."""


def storable(text: str) -> str:
    """`text` without what PostgreSQL cannot keep: NUL characters and lone surrogates."""
    if text.isascii() and "\x00" not in text:  # nearly all of some thousand texts of a search
        return text
    return text.replace("\x00", "").encode("utf-8", "ignore").decode("utf-8")


def web_address(text: str) -> str:
    """`text` when it is an http(s) address, else "": other schemes (javascript:) never become a link."""
    address = storable(text).strip()
    try:
        parts = urlsplit(address)
    except ValueError:
        return ""
    return address if parts.scheme in ("http", "https") and parts.hostname else ""


def storable_json(value: JsonValue) -> JsonValue:
    """`value` with every string, keys included, made storable."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, list):
        return [storable_json(item) for item in value]
    if isinstance(value, dict):
        return {storable(key): storable_json(item) for key, item in value.items()}
    return value


Text = Annotated[str, AfterValidator(storable)]
Link = Annotated[str, AfterValidator(web_address)]
Json = Annotated[JsonValue, AfterValidator(storable_json)]


class Place(BaseModel):
    """Where something is. Coordinates in degrees (WGS 84), both or neither known."""

    model_config = ConfigDict(frozen=True)

    name: Text = ""
    address: Text = ""
    city: Text = ""
    country: Text = ""
    lat: float | None = Field(default=None, ge=-90, le=90)
    lon: float | None = Field(default=None, ge=-180, le=180)


class Offer(BaseModel):
    """One thing that a source found. What the source does not say is None or "", never a guess.

    `rating` is 0-5, `price_level` 1-4 (cheap to very dear), `opening_hours` in OpenStreetMap's syntax,
    `sample` tells data shipped with the product from the world's.
    """

    source: Text
    source_id: Text
    kind: OfferKind
    title: Text
    price: Decimal | None = Field(default=None, ge=0)
    currency: Text | None = None
    price_level: int | None = Field(default=None, ge=1, le=4)
    rating: float | None = Field(default=None, ge=0, le=5)
    rating_count: int | None = Field(default=None, ge=0)
    place: Place | None = None
    link: Link = ""
    booking_link: Link = ""
    menu_link: Link = ""
    photo: Link = ""
    cuisines: list[Text] = []
    diets: list[Text] = []
    opening_hours: Text = ""
    starts_at: AwareDatetime | None = None
    ends_at: AwareDatetime | None = None
    retailer: Text = ""
    category: Text = ""
    attributes: dict[Text, Json] = {}
    sample: bool = False
    fetched_at: AwareDatetime = Field(default_factory=lambda: datetime.now(UTC))


class Journey(BaseModel):
    """Where a journey to the place searched begins and, when it ends elsewhere than there, where it ends.

    `back_from` is the city from which one comes back, where it is not the one gone to. Points are
    (latitude, longitude) in degrees; `one_way` asks for no way back.
    """

    model_config = ConfigDict(frozen=True)

    origin: str
    origin_at: tuple[float, float]
    back_from: str = ""
    back_at: tuple[float, float] | None = None
    one_way: bool = False


def patience() -> float:
    """Seconds that a source may take for one question."""
    return number_setting("SOURCE_TIMEOUT", 12.0)


class SearchRequest(BaseModel):
    """What is asked of a source.

    For flights and trains `city` and `near` are where they go, `journey` where they come from, and the dates
    of `begins` and `ends` the days of going and of coming back. `near` is (latitude, longitude) in degrees;
    `begins` and `ends` are aware, and `zone` is the time zone on whose clocks the person reads them at the
    place searched; `country` is the ISO code of where it is wanted, empty where nobody knows; `timeout` is in
    seconds and holds for the whole search; `currency` is that of `max_price`.
    """

    model_config = ConfigDict(frozen=True)

    kind: str
    words: str = ""
    city: str = ""
    country: str = ""
    near: tuple[float, float] | None = None
    radius_km: float | None = Field(default=None, gt=0)
    cuisines: list[str] = []
    categories: list[str] = []
    begins: AwareDatetime | None = None
    ends: AwareDatetime | None = None
    zone: str = "UTC"
    people: int | None = None
    journey: Journey | None = None
    currency: str = "USD"
    max_price: Decimal | None = None
    limit: int = Field(default=60, ge=1)
    timeout: float = Field(default_factory=patience, gt=0)


class SourceUnavailable(OwnYouError):
    """A source could not be asked; `reason` is a plain sentence that a person may read, `away` tells that it
    cannot be reached now and may be later."""

    status = 503
    code = "source_unavailable"

    def __init__(self, reason: str, *, away: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.away = reason, away


@runtime_checkable
class Source(Protocol):
    """What finds offers: `name` is its identifier, `title` what people read, `kinds` what it knows."""

    name: str
    title: str
    kinds: frozenset[str]

    def search(self, request: SearchRequest) -> list[Offer]:
        """The offers that fit `request`, at most `request.limit`; raises SourceUnavailable."""
        ...


@runtime_checkable
class Landmarks(Source, Protocol):
    """A source that also knows where things stand in a city: stations, squares, quarters."""

    def find_landmark(
        self, words: str, city: tuple[float, float], within_km: float, seconds: float
    ) -> tuple[float, float] | None:
        """(latitude, longitude) of what is called `words` within `within_km` of the city's middle.

        None when there is nothing of that name; raises SourceUnavailable, at the latest after `seconds`.
        """
        ...
