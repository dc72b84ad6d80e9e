"""What could help where nothing fits: each change that is offered was tried on what the sources said."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import ROUND_CEILING
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.catalogue.vocabulary import city_key
from agency.reasoning.slots.places import Located, locate
from agency.sources.distance import distance_km
from agency.sources.registry import sources_for
from missions import money
from missions.brief import Brief
from missions.distances import distance_in_words
from missions.levels.desk import Desk
from missions.levels.doubts import VISITED
from missions.levels.shortlist import look_through
from ownyou.lib.city_names import city_in_words

ANY_HOUR = gettext_lazy("at any hour")
CATALOGUE, MAP = "catalogue", "openstreetmap"
NAMED = 4
"""So many cities are named, the nearest first."""


def not_known_here(desk: Desk) -> str:
    """That no source here knows anything of the kind in the city, and where one does; else empty."""
    place = _unknown_place(desk)
    if place is None:
        return ""
    kind, called = desk.kind.config.offers, city_in_words(place.name)
    said = (
        _("No source here knows restaurants in %(city)s.")
        if kind == "restaurant"
        else _("No source here knows events in %(city)s.")
    ) % {"city": called}
    near = _known_from(desk, place)
    home = desk.brief().home
    named = ", ".join(
        f"{city_in_words(name)} ({distance_in_words(km, home, digits=0)})" for km, name in near[:NAMED]
    )
    there = _("The catalogue has some in %(cities)s.") % {"cities": named} if near else ""
    more = (
        _("For %(city)s, add a source under Settings, Model and sources, or import a list of your own.")
        % {"city": called}
        if kind != "restaurant" or MAP in _names(kind)  # the map knows of no events, whether asked or not
        else _("OpenStreetMap, which may know them, is not switched on.")
    )
    return " ".join(filter(None, [said, there, more]))


def helpful(desk: Desk) -> list[str]:
    """Changes, in words that the rules of refinement understand, with which something would fit, or may."""
    brief = desk.brief()
    words = [_("further away is fine")] if _further_may_help(desk, brief) else []
    if brief.tastes and _fits(desk, _adjusted(brief, ignore_tastes=True)):
        words.append(_("ignore my preferences"))
    if desk.kind.scene(brief).usual_hours and _fits(desk, _adjusted(brief, any_hours=True)):
        words.append(str(ANY_HOUR))
    if _fits(desk, _at_any_price(brief)):
        words += [*_least(desk, brief), _("any price")]
    today = brief.now.astimezone(brief.tz).date()
    if _other_days_may_help(desk, brief, (today + timedelta(days=1)).isoformat()):
        words.append(_("tomorrow"))
    weekend = _next_weekend(desk, brief, today)
    if weekend and _other_days_may_help(desk, brief, weekend):
        words.append(_("next weekend"))
    return words


def _least(desk: Desk, brief: Brief) -> list[str]:
    """Words for the price, rounded up, from which on something would fit; none where no price is known."""
    free = _at_any_price(brief)
    kept, scene = look_through(desk, free)[0], desk.kind.scene(free)
    prices = [price for offer in kept if (price := scene.price(offer)) is not None]
    if not prices:
        return []
    least = min(prices).to_integral_value(rounding=ROUND_CEILING)
    amount = money.in_words(least, brief.currency, brief.language)
    return [_("up to %(amount)s") % {"amount": amount}]


def _unknown_place(desk: Desk) -> Located | None:
    """The city that was searched, where nothing was found and the catalogue has nothing of the kind."""
    kind, place = desk.kind.config.offers, desk.kind.place(desk.brief())
    if kind not in VISITED or place is None or desk.mission.understood.get("found"):
        return None
    known = {city_key(city) for city in desk.cities_with(kind)}
    return place if CATALOGUE in _names(kind) and city_key(place.name) not in known else None


def _known_from(desk: Desk, place: Located) -> list[tuple[float, str]]:
    """The cities in which the catalogue has some, with their distances (kilometres), the nearest first."""
    kind = desk.kind.config.offers
    cities = ((name, locate(name)) for name in desk.cities_with(kind))
    return sorted(
        (distance_km((place.lat, place.lon), (city.lat, city.lon)), name) for name, city in cities if city
    )


def _names(kind: str) -> set[str]:
    return {source.name for source in sources_for(kind)}


def _further_may_help(desk: Desk, brief: Brief) -> bool:
    if not desk.kind.reaches_further(brief):
        return False
    place, kind = _unknown_place(desk), desk.kind.config.offers
    if place is None or _names(kind) - {CATALOGUE}:
        return True
    return any(km <= desk.kind.farthest_km(brief) for km, _name in _known_from(desk, place))


def _next_weekend(desk: Desk, brief: Brief, today: date) -> dict[str, str] | None:
    """The days of the weekend after this one, where days of this one were asked for."""
    window = desk.kind.scene(brief).window
    saturday = today + timedelta(days=5 - today.weekday())  # of this week, also on its Sunday
    if window is None or not saturday <= window.last <= saturday + timedelta(days=1):
        return None
    return {
        "start": (saturday + timedelta(days=7)).isoformat(),
        "end": (saturday + timedelta(days=8)).isoformat(),
    }


def _other_days_may_help(desk: Desk, brief: Brief, days: str | dict[str, str]) -> bool:
    """Whether other days than these were asked for, and on these something fits, or might."""
    if not brief.slots.get("date") or brief.slots["date"] == days:
        return False
    if not desk.mission.understood.get("found"):  # what is on another day was not asked for
        return desk.kind.config.offers == "event" and _unknown_place(desk) is None
    return _fits(desk, brief.model_copy(update={"slots": {**brief.slots, "date": days}}))


def _at_any_price(brief: Brief) -> Brief:
    slots: dict[str, Any] = {**brief.slots, "budget": None, "price_level": None}
    adjusted = _adjusted(brief, any_price=True, max_price=None)
    return adjusted.model_copy(update={"slots": slots})


def _adjusted(brief: Brief, **changes: Any) -> Brief:
    return brief.model_copy(update={"adjustments": brief.adjustments.model_copy(update=changes)})


def _fits(desk: Desk, brief: Brief) -> bool:
    """Whether any of what was found would fit a brief."""
    return bool(look_through(desk, brief)[0])
