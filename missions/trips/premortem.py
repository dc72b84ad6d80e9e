"""What could go wrong with a part of a trip, looked for before anything is decided: closed days, short
connections, old prices, weather, what sells out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.sources.base import Offer
from missions.brief import Brief
from missions.plugins.complex import Judged, Part
from missions.trips import parts as p
from missions.trips.frame import cities_by_day
from missions.trips.ground import direction, moment
from missions.trips.hours import opens_by
from missions.trips.wish import TripWish
from missions.trips.wording import listed
from missions.when import day_in_words

OLD = timedelta(days=2)
"""From this age on prices may have changed."""

LOOKED_AT, NAMED = 12, 2
OUTSIDE = frozenset({"garden", "viewpoint", "walk", "zoo", "boat", "bike tour", "market", "day trip"})
EARLY, EVENING = time(5), time(20)
"""Who lands later finds shops and counters closed."""

_WITH_HOURS = frozenset({p.SIGHTS, p.RESTAURANTS})

HOURS_OF_A_DAY = (time(9), time(20))


def could_go_wrong(part: Part, judged: Judged, wish: TripWish, brief: Brief) -> tuple[list[str], list[str]]:
    """In sentences, for what is taken or shown: closed days, which other dates change, and the rest. Nothing
    where nothing was found."""
    offers = [one.offer for one in judged.options[:LOOKED_AT]]
    if not offers:
        return [], []
    said = {
        p.FLIGHTS: _of_ways,
        p.TRAINS: _of_ways,
        p.BETWEEN: _of_changes,
        p.STAY: _of_stays,
        p.SIGHTS: _of_sights,
        p.ACTIVITIES: _of_activities,
        p.RESTAURANTS: _of_tables,
        p.DAY_TRIPS: _of_outings,
    }.get(part.coordinator)
    closed = closed_days(part, offers, wish) if wish.exact or wish.origin is None else []
    return closed, [*(said(offers, wish) if said else []), *of_prices(offers, brief)]


def of_prices(offers: Sequence[Offer], brief: Brief) -> list[str]:
    """How old prices are; those of sample data are invented."""
    if offers and all(one.sample for one in offers):
        return [_("These are sample data: places and prices are not real.")]
    if any(one.kind == "stay" and one.attributes.get("estimate") is True for one in offers):
        return [_("The map tells no prices: what a night costs is an estimate by kind and stars.")]
    if any(one.kind == "service" and one.attributes.get("estimate") is True for one in offers):
        return [_("The map tells no prices: what it costs is an estimate by kind. Ask before you invite.")]
    oldest = min((one.fetched_at for one in offers if one.price is not None), default=None)
    if oldest is None or brief.now - oldest < OLD:
        return []
    day = day_in_words(oldest.astimezone(brief.tz).date(), brief.language)
    return [_("Prices are as of %(day)s and may have changed.") % {"day": day}]


def _of_ways(offers: list[Offer], wish: TripWish) -> list[str]:
    said = []
    if any(one.kind == "flight" and one.attributes.get("stops") for one in offers):
        said.append(_("With a stop, a short connection can be missed: take both flights on one ticket."))
    late = [one for one in offers if (out := direction(one, "out")) and _late(moment(out, "arrives"))]
    if late:
        words = ngettext(
            "%(n)d of these arrives late: ask how to get in at night.",
            "%(n)d of these arrive late: ask how to get in at night.",
            len(late),
        )
        said.append(words % {"n": len(late)})
    return said


def _late(arrives: datetime) -> bool:
    """Whether it is in the evening or the night, when few ways lead into town."""
    return not EARLY <= arrives.time() < EVENING


def _of_changes(offers: list[Offer], wish: TripWish) -> list[str]:
    return [_("A delay costs part of the day of the change: plan nothing with a fixed time on it.")]


def _of_stays(offers: list[Offer], wish: TripWish) -> list[str]:
    return [_("Rooms sell out and no price is held: book early, with free cancellation where you can.")]


def _of_sights(offers: list[Offer], wish: TripWish) -> list[str]:
    return _of_weather(offers) + _of_tickets(offers, "museum")


def closed_days(part: Part, offers: Sequence[Offer], wish: TripWish) -> list[str]:
    """Which of the offers are closed on days that are spent in the part's city. The days of the wish must be
    settled: a window becomes days when the way there is chosen."""
    if part.coordinator not in _WITH_HOURS:
        return []
    city, spent = p.city_of(part, wish), enumerate(cities_by_day(wish))
    days = [wish.first + timedelta(days=n) for n, there in spent if there == city]
    closed = [words for one in offers[:LOOKED_AT] if (words := _closed_on(one, wish, days))]
    words = _("Closed: %(what)s. The plan keeps to open days.")
    return [words % {"what": "; ".join(closed[:NAMED])}] if closed else []


def _of_activities(offers: list[Offer], wish: TripWish) -> list[str]:
    events = [one for one in offers if one.kind == "event"]
    said = [_("Events can be moved or sold out: look them up again before you go.")] if events else []
    return [*said, _("Small groups fill up: reserve a few days ahead."), *_of_weather(offers)]


def _of_tables(offers: list[Offer], wish: TripWish) -> list[str]:
    return [_("Good places are full at the weekend: reserve.")]


def _of_outings(offers: list[Offer], wish: TripWish) -> list[str]:
    return [_("Look up the last way back, and keep another day for it in case of rain.")]


def _of_weather(offers: list[Offer]) -> list[str]:
    outside = [one.title for one in offers if one.category in OUTSIDE]
    if not outside:
        return []
    return [
        _("Rain spoils %(what)s: swap such a day with one of museums.") % {"what": listed(outside[:NAMED])}
    ]


def _of_tickets(offers: list[Offer], category: str) -> list[str]:
    wanted = [one.title for one in offers if one.category == category and one.attributes.get("top") is True]
    if not wanted:
        return []
    return [_("Timed tickets sell out: %(what)s.") % {"what": listed(wanted[:NAMED])}]


def _closed_on(offer: Offer, wish: TripWish, days: Sequence[date]) -> str:
    """Those of the days on which a place with known hours does not open; empty for none."""
    hours = offer.opening_hours
    if not hours:
        return ""
    shut = [day for day in days if _shut(hours, day)]
    if not shut or len(shut) == len(days):
        return ""
    named = listed([day_in_words(day, wish.language) for day in shut[:NAMED]])
    return f"{offer.title}, {named}"


def _shut(hours: str, day: date) -> bool:
    return opens_by(hours, day, *HOURS_OF_A_DAY) is None
