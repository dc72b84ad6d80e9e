"""Public holidays in a plan: what may be shut then is planned for other days, and each is told."""

from __future__ import annotations

from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from agency.sources.opening import is_public_holiday
from missions.trips.ground import Visit
from missions.trips.plan import Check, TripPlan
from missions.trips.wording import listed
from missions.when import day_in_words

HOLIDAY = gettext_lazy("public holiday: look up what is open")
OFTEN_SHUT = frozenset({"museum", "palace", "market", "gallery", "zoo"})
"""Categories that close on public holidays more often than churches, parks and views."""


def may_be_shut(visit: Visit, country: str, day: date) -> bool:
    """Whether a day is a public holiday of which the hours of a place that often closes say nothing."""
    if visit.category not in OFTEN_SHUT or "PH" in visit.offer.opening_hours:
        return False
    return is_public_holiday(day, country)


def holidays_told(plan: TripPlan, language: str) -> list[Check]:
    """The public holidays among the days, on which sources seldom know what is open; none where there is
    none."""
    days = [day_in_words(day.date, language) for day in plan.days if day.holiday]
    if not days:
        return []
    words = ngettext(
        "%(days)s is a public holiday: look up what is open",
        "%(days)s are public holidays: look up what is open",
        len(days),
    )
    return [Check(name=_("Public holidays"), ok=False, detail=words % {"days": listed(days)}, hard=False)]
