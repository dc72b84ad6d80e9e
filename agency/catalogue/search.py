"""Search in the catalogue's rows."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from babel.core import get_global
from django.utils import timezone

from agency.catalogue.matching import Candidate, Match, Wanted, best_matches
from agency.catalogue.offers import COLUMNS, offer_of
from agency.catalogue.recurrence import occurrences
from agency.catalogue.tables import free_tables
from agency.catalogue.vocabulary import (
    categories_named,
    category_key,
    city_key,
    cuisine_key,
    tag_key,
    tokens,
)
from agency.models.catalogue import CatalogueItem, CatalogueQuerySet
from agency.sources.base import Offer, SearchRequest
from agency.sources.distance import distance_km
from agency.sources.money import UnknownCurrency, convert
from agency.sources.opening import is_open, is_open_between

logger = logging.getLogger(__name__)

DEFAULT_RADIUS_KM = 5.0
EVENTS_AHEAD = timedelta(days=60)
DATES_OF_ONE_EVENT = 3
EVENING = timedelta(hours=2)
"""How long an event takes that does not say."""

_COUNTRY_OF_CURRENCY = {"USD": "US", "GBP": "GB", "JPY": "JP", "CHF": "CH", "CAD": "CA", "AUD": "AU"}


def search_catalogue(request: SearchRequest) -> list[Offer]:
    """The catalogue's offers that fit, at most `request.limit`, best first (events: soonest first).

    Restaurants known to be closed then are left out, and `attributes` has `tables_free` ("HH:MM", local, for
    the day of `begins`) with `tables_date` where tables are known, `open_then` and `distance_km`. Events are
    their next dates in the window (60 days when it is open), `source_id` with "@" and the date; words narrow
    them by title or kind, if they name one. Products
    have `match` (0-1, the part of the words found), `exact` and `product_key`, which joins the retailers.
    Prices above `max_price` are left out, converted where their currency differs.
    """
    search = _SEARCHES.get(request.kind)
    return list(islice(search(request, timezone.now()), request.limit)) if search else []


def _restaurants(request: SearchRequest, now: datetime) -> Iterator[Offer]:
    rows = _local_rows(request)
    if request.cuisines:
        wanted = map(cuisine_key, request.cuisines)
        rows = rows.tagged({*wanted, *map(tag_key, request.cuisines)})
    if request.categories:
        rows = rows.tagged(map(tag_key, request.categories))
    offers = [
        offer_of(item, fetched_at=now, attributes=attributes)
        for item in rows.order_by("-rating", "-rating_count", "title")
        if _affordable(item, request)
        and _within(item, request)
        and (attributes := _then(item, request, now)) is not None
    ]
    if request.near:
        offers.sort(key=lambda offer: _number(offer.attributes.get("distance_km")))
    return iter(offers)


def _then(item: CatalogueItem, request: SearchRequest, now: datetime) -> dict[str, Any] | None:
    """What is known of the place at the time asked for; None when it is closed then."""
    attributes: dict[str, Any] = _distance(item, request)
    if request.begins is None:
        return attributes
    open_then = _open_then(item, request.begins, request.ends, request.zone)
    if open_then is False:
        return None
    tables = item.data.get("tables")
    if tables:
        zone = _zone_of(item, request)
        day = request.begins.astimezone(zone).date()
        fits = request.people is None or request.people <= item.data.get("attributes", {}).get(
            "max_party", 99
        )
        free = free_tables(tables, day, after=now.astimezone(zone)) if fits else []
        attributes |= {"tables_free": free, "tables_date": day.isoformat()}
    return attributes if open_then is None else attributes | {"open_then": True}


def _open_then(item: CatalogueItem, begins: datetime, ends: datetime | None, zone: str) -> bool | None:
    hours = item.data.get("opening_hours", "")
    zone = item.data.get("zone") or zone
    near = None if item.lat is None or item.lon is None else (item.lat, item.lon)
    if ends is None or ends <= begins:
        return is_open(hours, begins, zone, near=near)
    return is_open_between(hours, begins, ends, zone, near=near)


def _events(request: SearchRequest, now: datetime) -> Iterator[Offer]:
    rows = _local_rows(request)
    if request.categories:
        rows = rows.tagged(map(category_key, request.categories))
    fitting = [item for item in rows if _affordable(item, request) and _within(item, request)]
    said = set(tokens(request.words))
    told = _named(fitting, said) or ([] if request.categories else _of_a_kind(fitting, said)) or fitting
    offers = [offer for item in told for offer in _dates(item, request, now)]
    return iter(sorted(offers, key=lambda offer: (offer.starts_at or now, offer.title)))


def _named(items: Iterable[CatalogueItem], said: set[str]) -> list[CatalogueItem]:
    """The events whose whole title is in the words."""
    return [item for item in items if len(title := set(tokens(item.title))) > 1 and title <= said]


def _of_a_kind(items: Iterable[CatalogueItem], said: set[str]) -> list[CatalogueItem]:
    """The events with a tag that is in the words whole: "late night" needs both of its words."""
    return [item for item in items if any(set(tokens(tag)) <= said for tag in item.tags if tokens(tag))]


def _dates(item: CatalogueItem, request: SearchRequest, now: datetime) -> Iterator[Offer]:
    begins = max(request.begins or now, now)
    coming = occurrences(
        rule=item.data.get("rrule", ""),
        start_date=_read(date.fromisoformat, item.data.get("start_date")),
        start_time=_read(time.fromisoformat, item.data.get("start_time")),
        duration=_duration(item),
        zone=_zone_of(item, request),
        begins=begins,
        ends=request.ends or begins + EVENTS_AHEAD,
    )
    for start, end in _readable(item, islice(coming, DATES_OF_ONE_EVENT)):
        yield offer_of(
            item,
            fetched_at=now,
            source_id=f"{item.source}:{item.source_id}@{start:%Y-%m-%d}",
            starts_at=start,
            ends_at=end,
            attributes={**_distance(item, request), "tags": item.tags},
        )


def _readable(
    item: CatalogueItem, dates: Iterator[tuple[datetime, datetime]]
) -> list[tuple[datetime, datetime]]:
    """The dates; none where the row's rule was edited into one that cannot be read."""
    try:
        return list(dates)
    except (ValueError, TypeError):
        logger.warning("Catalogue item %s has a recurrence rule that cannot be read.", item.pk)
        return []


