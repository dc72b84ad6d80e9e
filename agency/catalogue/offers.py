"""A catalogue row as an offer."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from babel.numbers import get_territory_currencies

from agency.models.catalogue import CatalogueItem
from agency.sources.base import Offer, Place

PRICE_UNITS = {
    "restaurant": "person", "event": "ticket", "product": "piece", "tariff": "month", "stay": "night",
    "sight": "ticket", "activity": "person", "service": "piece",
}  # fmt: skip
COLUMNS = (
    "source", "source_id", "kind", "title", "city", "country", "lat", "lon", "category", "tags", "price",
    "currency", "price_level", "rating", "rating_count", "data", "sample",
)  # fmt: skip
_SHOWN = ("area", "features", "phone", "brand", "product_key", "zone", "duration_minutes")


def offer_of(item: CatalogueItem, *, fetched_at: datetime, **more: Any) -> Offer:
    """The offer of a row; `more` are fields of `Offer` that win, with `attributes` added to the row's own."""
    data = item.data
    attributes = {name: data[name] for name in _SHOWN if data.get(name)}
    attributes |= {"price_unit": PRICE_UNITS[item.kind], **data.get("attributes", {})}
    attributes |= more.pop("attributes", {})
    fields: dict[str, Any] = {
        "source": "catalogue",
        "source_id": f"{item.source}:{item.source_id}",
        "kind": item.kind,
        "title": item.title,
        "price": item.price,
        "currency": item.currency or _currency_of(item.country),
        "price_level": item.price_level,
        "rating": item.rating,
        "rating_count": item.rating_count,
        "place": _place(item, data),
        "cuisines": data.get("cuisines", []),
        "diets": data.get("diets", []),
        "opening_hours": data.get("opening_hours", ""),
        "retailer": data.get("retailer", ""),
        "category": item.category,
        "attributes": attributes,
        "sample": item.sample,
        "fetched_at": fetched_at,
    }
    links = {name: data.get(name, "") for name in ("link", "booking_link", "menu_link", "photo")}
    return Offer(**{**fields, **links, **more})


def _currency_of(country: str) -> str | None:
    """What a country pays in: a row that names none is priced in that."""
    used = get_territory_currencies(country) if country else []
    return used[0] if used else None


def _place(item: CatalogueItem, data: dict[str, Any]) -> Place | None:
    """Restaurants and events are somewhere; a retailer's country or a tariff's is in `country` alone."""
    name, address = data.get("venue", ""), data.get("address", "")
    if not (item.city or item.country or address or item.lat is not None):
        return None
    return Place(name=name, address=address, city=item.city, country=item.country, lat=item.lat, lon=item.lon)
