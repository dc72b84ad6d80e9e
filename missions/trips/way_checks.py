"""Whether the ways of a trip fit its days: each begins where the last one ended, in the order of time."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise

from django.utils.translation import gettext as _

from missions.trips.plan import Check, TripPlan, checked
from missions.trips.wish import TripWish
from missions.trips.wording import listed, way_words
from ownyou.lib.city_names import cities_in_words, city_in_words
from ownyou.lib.text import key_of

LONGEST_WAY = timedelta(days=2)
"""From the day of leaving one city to that of coming to the next, over the date line too."""


def ways_fit(plan: TripPlan, wish: TripWish) -> Check:
    """Each way begins where the last one ended, in the order of time, and all of it inside the trip."""
    legs, wrong = plan.transport, []
    for leg, after in pairwise(legs):
        if key_of(leg.to) != key_of(after.origin) and after is not legs[-1]:
            here, other = cities_in_words([leg.to, after.origin])
            wrong.append(_("arrives in %(city)s and goes on from %(other)s") % {"city": here, "other": other})
        if after.date < leg.date:
            pair = {"way": after.called, "before": leg.called}
            wrong.append(_("%(way)s is before %(before)s") % pair)
    ways = {(leg.origin, leg.to) for leg in legs}
    changes = pairwise(dict.fromkeys(day.city for day in plan.days))
    wrong += [
        _("no way from %(here)s to %(there)s") % {"here": here, "there": there}
        for here, there in changes
        if (here, there) not in ways
    ]
    wrong += _changes_on_their_day(plan)
    if wish.origin is not None and not wish.home:
        wrong += _there_and_back(plan, wish.origin.name)
    kinds = listed([way_words(kind) for kind in sorted({leg.kind for leg in legs})])
    right = _("%(ways)s, there and back") % {"ways": kinds} if legs else _("getting there is left to you")
    return checked(_("Ways that fit"), wrong, right)


def _changes_on_their_day(plan: TripPlan) -> Iterator[str]:
    """One comes to the next city on the first day there; by night, one leaves on the evening before."""
    came = {after.city: after.date for day, after in pairwise(plan.days) if day.city != after.city}
    for leg in plan.transport:
        by_night = leg.leaves is not None and leg.arrives is not None and leg.arrives < leg.leaves
        arrives = leg.arrives_on or leg.date + timedelta(days=by_night)
        in_time = arrives == came.get(leg.to) and timedelta(0) <= arrives - leg.date <= LONGEST_WAY
        if leg.to in came and leg.origin in {day.city for day in plan.days} and not in_time:
            yield _("the way from %(here)s to %(there)s is on another day than the change") % {
                "here": city_in_words(leg.origin),
                "there": city_in_words(leg.to),
            }


def _there_and_back(plan: TripPlan, home: str) -> list[str]:
    if not plan.days or not plan.transport:
        return [_("no way from %(home)s and back") % {"home": home}]
    out, back = plan.transport[0], plan.transport[-1]
    first, last = plan.days[0], plan.days[-1]
    wrong = []
    if (out.origin, out.to) != (home, first.city) or not timedelta(0) <= first.date - out.date <= timedelta(
        2
    ):
        words = {"city": city_in_words(first.city), "home": city_in_words(home)}
        wrong.append(_("does not come to %(city)s from %(home)s on the first day") % words)
    if (back.origin, back.to, back.date) != (last.city, home, last.date):
        wrong.append(_("does not go back to %(home)s on the last day") % {"home": home})
    return wrong
