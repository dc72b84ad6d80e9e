"""SerpApi as a source of offers: google_shopping, google_local and google_maps, google_events; and of travel,
google_flights and google_hotels."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from zoneinfo import ZoneInfo

from pydantic import JsonValue, ValidationError

from agency.reasoning.dates import find_dates
from agency.sources.base import Offer, Place, SearchRequest
from agency.sources.serpapi import travel
from agency.sources.serpapi.client import ask, rows
from ownyou.lib.deadline import Deadline

NAME = "serpapi"
COUNTRIES = {"USD": "us", "GBP": "uk", "EUR": "de", "JPY": "jp"}
type Row = dict[str, JsonValue]


class SerpApiSource:
    """Offers found through SerpApi's engines."""

    name = NAME
    title = "SerpApi"
    kinds = frozenset({"product", "restaurant", "event", "flight", "stay"})

    def search(self, request: SearchRequest) -> list[Offer]:
        """See `agency.sources.base.Source.search`."""
        searches: dict[str, Callable[[SearchRequest, Deadline], list[Offer]]] = {
            "product": _products,
            "restaurant": _restaurants,
            "event": _events,
            "flight": travel.flights,
            "stay": travel.stays,
        }
        return searches[request.kind](request, Deadline.after(request.timeout))[: request.limit]


def _products(request: SearchRequest, deadline: Deadline) -> list[Offer]:
    words = request.words or " ".join(request.categories)
    country = request.country.lower() or COUNTRIES.get(request.currency, "us")

    def read(answer: Row) -> list[Offer]:
        return _kept(_product(row, request) for row in rows(answer, "shopping_results"))

    return ask("google_shopping", deadline, read, q=words, gl=country)


def _product(row: Row, request: SearchRequest) -> Offer | None:
    return _offer(
        row,
        kind="product",
        source_id=str(row.get("product_id") or row.get("position") or ""),
        price=_amount(row.get("extracted_price")),
        currency=_currency(row.get("price"), request.currency),
        link=row.get("product_link") or row.get("link") or "",
        retailer=row.get("source") or "",
        photo=row.get("thumbnail") or "",
        attributes={"delivery": row.get("delivery")} if row.get("delivery") else {},
    )


def _restaurants(request: SearchRequest, deadline: Deadline) -> list[Offer]:
    words = " ".join([*request.cuisines[:1], "restaurant", request.words]).strip()
    where = (
        {"ll": f"@{request.near[0]},{request.near[1]},14z"} if request.near else {"location": request.city}
    )
    engine = "google_maps" if request.near else "google_local"

    def read(answer: Row) -> list[Offer]:
        return _kept(_restaurant(row, request) for row in rows(answer, "local_results"))

    return ask(engine, deadline, read, q=words, **where)


def _restaurant(row: Row, request: SearchRequest) -> Offer | None:
    at = row.get("gps_coordinates")
    links = row.get("links")
    coordinates = at if isinstance(at, dict) else {}
    return _offer(
        row,
        kind="restaurant",
        source_id=str(row.get("place_id") or row.get("position") or ""),
        price_level=_level(row.get("price")),
        place=_place(
            row.get("address"), request.city, coordinates.get("latitude"), coordinates.get("longitude")
        ),
        link=(links.get("website") if isinstance(links, dict) else row.get("website")) or "",
        cuisines=list(request.cuisines[:1]) if _says(row.get("type"), request.cuisines[:1]) else [],
        category=row.get("type") or "",
        photo=row.get("thumbnail") or "",
    )


def _events(request: SearchRequest, deadline: Deadline) -> list[Offer]:
    what = " ".join([*request.categories[:1], request.words or "events"])

    def read(answer: Row) -> list[Offer]:
        return _kept(_event(row, request) for row in rows(answer, "events_results"))

    return ask("google_events", deadline, read, q=f"{what} in {request.city}" if request.city else what)


def _event(row: Row, request: SearchRequest) -> Offer | None:
    starts = _moment(row, request)
    if starts is None:
        return None
    address, venue, tickets = row.get("address"), row.get("venue"), row.get("ticket_info")
    lines = [str(line) for line in address] if isinstance(address, list) else []
    link = str(row.get("link") or "")
    ticket = (
        next((one.get("link") for one in tickets if isinstance(one, dict)), "")
        if isinstance(tickets, list)
        else ""
    )
    name = venue.get("name") if isinstance(venue, dict) else ""
    return _offer(
        row,
        kind="event",
        source_id=link or str(row.get("title")),
        starts_at=starts,
        ends_at=starts + timedelta(hours=2),
        place=_place(", ".join(lines), request.city, None, None, name=str(name or "")),
        link=link,
        booking_link=ticket or "",
        category=request.categories[0] if request.categories else "",
        photo=row.get("thumbnail") or "",
    )


def _moment(row: Row, request: SearchRequest) -> datetime | None:
    """When it begins, from “Fri, Dec 4, 7 – 8 PM”, on the clock of the place; None when it says no day."""
    date = row.get("date")
    when = str(date.get("when") or date.get("start_date") or "") if isinstance(date, dict) else ""
    zone = ZoneInfo(request.zone)
    ref = (request.begins or datetime.now(zone)).astimezone(zone).replace(tzinfo=None)
    for span in find_dates(when, ref=ref - timedelta(days=1)):
        if isinstance(span.begins, datetime):
            return span.begins.replace(tzinfo=zone)
        if span.kind in ("date", "daterange") and span.begins is not None:
            return datetime.combine(span.begins, datetime.min.time(), tzinfo=zone)  # type: ignore[arg-type]
    return None


def _offer(row: Row, **facts: object) -> Offer | None:
    """The offer of a row; None when the row does not hold one."""
    rating, reviews = row.get("rating"), row.get("reviews")
    try:
        return Offer.model_validate(
            {
                "source": NAME,
                "title": row.get("title"),
                "rating": rating if isinstance(rating, int | float) and 0 <= rating <= 5 else None,
                "rating_count": reviews if isinstance(reviews, int) and reviews >= 0 else None,
                **facts,
            }
        )
    except ValidationError:
        return None


def _kept(found: object) -> list[Offer]:
    return [offer for offer in found if offer is not None]  # type: ignore[attr-defined]


def _place(address: JsonValue, city: str, lat: JsonValue, lon: JsonValue, *, name: str = "") -> Place:
    known = isinstance(lat, int | float) and isinstance(lon, int | float)
    return Place(
        name=name,
        address=str(address or ""),
        city=city,
        lat=float(lat) if known else None,  # type: ignore[arg-type]
        lon=float(lon) if known else None,  # type: ignore[arg-type]
    )


def _amount(value: JsonValue) -> Decimal | None:
    try:
        return Decimal(str(value)) if isinstance(value, int | float) else None
    except InvalidOperation:
        return None


SIGNS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}


def _currency(price: JsonValue, asked: str) -> str:
    return next((code for sign, code in SIGNS.items() if isinstance(price, str) and sign in price), asked)


def _level(price: JsonValue) -> int | None:
    """1 to 4 from “$$” or “€10-20”."""
    if not isinstance(price, str) or not price:
        return None
    signs = sum(price.count(sign) for sign in SIGNS)
    return min(signs, 4) if signs and len(price) == signs else None


def _says(kind: JsonValue, cuisines: list[str]) -> bool:
    return isinstance(kind, str) and any(cuisine in kind.casefold() for cuisine in cuisines)
