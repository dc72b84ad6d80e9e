"""What other people's files call our fields, and how they write values; pure.

Turns a raw row into keyword arguments of `CatalogueRow`. What it does not know is kept in `attributes`; what
it cannot read is left as it is, for the row's own validation to refuse with a reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from dateutil.parser import ParserError, parse

from agency.catalogue.rows import KINDS, CatalogueRow
from agency.catalogue.vocabulary import categories_named
from ownyou.lib.text import key_of

_ALIASES: dict[str, str] = {
    alias: name
    for name, aliases in {
        "source_id": "id sku osm_id event_id place_id external_id uid",
        "title": "name product product_name event_name restaurant_name plan",
        "city": "town municipality addr_city",
        "country": "country_code addr_country",
        "zone": "timezone time_zone tz",
        "area": "neighbourhood neighborhood district quarter suburb",
        "address": "street street_address addr_street location_address",
        "lat": "latitude y",
        "lon": "lng long longitude x",
        "cuisines": "cuisine food food_type kitchen",
        "diets": "diet dietary diet_options",
        "features": "amenities",
        "price": "amount cost price_per_person average_price ticket_price monthly_price price_month",
        "price_level": "pricerange price_range price_category price_tier",
        "currency": "currency_code price_currency",
        "rating": "stars score average_rating",
        "rating_count": "reviews review_count ratings num_reviews votes",
        "opening_hours": "hours openinghours open_hours",
        "phone": "telephone tel phone_number contact_phone",
        "link": "url website homepage web contact_website",
        "booking_link": "booking_url reservation_url reservations tickets ticket_url",
        "menu_link": "menu menu_url website_menu",
        "photo": "image image_url picture thumbnail photo_url",
        "venue": "venue_name hall",
        "rrule": "recurrence recurs repeat",
        "start_date": "date day begins_on",
        "start_time": "time starts door_time",
        "duration_minutes": "duration minutes",
        "retailer": "shop store seller merchant vendor",
        "brand": "manufacturer make",
        "product_key": "ean gtin mpn",
        "tables": "free_tables table_times",
        "specs": "specifications spec",
        "speed_mbps": "speed speed_mbit download_speed",
    }.items()
    for alias in aliases.split()
}
_KIND_WORDS = {
    "restaurants": "restaurant", "food": "restaurant", "dining": "restaurant", "events": "event",
    "hotel": "stay", "hotels": "stay", "stays": "stay", "accommodation": "stay", "sights": "sight",
    "attraction": "sight", "attractions": "sight", "activities": "activity", "tours": "activity",
    "services": "service",
    "concerts": "event", "products": "product", "shopping": "product", "tariffs": "tariff", "plans": "tariff",
}  # fmt: skip
_PRICE_WORDS = {
    "cheap": 1, "inexpensive": 1, "budget": 1, "low": 1, "moderate": 2, "medium": 2, "mid": 2, "average": 2,
    "intermediate": 2, "mid range": 2, "expensive": 3, "pricey": 3, "high": 3, "upscale": 3,
    "very expensive": 4, "ultra high end": 4, "high end": 4, "luxury": 4, "fine dining": 4,
}  # fmt: skip
_SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "US$": "USD", "zł": "PLN", "₹": "INR", "₩": "KRW"}
_DIETS = ("vegetarian", "vegan", "gluten_free", "halal", "kosher")
_FEATURES = {
    "outdoor": "outdoor", "outdoor_seating": "outdoor", "live_music": "live music", "quiet": "quiet",
    "romantic": "romantic", "kid_friendly": "kid friendly", "good_for_kids": "kid friendly",
}  # fmt: skip
_LISTS = ("cuisines", "diets", "features", "tags")
_YES = frozenset({"yes", "true", "1", "only", "y"})
_FIELDS = frozenset(CatalogueRow.model_fields)
_SPLIT = re.compile(r"\s*[;,|]\s*")
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
_BARE_DOMAIN = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}(?:[/?#]\S*)?$", re.I)
_CLOCK_12 = re.compile(r"(\d{1,2})(?::(\d{2}))?\s*([ap])\.?m\.?", re.I)
_KIND_BY_FIELD = (
    ("restaurant", ("cuisines", "tables", "opening_hours")),
    ("event", ("rrule", "start_date")),
    ("tariff", ("contract_months", "price_per_kwh", "speed_mbps", "data_gb")),
    ("product", ("retailer", "brand", "product_key")),
)
_SHARED = ("kind", "city", "country", "zone", "currency", "category", "area")


def to_row_values(values: Mapping[str, Any], defaults: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Keyword arguments for `CatalogueRow`: one row, or one for each of a product's `offers`."""
    named = _named(defaults, _SHARED) | _named(values)
    if named.get("kind") is None:
        named["kind"] = _guess_kind(named)
    offers = named.pop("offers", None)
    if named["kind"] == "product" and isinstance(offers, list) and offers:
        yield from (_arranged(_offer_of(named, offer)) for offer in offers)
    else:
        yield _arranged(named if offers is None else named | {"offers": offers})


