"""Ticketmaster's Discovery API as a source of events (https://developer.ticketmaster.com, v2 events.json)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import JsonValue, ValidationError

from agency.sources.base import Offer, Place, SearchRequest, SourceUnavailable
from agency.sources.http import PoliteClient, Question, Unusable
from agency.sources.settings import setting
from ownyou.lib.deadline import Deadline

NAME = "ticketmaster"
TITLE = "Ticketmaster"
URL = "https://app.ticketmaster.com/discovery/v2/events.json"
GONE = frozenset({"cancelled", "postponed"})
USUAL = timedelta(hours=2)


class TicketmasterSource:
    """Events with tickets."""

    name = NAME
    title = TITLE
    kinds = frozenset({"event"})

    def __init__(self) -> None:
        self._client = PoliteClient(TITLE, seconds_between=0.25, keep_seconds=3600)

    def search(self, request: SearchRequest) -> list[Offer]:
        """See `agency.sources.base.Source.search`."""
        if not setting("TICKETMASTER_KEY"):
            raise SourceUnavailable(
                _("%(source)s has no key in the settings (%(name)s).")
                % {"source": TITLE, "name": "OWNYOU_TICKETMASTER_KEY"}
            )
        question = Question(
            setting("TICKETMASTER_URL", URL),
            tuple((name, value) for name, value in _fields(request) if value),
            secrets=(("apikey", setting("TICKETMASTER_KEY")),),
        )
        return self._client.ask(
            question, Deadline.after(request.timeout), lambda answer: _offers(answer, request)
        )


def _fields(request: SearchRequest) -> list[tuple[str, str]]:
    return [
        ("keyword", request.words or " ".join(request.categories[:1])),
        ("city", "" if request.near else request.city.partition(",")[0]),
        ("latlong", f"{request.near[0]},{request.near[1]}" if request.near else ""),
        ("radius", str(round(request.radius_km or 25)) if request.near else ""),
        ("unit", "km" if request.near else ""),
        ("startDateTime", _stamp(request.begins)),
        ("endDateTime", _stamp(request.ends)),
        ("size", str(min(request.limit, 100))),
        ("sort", "date,asc"),
        ("locale", "*"),
    ]


def _stamp(moment: datetime | None) -> str:
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ") if moment else ""


def _offers(answer: JsonValue, request: SearchRequest) -> list[Offer]:
    if not isinstance(answer, dict) or "page" not in answer:
        raise Unusable(gettext_lazy("sent an answer without a page of events"))
    events = _dict(answer.get("_embedded")).get("events")
    found = (
        (_offer(event, request) for event in events if isinstance(event, dict))
        if isinstance(events, list)
        else ()
    )
    return [offer for offer in found if offer is not None]


def _offer(event: dict[str, Any], request: SearchRequest) -> Offer | None:
    dates = _dict(event.get("dates"))
    starts = _starts(dates, request)
    if starts is None or _dict(dates.get("status")).get("code") in GONE:
        return None
    venue = _first(_dict(event.get("_embedded")).get("venues"))
    price = _first(event.get("priceRanges"))
    kind = _first(event.get("classifications"))
    try:
        return Offer(
            source=NAME,
            source_id=str(event.get("id", "")),
            kind="event",
            title=event.get("name"),
            price=Decimal(str(price["min"])) if isinstance(price.get("min"), int | float) else None,
            currency=price.get("currency"),
            place=_place(venue),
            link=str(event.get("url") or ""),
            booking_link=str(event.get("url") or ""),
            photo=str(_first(event.get("images")).get("url") or ""),
            starts_at=starts,
            ends_at=starts + USUAL,
            category=str(
                _dict(kind.get("genre")).get("name") or _dict(kind.get("segment")).get("name") or ""
            ).lower(),
        )
    except ValidationError:
        return None


def _starts(dates: dict[str, Any], request: SearchRequest) -> datetime | None:
    """When it begins: the exact moment where it is said, else the local day and time at the venue."""
    start = _dict(dates.get("start"))
    try:
        if start.get("dateTime"):
            return datetime.fromisoformat(str(start["dateTime"]))
        zone = ZoneInfo(str(dates.get("timezone") or request.zone))
        hour = time.fromisoformat(start["localTime"]) if start.get("localTime") else time()
        return datetime.combine(date.fromisoformat(start["localDate"]), hour, tzinfo=zone)
    except (KeyError, ValueError, OSError):
        return None


def _place(venue: dict[str, Any]) -> Place | None:
    at = _dict(venue.get("location"))
    try:
        lat, lon = float(at["latitude"]), float(at["longitude"])
    except (KeyError, TypeError, ValueError):
        lat = lon = None  # type: ignore[assignment]
    try:
        return Place(
            name=str(venue.get("name") or ""),
            address=str(_dict(venue.get("address")).get("line1") or ""),
            city=str(_dict(venue.get("city")).get("name") or ""),
            country=str(_dict(venue.get("country")).get("countryCode") or ""),
            lat=lat,
            lon=lon,
        )
    except ValidationError:
        return None


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _first(value: Any) -> dict[str, Any]:
    return _dict(value[0]) if isinstance(value, list) and value else {}
