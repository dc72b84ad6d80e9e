"""Trains between cities that are near enough, as a source of estimates."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import JsonValue

from agency.reasoning.slots.places import locate
from agency.sources.base import Offer, Place, SearchRequest
from agency.sources.distance import distance_km
from agency.sources.estimates.fares import LABEL, train_fare
from agency.sources.estimates.reckoning import in_own_money
from ownyou.lib.city_names import city_in_words
from ownyou.lib.text import key_of

LEAST_KM, MOST_KM = 25.0, 1_250.0
WINDING = 1.25
"""Kilometres by rail to those along the great circle."""

AVERAGE_KMH, BOARDING_MINUTES = 115.0, 20
_CONTINENT = "AT BE BG CH CZ DE DK ES FR HR HU IT LI LU MC NL PL PT RO SI SK"
RAIL = (
    frozenset(_CONTINENT.split()),
    frozenset({"GB"}),
    frozenset({"JP"}),
    frozenset({"US", "CA"}),
    frozenset({"SE", "NO", "DK"}),
)
"""Countries that one can ride between without a ship or a plane."""

AMERICAN_MOST_KM = 750.0
KNOWN_MINUTES = {
    frozenset(pair.split(" - ")): minutes
    for pair, minutes in {
        "paris - london": 137, "paris - amsterdam": 200, "paris - brussels": 82, "brussels - london": 120,
        "amsterdam - london": 235, "paris - barcelona": 400, "rome - florence": 95, "florence - venice": 125,
        "rome - venice": 240, "rome - naples": 70, "rome - milan": 180, "milan - florence": 115,
        "milan - venice": 145, "berlin - amsterdam": 370, "berlin - vienna": 480, "vienna - venice": 450,
        "munich - vienna": 240, "berlin - munich": 240, "berlin - hamburg": 105, "berlin - prague": 260,
        "vienna - prague": 240, "vienna - budapest": 160, "vienna - salzburg": 145, "barcelona - madrid": 165,
        "paris - lyon": 120, "paris - strasbourg": 107, "new york - washington": 200, "tokyo - kyoto": 135,
        "new york - boston": 230, "new york - philadelphia": 85, "tokyo - osaka": 150,
        "london - edinburgh": 265,
    }.items()
}  # fmt: skip
"""Usual travel times of well-known lines, also of those that cross the sea through a tunnel."""

DEPARTURES = (
    (gettext_noop("morning"), time(9, 10), time(16, 10)),
    (gettext_noop("midday"), time(12, 40), time(18, 20)),
)
FIRST, EARLY = time(7, 30), gettext_noop("early")
"""When a train leaves that would not arrive on its day otherwise, and what it is called."""


class TrainEstimates:
    """Estimates along the land. Needs no key and no network."""

    name = "trains_estimate"
    title = gettext_noop("Train estimates")
    kinds = frozenset({"train"})

    def search(self, request: SearchRequest) -> list[Offer]:
        """See `agency.sources.base.Source.search`; nothing where no train can go in a day."""
        return list(_offers(request))[: request.limit]


def train_minutes(
    here: str, there: str, here_at: tuple[float, float], there_at: tuple[float, float]
) -> int | None:
    """How long a train takes between two cities; None where none goes, or not in a day."""
    known = KNOWN_MINUTES.get(frozenset({key_of(here), key_of(there)}))
    if known is not None:
        return known
    km = distance_km(here_at, there_at)
    first, last = locate(here), locate(there)
    if first is None or last is None or not LEAST_KM <= km <= MOST_KM:
        return None
    joined = any({first.country, last.country} <= net for net in RAIL)
    if not joined or (first.country in {"US", "CA"} and km > AMERICAN_MOST_KM):
        return None
    return BOARDING_MINUTES + round(km * WINDING / AVERAGE_KMH * 12) * 5


def _offers(request: SearchRequest) -> Iterator[Offer]:
    journey = request.journey
    if journey is None or request.near is None or request.begins is None:
        return
    zone, today = ZoneInfo(request.zone), datetime.now(UTC).date()
    out_day = request.begins.astimezone(zone).date()
    last = request.ends.astimezone(zone).date() if request.ends and not journey.one_way else None
    away, away_at = journey.back_from or request.city, journey.back_at or request.near
    out = train_minutes(journey.origin, request.city, journey.origin_at, request.near)
    back = train_minutes(away, journey.origin, away_at, journey.origin_at) if last else None
    if out is None or (last and back is None):
        return
    for name, leaves, returns in DEPARTURES:
        going = _ride(journey.origin, request.city, out_day, leaves, out)
        price = _fare(journey.origin_at, request.near, out_day, today)
        coming = None
        if last and back is not None:
            coming = _ride(away, journey.origin, last, returns, back)
            price += _fare(away_at, journey.origin_at, last, today)
        yield _offer(request, name, price, going, coming)


def _fare(here: tuple[float, float], there: tuple[float, float], day: date, today: date) -> Decimal:
    return train_fare(distance_km(here, there) * WINDING, day, today)


def _ride(origin: str, to: str, day: date, leaves: time, minutes: int) -> dict[str, JsonValue]:
    """One direction; times are those of the place left, which a train's zone seldom differs from."""
    starts = datetime.combine(day, leaves)
    ends = starts + timedelta(minutes=minutes)
    if ends.date() > day:
        starts = datetime.combine(day, FIRST)
        ends = starts + timedelta(minutes=minutes)
    return {
        "from": origin,
        "to": to,
        "leaves": f"{starts:%Y-%m-%dT%H:%M}",
        "arrives": f"{ends:%Y-%m-%dT%H:%M}",
        "minutes": minutes,
        "stops": 0,
    }


def _offer(
    request: SearchRequest,
    name: str,
    price: Decimal,
    out: dict[str, JsonValue],
    back: dict[str, JsonValue] | None,
) -> Offer:
    attributes: dict[str, JsonValue] = {"price_unit": "person", "stops": 0, "estimate": True}
    attributes |= {"label": LABEL, "out": out}
    attributes |= {"back": back} if back else {}
    amount, currency = in_own_money(price, request.currency)
    return Offer(
        source=TrainEstimates.name,
        source_id=f"{key_of(str(out['from']))}-{key_of(str(out['to']))}-{out['leaves']}".replace(" ", "-"),
        kind="train",
        title=_("%(here)s – %(there)s by train, %(name)s")
        % {
            "here": city_in_words(str(out["from"])),
            "there": city_in_words(str(out["to"])),
            "name": _(EARLY if str(out["leaves"]).endswith(f"{FIRST:%H:%M}") else name),
        },
        price=amount,
        currency=currency,
        place=Place(city=request.city, lat=request.near[0], lon=request.near[1]) if request.near else None,
        category="train",
        attributes=attributes,
    )