def _named(values: Mapping[str, Any], only: Iterable[str] = ()) -> dict[str, Any]:
    """The values under our names. Our own name wins over an alias; null and empty text are left out."""
    named: dict[str, Any] = {}
    for written, value in values.items():
        if value is None or (isinstance(value, str) and not value.strip()):
            continue
        name, own = _field_name(str(written))
        if name not in named or own:
            named[name] = value
    _place_kind(named)
    return {name: named[name] for name in only if name in named} if only else named


@lru_cache(maxsize=4096)
def _field_name(written: str) -> tuple[str, bool]:
    """Our name for a column, and whether it was written so."""
    key = key_of(written).replace(" ", "_")
    return _ALIASES.get(key, key), key not in _ALIASES


def _place_kind(named: dict[str, Any]) -> None:
    """`type` says our kind in some files and the category in others."""
    said = named.pop("type", None)
    if said is not None:
        named.setdefault("kind" if _kind(said) in KINDS else "category", said)
    if "kind" in named:
        named["kind"] = _kind(named["kind"])


def _kind(said: Any) -> Any:
    if not isinstance(said, str):
        return said
    key = key_of(said)
    return _KIND_WORDS.get(key, key)


def _guess_kind(named: Mapping[str, Any]) -> str | None:
    return next((kind for kind, telling in _KIND_BY_FIELD if any(name in named for name in telling)), None)


def _offer_of(product: Mapping[str, Any], offer: Any) -> dict[str, Any]:
    """A product's row at one retailer; the product's own id joins the retailers."""
    if not isinstance(offer, Mapping):
        return {**product, "offers": offer}
    key = str(product.get("source_id") or key_of(str(product.get("title", ""))).replace(" ", "-"))
    own = _named(offer)
    own.pop("kind", None)
    retailer = key_of(str(own.get("retailer", ""))).replace(" ", "-")
    return {"product_key": key, **product, **own, "source_id": own.get("source_id") or f"{key}@{retailer}"}


def _arranged(named: Mapping[str, Any]) -> dict[str, Any]:
    """Known fields with values in our form, the rest in `attributes`."""
    row = {name: value for name, value in named.items() if name in _FIELDS and name != "attributes"}
    rest = {name: value for name, value in named.items() if name not in _FIELDS and name not in ("note", "")}
    _read_place(row, rest)
    _read_flags(row, rest)
    _read_price(row, rest)
    _read_when(row, rest)
    for name in _LISTS:
        if isinstance(row.get(name), str):
            row[name] = [part for part in _SPLIT.split(row[name]) if part]
    for name in ("link", "booking_link", "menu_link", "photo"):
        if isinstance(row.get(name), str) and _BARE_DOMAIN.match(row[name].strip()):
            row[name] = f"https://{row[name].strip()}"
    for name in ("rating", "rating_count", "lat", "lon", "duration_minutes"):
        row = _with_number(row, name)
    if row.get("kind") == "tariff":
        row["category"] = _tariff_category(row.get("category"))
        row.setdefault("brand", rest.get("provider", ""))
    given = named.get("attributes")
    rest |= dict(given) if isinstance(given, Mapping) else {}
    return {name: value for name, value in row.items() if value is not None} | {"attributes": rest}


