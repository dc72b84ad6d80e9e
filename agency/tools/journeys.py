"""What nights and flights cost in the sources of missions: for the days that the words name, else for the
same days ahead each time, so that what is followed can be compared.
"""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agency.reasoning.slots import SlotContext, SlotSpec, extract_slots
from agency.reasoning.slots.places import Located, locate
from agency.reasoning.slots.whereabouts import find_places
from agency.sources.base import Journey, SearchRequest
from agency.sources.registry import named_or_none, sources_for
from agency.tools.offers import MOST, Offers, Place, asked, offer_tool
from trust.models import User
from trust.tools import Done, Errand, ToolFailed

AHEAD = timedelta(weeks=4)
FRIDAY, NIGHTS, WEEK = 4, 2, 7
LONGEST: Final = 27
"""Days from which what was named is a time of the year, not a stay."""
ESTIMATES: Final = "flights_estimate"
_WHEN = SlotSpec(name="when", type="date")


def days_in(words: str, zone: str, *, long: int) -> tuple[datetime, datetime]:
    """The first and the last day that words name, at noon on the clocks of `zone`; where they name none, or
    a whole month, a Friday four weeks ahead (or in it) and so many nights after (`long`): prices are
    compared for the same days ahead each time."""
    clock = ZoneInfo(zone)
    today = datetime.now(clock).date()
    said = extract_slots(words, [_WHEN], SlotContext(ref=datetime.now(clock), zone=zone)).get("when")
    value = said.value if said else None
    first = _day(value["start"] if isinstance(value, dict) else value)
    last = _day(value["end"]) if isinstance(value, dict) else None
    if first is None or (last and (last - first).days > LONGEST):
        begins = max(first, today) if first and first > today else today + AHEAD
        first, last = begins + timedelta(days=(FRIDAY - begins.weekday()) % 7), None
    last = last if last and last > first else first + timedelta(days=long)
    return datetime.combine(first, time(12), clock), datetime.combine(last, time(12), clock)


def _day(value: object) -> date | None:
    return date.fromisoformat(value) if isinstance(value, str) else None


def find_stays(errand: Errand, wanted: Place) -> Done[Offers]:
    """Ask for places to stay, for the nights that were said. Raises `ToolFailed`."""
    located = locate(wanted.city)
    zone = located.zone if located else errand.user.time_zone
    begins, ends = days_in(wanted.words, zone, long=NIGHTS)
    request = SearchRequest(
        kind="stay",
        city=wanted.city,
        country=located.country if located else "",
        near=(located.lat, located.lon) if located else None,
        zone=zone,
        begins=begins,
        ends=ends,
        currency=errand.user.currency,
        limit=MOST,
    )
    offers = asked(errand, sources_for("stay"), request)
    nights = {"starts_at": begins, "ends_at": ends}
    return Done(Offers(offers=[offer.model_copy(update=nights) for offer in offers]))


def find_fares(errand: Errand, wanted: Place) -> Done[Offers]:
    """Ask what it costs to fly there and back: from the city that the words name, else from home. Raises
    `ToolFailed`, also where nobody knows where from."""
    there = locate(wanted.city)
    here = _origin(errand.user, wanted, there)
    if there is None or here is None:
        raise ToolFailed(_("I do not know from where to where. Name both cities, or tell me your home."))
    begins, ends = days_in(wanted.words, there.zone, long=WEEK)
    request = SearchRequest(
        kind="flight",
        city=there.name,
        near=(there.lat, there.lon),
        zone=there.zone,
        begins=begins,
        ends=ends,
        journey=Journey(origin=here[0], origin_at=here[1]),
        currency=errand.user.currency,
        limit=MOST,
    )
    sources = sources_for("flight") or list(filter(None, [named_or_none(ESTIMATES)]))
    return Done(Offers(offers=asked(errand, sources, request)))


def _origin(user: User, wanted: Place, there: Located | None) -> tuple[str, tuple[float, float]] | None:
    """Name and place (latitude, longitude) of where a journey begins."""
    for found in find_places(wanted.words, []):
        named = locate(str(found.value))
        if named and (there is None or named.name != there.name):
            return named.name, (named.lat, named.lon)
    home = user.home or {}
    if home.get("lat") is not None:
        return str(home["name"]), (home["lat"], home["lon"])
    known = locate(str(home.get("name") or ""))
    return (known.name, (known.lat, known.lon)) if known else None


FIND_STAYS = gettext_noop("Find what nights cost")
FIND_FARES = gettext_noop("Find what flights cost")
TOOLS = (
    offer_tool("places.stays", "places", FIND_STAYS, Place, find_stays),
    offer_tool("travel.fares", "travel", FIND_FARES, Place, find_fares),
)
