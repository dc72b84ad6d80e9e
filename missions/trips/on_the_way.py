"""How long one is on the way there and back, and which days that leaves little of."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from missions.trips.plan import Check, Leg, TripPlan
from missions.trips.wish import TripWish
from ownyou.lib.city_names import city_in_words
from ownyou.lib.locales import clock

LATE, EARLY = time(15), time(12)
"""Who arrives later, or leaves earlier, has lost half of that day at least."""


def hours_on_the_way(plan: TripPlan, wish: TripWish) -> list[Check]:
    """The hours of each long way, and the days of which little is left; told, not hard. None without ways."""
    if wish.origin is None or not plan.transport or not plan.days:
        return []
    out, back = plan.transport[0], plan.transport[-1]
    ways = [_way(leg, minutes) for leg in (out, back) if (minutes := _minutes(leg, wish)) is not None]
    lost = list(_lost(out, back, plan, wish))
    if not ways:
        return []
    detail = "; ".join([", ".join(ways), *lost])
    return [Check(name=_("Time on the way"), ok=not lost, detail=detail, hard=False)]


def _way(leg: Leg, minutes: int) -> str:
    words = {
        "here": city_in_words(leg.origin),
        "there": city_in_words(leg.to),
        "hours": minutes // 60,
        "minutes": minutes % 60,
    }
    return _("%(here)s – %(there)s %(hours)d h %(minutes)d min") % words


def _minutes(leg: Leg, wish: TripWish) -> int | None:
    """How long it takes, by the clocks at both ends; None where they are not known."""
    if leg.leaves is None or leg.arrives is None:
        return None
    zones = {city.name: city.zone for city in (*wish.cities, *([wish.origin] if wish.origin else []))}
    if leg.origin not in zones or leg.to not in zones:
        return None
    leaves = datetime.combine(leg.date, leg.leaves, ZoneInfo(zones[leg.origin]))
    arrives = datetime.combine(leg.date, leg.arrives, ZoneInfo(zones[leg.to]))
    arrives += timedelta(days=arrives <= leaves)
    return int((arrives - leaves).total_seconds()) // 60


def _lost(out: Leg, back: Leg, plan: TripPlan, wish: TripWish) -> Iterator[str]:
    if out.arrives is not None and out.arrives > LATE:
        words = {"n": 1, "at": clock(out.arrives, wish.language)}
        yield _("little is left of day %(n)d: you arrive at %(at)s") % words
    if back.leaves is not None and back.leaves < EARLY and back.date == plan.days[-1].date:
        words = {"n": len(plan.days), "at": clock(back.leaves, wish.language)}
        yield _("little is left of day %(n)d: you leave at %(at)s") % words