def _read_place(row: dict[str, Any], rest: dict[str, Any]) -> None:
    """`location` as [lat, lon], "lat, lon", or an object with both; other text is an address."""
    location = rest.pop("location", None)
    if location is None or "lat" in row:
        return
    parts = location.split(",") if isinstance(location, str) else location
    if isinstance(parts, Mapping):
        named = _named(parts)
        row |= {name: named[name] for name in ("lat", "lon", "address", "city") if name in named}
    elif (
        isinstance(parts, list) and len(parts) == 2 and all(_NUMBER.fullmatch(str(p).strip()) for p in parts)
    ):
        row["lat"], row["lon"] = parts
    elif isinstance(location, str):
        row.setdefault("address", location)


def _read_flags(row: dict[str, Any], rest: dict[str, Any]) -> None:
    """Columns such as vegetarian or live_music that hold yes and no."""
    for name in [name for name in rest if name.removeprefix("diet_") in _DIETS]:
        if key_of(str(rest.pop(name))) in _YES:
            row["diets"] = [*_listed(row.get("diets")), name.removeprefix("diet_")]
    for name in [name for name in rest if name in _FEATURES]:
        if key_of(str(rest.pop(name))) in _YES:
            row["features"] = [*_listed(row.get("features")), _FEATURES[name]]


def _listed(value: Any) -> list[Any]:
    if isinstance(value, str):
        return [part for part in _SPLIT.split(value) if part]
    return list(value) if isinstance(value, list) else []


def _read_price(row: dict[str, Any], rest: dict[str, Any]) -> None:
    """Words ("cheap"), signs ("$$") and amounts as written ("12,50 €", "from $20")."""
    level = row.get("price_level", row.get("price"))
    if isinstance(level, str) and (number := _level(level)) is not None:
        row.pop("price", None) if "price_level" not in row else None
        row["price_level"] = number
    price = row.get("price")
    if isinstance(price, str) and not _NUMBER.fullmatch(price.replace(",", "x")):
        if key_of(price) in ("free", "gratis", "0", "kostenlos"):
            row["price"] = 0
            return
        from price_parser import Price  # every currency in one pattern: long to compile

        read = Price.fromstring(price)
        if read.amount is not None and "-" not in price:
            row["price"] = read.amount
            row.setdefault("currency", read.currency or "")
    currency = row.get("currency")
    if isinstance(currency, str):
        row["currency"] = _SIGNS.get(currency.strip(), currency)


def _level(text: str) -> int | None:
    text = text.strip()
    if text and len(text) <= 4 and set(text) <= set("$€£¥") and len(set(text)) == 1:
        return len(text)
    return _PRICE_WORDS.get(key_of(text))


def _read_when(row: dict[str, Any], rest: dict[str, Any]) -> None:
    """Dates and times as written; a date with a time in it gives both."""
    moment = rest.pop("starts_at", None) or rest.pop("start", None) or rest.pop("begin", None)
    written = moment if moment is not None else row.get("start_date")
    if isinstance(written, str) and (read := _datetime(written)) is not None:
        row["start_date"] = read.date()
        if len(written.strip()) > 10 and ":" in written:
            row.setdefault("start_time", read.time())
    elif isinstance(written, date):
        row["start_date"] = written
    clock = row.get("start_time")
    if isinstance(clock, str) and (found := _CLOCK_12.fullmatch(clock.strip())):
        hour = int(found[1]) % 12 + (12 if found[3].lower() == "p" else 0)
        row["start_time"] = f"{hour:02}:{found[2] or '00'}"
    elif isinstance(clock, str):
        row["start_time"] = clock.strip().zfill(5) if ":" in clock else clock


def _datetime(text: str) -> datetime | None:
    """Year-first dates are ISO; "31.12.2026" and "31/12/2026" have the day first."""
    text = text.strip()
    if not any(map(str.isdigit, text)):
        return None
    try:
        year_first = bool(re.match(r"\d{4}", text))
        return parse(text, dayfirst=not year_first, yearfirst=year_first).replace(tzinfo=None)
    except (ParserError, OverflowError, ValueError):
        return None


def _with_number(row: dict[str, Any], name: str) -> dict[str, Any]:
    """Decimal commas ("4,5") and blanks around numbers."""
    value = row.get(name)
    if isinstance(value, bool):
        return row | {name: str(value)}
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return row | {name: value.strip().replace(",", ".")}
    return row


def _tariff_category(said: Any) -> Any:
    if not isinstance(said, str):
        return said
    named = categories_named("tariff", [said])
    return named[0] if named else said