def _products(request: SearchRequest, now: datetime) -> Iterator[Offer]:
    wanted = Wanted.of(request.words)
    rows = CatalogueItem.objects.on_offer("product").only(*COLUMNS, "words")
    if request.categories:
        rows = rows.tagged(map(category_key, request.categories))
    if wanted.tokens:
        rows = rows.mentioning(wanted.spellings())
    elif not request.categories:
        return
    candidates = [_candidate(item) for item in rows if _affordable(item, request)]
    country = _country(request)
    matches = best_matches(wanted, candidates)
    for match in sorted(matches, key=lambda match: _product_order(match, request, country)):
        found = {"match": round(match.coverage, 2), "exact": match.exact}
        yield offer_of(match.row, fetched_at=now, attributes=found)


def _candidate(item: CatalogueItem) -> Candidate[CatalogueItem]:
    category = set(tokens(item.category))
    name = set(tokens(item.title)) - set(tokens(item.data.get("brand", ""))) - category
    return Candidate(item, set(item.words), name, category)


def _product_order(
    match: Match[CatalogueItem], request: SearchRequest, country: str
) -> tuple[float, bool, float]:
    """Best match, then shops of the person's country or currency, then the cheapest in their currency."""
    item = match.row
    there = item.currency != request.currency and (not country or item.country != country)
    price = None if item.price is None else _in_currency(item.price, item.currency, request.currency)
    return -match.coverage, there, _number(price)


