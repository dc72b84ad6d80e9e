"""What the choices on a trip teach without words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from agency.sources.base import Offer
from missions.brief import Brief
from missions.plugins.base import Learning
from missions.plugins.complex import Done
from missions.trips import parts as p
from missions.trips.plan import TripPlan
from ownyou.lib.text import key_of


def learned_from(plan: TripPlan, brief: Brief, done: Done) -> list[Learning]:
    """Direct flights paid for, the area slept in, the pace and the kinds of sights asked for."""
    learnings = _flights(done)
    for key, found in done.items():
        if key.startswith(p.STAY) and found.chosen:
            learnings += _stay(found.chosen[0])
    if brief.slots.get("pace") in {"slow", "full"}:
        learnings.append(
            _like(
                "travel.pace",
                str(brief.slots["pace"]),
                _("You travel at a %(pace)s pace.") % {"pace": brief.slots["pace"]},
            )
        )
    if brief.slots.get("late_start") is True:
        learnings.append(_like("travel.late_start", True, _("You like late mornings on trips.")))
    for name in brief.slots.get("liked") or []:
        slug = _slug(str(name))
        learnings.append(
            _like(
                f"travel.interests.{slug}",
                str(name),
                _("You asked for more on trips: %(what)s.") % {"what": name},
            )
        )
    if any(day.outing for day in plan.days):
        learnings.append(_like("travel.interests.day_trip", "day trip", _("You like a day out of the city.")))
    return learnings


def _flights(done: Done) -> list[Learning]:
    """A direct flight chosen though one with a stop was cheaper."""
    found = done.get(p.FLIGHTS)
    if found is None or not found.chosen:
        return []
    chosen = found.chosen[0]
    cheaper = any(
        other.attributes.get("stops")
        and other.price is not None
        and chosen.price is not None
        and other.price < chosen.price
        for other in found.offers
    )
    if chosen.attributes.get("stops") or not cheaper:
        return []
    return [_like("travel.flights.direct", True, _("You fly direct, even when a stop is cheaper."))]


def _stay(offer: Offer) -> list[Learning]:
    area = str(offer.attributes.get("area") or "")
    learnings = []
    if area:
        learnings.append(
            _like(
                f"travel.stay.area.{_slug(area)}", area, _("You chose to stay in %(area)s.") % {"area": area}
            )
        )
    features = offer.attributes.get("features")
    if isinstance(features, list) and "near metro" in features:
        learnings.append(_like("travel.stay.near_metro", True, _("You chose a stay near the metro.")))
    return learnings


def _like(key: str, value: Any, sentence: str) -> Learning:
    return Learning(key, {"polarity": "like", "value": value}, sentence)


def _slug(words: str) -> str:
    return key_of(words).replace(" ", "_")[:60]
