"""Flights and stays through SerpApi's google_flights and google_hotels, as offers for plans of days.

Formats: https://serpapi.com/google-flights-results and https://serpapi.com/google-hotels-properties.
"""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from pydantic import JsonValue, ValidationError

from agency.sources.base import Offer, Place, SearchRequest
from agency.sources.estimates.airports import Airport, airport_of
from agency.sources.serpapi.client import ask, rows
from ownyou.lib.deadline import Deadline

type Row = dict[str, JsonValue]
NAME = "serpapi"
MOST_WAYS = 6
"""How many flights of a day are kept."""

MOST_IN_A_ROOM = 2
"""A night is asked for in one room of at most so many; a party takes as many rooms as it needs."""

SAID = "%Y-%m-%d %H:%M"
"""How it says a moment, on the clocks of the airport."""


def flights(request: SearchRequest, deadline: Deadline) -> list[Offer]:
    """Ways there and back, each for one person; nothing where no airport is near.

    Each direction is asked for as a way of its own, so that all times and both prices are real ones, also
    where one comes back from another city.
    """
    journey = request.journey
    if journey is None or request.near is None or request.begins is None:
        return []
    home, there = airport_of(journey.origin_at), airport_of(request.near)
    away = airport_of(journey.back_at) if journey.back_at else there
    if home is None or there is None or away is None or home == there:
        return []
    zone = ZoneInfo(request.zone)
    out = _ways(home, there, request.begins.astimezone(zone).date(), request, deadline)
    if journey.one_way or request.ends is None:
        return [_flight(request, one, None) for one in out]
    back = _ways(away, home, request.ends.astimezone(zone).date(), request, deadline)
    return [_flight(request, *pair) for pair in zip(out, back, strict=False)]


def _ways(
    origin: Airport, to: Airport, day: date, request: SearchRequest, deadline: Deadline
) -> list[tuple[Decimal, str, Row]]:
    """The flights of a day with a price for one person and the airline, cheapest first."""
    people = max(1, request.people or 1)

    def read(answer: Row) -> list[tuple[Decimal, str, Row]]:
        found = [*rows(answer, "best_flights"), *rows(answer, "other_flights")]
        return [way for row in found if (way := _way(row, origin, to, people)) is not None]

    found = ask(
        "google_flights",
        deadline,
        read,
        departure_id=origin.code,
        arrival_id=to.code,
        outbound_date=day.isoformat(),
        type="2",
        adults=str(people),
        currency=request.currency,
    )
    return sorted(found, key=lambda way: way[0])[:MOST_WAYS]


def _way(row: Row, origin: Airport, to: Airport, people: int) -> tuple[Decimal, str, Row] | None:
    said = row.get("flights")
    legs = [leg for leg in said if isinstance(leg, dict)] if isinstance(said, list) else []
    price, minutes = row.get("price"), row.get("total_duration")
    if not legs or not isinstance(price, int | float) or price <= 0:
        return None
    leaves, arrives = _moment(legs[0].get("departure_airport")), _moment(legs[-1].get("arrival_airport"))
    if leaves is None or arrives is None:
        return None
    way: Row = {
        "from": origin.code,
        "to": to.code,
        "leaves": f"{leaves:%Y-%m-%dT%H:%M}",
        "arrives": f"{arrives:%Y-%m-%dT%H:%M}",
        "minutes": minutes if isinstance(minutes, int) else 0,
        "stops": len(legs) - 1,
    }
    each = (Decimal(str(price)) / people).quantize(Decimal("0.01"))
    numbers = " + ".join(str(leg.get("flight_number") or "") for leg in legs)
    return each, f"{legs[0].get('airline') or ''} {numbers}".strip(), way


def _moment(airport: JsonValue) -> datetime | None:
    try:
        return datetime.strptime(str(airport.get("time")), SAID) if isinstance(airport, dict) else None
    except ValueError:
        return None


def _flight(
    request: SearchRequest, out: tuple[Decimal, str, Row], back: tuple[Decimal, str, Row] | None
) -> Offer:
    price, named, way = out
    both = [out, back] if back else [out]
    stops = max(int(str(one[2]["stops"])) for one in both)
    attributes: dict[str, JsonValue] = {"price_unit": "person", "stops": stops, "out": way}
    attributes |= {"back": back[2]} if back else {}
    near = request.near or (0.0, 0.0)
    return Offer(
        source=NAME,
        source_id="-".join(f"{one[1]}-{one[2]['leaves']}" for one in both),
        kind="flight",
        title=f"{way['from']} – {way['to']}, {named}",
        price=price + (back[0] if back else Decimal(0)),
        currency=request.currency,
        place=Place(city=request.city, lat=near[0], lon=near[1]),
        category="one stop" if stops else "direct",
        attributes=attributes,
    )


def stays(request: SearchRequest, deadline: Deadline) -> list[Offer]:
    """Places to sleep, priced for a night in one room; nothing where nobody said which nights."""
    if request.begins is None or request.ends is None or request.ends <= request.begins:
        return []
    zone, room_for = ZoneInfo(request.zone), min(MOST_IN_A_ROOM, max(1, request.people or MOST_IN_A_ROOM))

    def read(answer: Row) -> list[Offer]:
        found = (_stay(row, request, room_for) for row in rows(answer, "properties"))
        return [offer for offer in found if offer is not None]

    return ask(
        "google_hotels",
        deadline,
        read,
        q=request.city,
        check_in_date=request.begins.astimezone(zone).date().isoformat(),
        check_out_date=request.ends.astimezone(zone).date().isoformat(),
        adults=str(room_for),
        currency=request.currency,
    )


def _stay(row: Row, request: SearchRequest, room_for: int) -> Offer | None:
    rate, at, features = row.get("rate_per_night"), row.get("gps_coordinates"), row.get("amenities")
    lowest = rate.get("extracted_lowest") if isinstance(rate, dict) else None
    spot = at if isinstance(at, dict) else {}
    rating, reviews = row.get("overall_rating"), row.get("reviews")
    if not isinstance(lowest, int | float):
        return None
    said = [str(one) for one in features] if isinstance(features, list) else []
    try:
        return Offer.model_validate(
            {
                "source": NAME,
                "source_id": str(row.get("property_token") or row.get("name") or ""),
                "kind": "stay",
                "title": row.get("name"),
                "price": Decimal(str(lowest)),
                "currency": request.currency,
                "rating": rating if isinstance(rating, int | float) and 0 <= rating <= 5 else None,
                "rating_count": reviews if isinstance(reviews, int) and reviews >= 0 else None,
                "place": {
                    "city": request.city,
                    "lat": spot.get("latitude"),
                    "lon": spot.get("longitude"),
                },
                "link": row.get("link") or "",
                "category": row.get("type") or "",
                "attributes": {"price_unit": "night", "room_for": room_for, "features": said},
            }
        )
    except ValidationError:
        return None