def _tariffs(request: SearchRequest, now: datetime) -> Iterator[Offer]:
    kinds = list(map(category_key, request.categories)) or categories_named("tariff", tokens(request.words))
    rows = CatalogueItem.objects.on_offer("tariff").in_country(_country(request)).only(*COLUMNS)
    if kinds:
        rows = rows.tagged(kinds)
    for item in rows.order_by("price", "title"):
        if _affordable(item, request):
            yield offer_of(item, fetched_at=now, retailer=item.data.get("brand", ""))


def _places(request: SearchRequest, now: datetime) -> Iterator[Offer]:
    """Sights, stays, activities and services of a place, the best rated first; narrowed by category."""
    rows = _local_rows(request)
    if request.categories:
        rows = rows.tagged(map(category_key, request.categories))
    for item in rows.order_by("-rating", "-rating_count", "title"):
        if _affordable(item, request) and _within(item, request):
            yield offer_of(item, fetched_at=now, attributes=_distance(item, request))


_SEARCHES: dict[str, Callable[[SearchRequest, datetime], Iterator[Offer]]] = {
    "restaurant": _restaurants,
    "event": _events,
    "product": _products,
    "tariff": _tariffs,
    "stay": _places,
    "sight": _places,
    "activity": _places,
    "service": _places,
}


def _local_rows(request: SearchRequest) -> CatalogueQuerySet:
    """Rows around `near`, else in the city; none when neither is known."""
    rows: CatalogueQuerySet = CatalogueItem.objects.on_offer(request.kind).only(*COLUMNS, "words")
    if request.near and (request.radius_km or not request.city):
        return rows.around(*request.near, request.radius_km or DEFAULT_RADIUS_KM)
    return rows.in_city(city_key(request.city)) if request.city.strip() else rows.none()


def _within(item: CatalogueItem, request: SearchRequest) -> bool:
    """Around a point only what is inside the circle counts; `around` gives its square."""
    if not request.near or (request.city and not request.radius_km):
        return True
    return _km(item, request.near) <= (request.radius_km or DEFAULT_RADIUS_KM)


def _distance(item: CatalogueItem, request: SearchRequest) -> dict[str, float]:
    if request.near is None or item.lat is None:
        return {}
    return {"distance_km": round(_km(item, request.near), 2)}


def _km(item: CatalogueItem, near: tuple[float, float]) -> float:
    if item.lat is None or item.lon is None:
        return float("inf")
    return distance_km(near, (item.lat, item.lon))


def _affordable(item: CatalogueItem, request: SearchRequest) -> bool:
    """Whether the price is within `max_price`; an unknown price or rate of exchange is no reason to hide."""
    if request.max_price is None or item.price is None:
        return True
    return _in_currency(item.price, item.currency, request.currency) <= request.max_price


def _in_currency(price: Decimal, currency: str, wanted: str) -> Decimal:
    if not currency or currency == wanted:
        return price
    try:
        return convert(price, currency, wanted).amount
    except UnknownCurrency:
        return Decimal(0)


def _country(request: SearchRequest) -> str:
    """Where it is wanted: as said, else by the city if the catalogue knows it, time zone or currency."""
    if request.country:
        return request.country.upper()
    if request.city.strip():
        known = CatalogueItem.objects.in_city(city_key(request.city)).exclude(country="")
        country = known.values_list("country", flat=True).first()
        if country:
            return str(country)
    by_zone = get_global("zone_territories").get(request.zone, "")
    return by_zone if len(by_zone) == 2 else _COUNTRY_OF_CURRENCY.get(request.currency, "")


def _zone_of(item: CatalogueItem, request: SearchRequest) -> ZoneInfo:
    for name in (item.data.get("zone"), request.zone):
        try:
            if name:
                return ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError):
            continue
    return ZoneInfo("UTC")


def _duration(item: CatalogueItem) -> timedelta:
    minutes = item.data.get("duration_minutes")
    return timedelta(minutes=minutes) if minutes else EVENING


def _read[T](reader: Callable[[str], T], text: str | None) -> T | None:
    return reader(text) if text else None


def _number(value: Any) -> float:
    return float("inf") if value is None else float(value)
