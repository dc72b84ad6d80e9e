"""Other ways to look for a part of which too little was found: days near by, a wider area, fewer wishes.

What the person ruled out stays ruled out, and diets and the number of people are always kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from django.utils.translation import gettext as _

from agency.sources.registry import sources_for
from missions.brief import Brief
from missions.plugins.complex import Part
from missions.trips import parts as p
from missions.trips.ground import MAP

DAYS_AROUND: Final = 2
"""How many days earlier and later a trip may begin where nothing goes on the day that was wished for."""

WIDER, WIDEST = 2.0, 4.0
type Wider = tuple[Brief, str]
type Way = Callable[[Brief], Wider | None]


def widened(part: Part, brief: Brief) -> Wider | None:
    """The brief of a part with the next wider wish, and what that is in words; None: none is left."""
    ways = WAYS.get(part.coordinator, ())
    return next((found for way in ways if (found := way(brief)) is not None), None)


def on_the_map(brief: Brief) -> Wider | None:
    """Sights and places to sleep on the map, where the catalogue knows too few."""
    known = any(one.name == MAP for one in sources_for("sight"))
    return _with_radius(brief, WIDER, _("the map")) if known else None


def days_near_by(brief: Brief) -> Wider | None:
    """To begin a little earlier or later; what is found is asked about."""
    if brief.slots.get("days_around"):
        return None
    slots = {**brief.slots, "days_around": DAYS_AROUND}
    return brief.model_copy(update={"slots": slots}), _("days near by")


def at_any_hour(brief: Brief) -> Wider | None:
    """Without the hour and the price that were wished for."""
    return _without(brief, ("leaves", "direct"), _("any hour, with stops"))


def any_kind_of_stay(brief: Brief) -> Wider | None:
    """Other kinds of stays than the one that was wished for."""
    return _without(brief, ("stay_kinds", "stay_price"), _("any kind of stay"))


def wider_area(brief: Brief) -> Wider | None:
    """What lies around the city as well."""
    return _with_radius(brief, WIDER, _("a wider area"))


def widest_area(brief: Brief) -> Wider | None:
    """All that can be reached from the city."""
    return _with_radius(brief, WIDEST, _("an even wider area"))


def _with_radius(brief: Brief, factor: float, words: str) -> Wider | None:
    if brief.adjustments.radius_factor >= factor:
        return None
    adjustments = brief.adjustments.model_copy(update={"radius_factor": factor})
    return brief.model_copy(update={"adjustments": adjustments}), words


def _without(brief: Brief, names: tuple[str, ...], words: str) -> Wider | None:
    if not any(brief.slots.get(name) for name in names):
        return None
    slots = {name: None if name in names else value for name, value in brief.slots.items()}
    return brief.model_copy(update={"slots": slots}), words


WAYS: Final[Mapping[str, tuple[Way, ...]]] = {
    p.FLIGHTS: (days_near_by, at_any_hour),
    p.TRAINS: (days_near_by, at_any_hour),
    p.STAY: (on_the_map, any_kind_of_stay, wider_area),
    p.SIGHTS: (on_the_map,),
    p.ACTIVITIES: (wider_area,),
    p.RESTAURANTS: (wider_area, widest_area),
}
"""By coordinator, what is tried in turn. Ways between cities and day trips have nothing wider to try."""
