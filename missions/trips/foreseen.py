"""What is known before anything is asked: cities of which the catalogue holds too little for a trip, or
nothing for a gathering."""

from __future__ import annotations

from django.utils.translation import gettext as _

from agency.sources.registry import sources_for
from missions.plugins.complex import CitiesWith
from missions.trips.ground import MAP
from missions.trips.wish import TripWish
from missions.trips.wording import listed
from ownyou.lib.city_names import city_in_words
from ownyou.lib.text import key_of

CATALOGUE = "catalogue"


def unknown_cities(wish: TripWish, cities_with: CitiesWith) -> list[str]:
    """For each city that the catalogue lacks: what it lacks, who is asked instead, what there is, and where
    it knows enough. Nothing where another source than the map knows of such offers."""
    kinds = [kind for kind in ("sight", "stay") if _only_here(kind) and not (kind == "stay" and wish.home)]
    known = {kind: {key_of(city): city for city in cities} for kind, cities in cities_with(*kinds).items()}
    said = []
    for city in wish.cities:
        if lacking := [kind for kind in kinds if key_of(city.name) not in known[kind]]:
            said += [_lacks(lacking) % {"city": city.called}]
    if not said:
        return []
    on_the_map = any(one.name == MAP for one in sources_for("sight"))
    said.append(
        _("OpenStreetMap is asked instead; what it tells no price of is estimated.")
        if on_the_map
        else _("OpenStreetMap, which may know them, is not switched on.")
    )
    if wish.origin is not None:
        said.append(_("Ways there and back are estimated from distance in any case."))
    everywhere = set.intersection(*(set(cities) for cities in known.values()))
    names = sorted(known[kinds[0]][key] for key in everywhere)
    if names:
        said.append(_("The catalogue knows enough in %(cities)s.") % {"cities": listed(names)})
    return said


def left_out_city(name: str) -> str:
    """That a city which was named is in no plan."""
    return _("I find no city called “%(city)s”, so the plan goes without it.") % {"city": name}


def unknown_services(city: str, cities_with: CitiesWith) -> list[str]:
    """That the catalogue knows nothing for a gathering in a city, who is asked instead, and where it knows
    enough. Nothing where another source than the map knows of such offers."""
    known = {key_of(name): name for name in cities_with("service")["service"]}
    if not city or not _only_here("service") or key_of(city) in known:
        return []
    called = city_in_words(city)
    said = [
        _("The catalogue knows no place, no caterer, no helpers and no bus in %(city)s.") % {"city": called},
        _("OpenStreetMap is asked for halls and caterers; it tells no prices, so they are estimated.")
        if any(one.name == MAP for one in sources_for("service"))
        else _("OpenStreetMap, which may know them, is not switched on."),
    ]
    if known:
        said.append(
            _("The catalogue knows enough in %(cities)s.") % {"cities": listed(sorted(known.values()))}
        )
    return said


def unknown_kind(kind: str, city: str, cities_with: CitiesWith) -> bool:
    """Whether nothing but the catalogue is asked for a kind, and it holds none of it in a city."""
    only_here = {one.name for one in sources_for(kind)} <= {CATALOGUE}
    return only_here and key_of(city) not in {key_of(known) for known in cities_with(kind)[kind]}


def _only_here(kind: str) -> bool:
    return {one.name for one in sources_for(kind)} <= {CATALOGUE, MAP}


def _lacks(kinds: list[str]) -> str:
    if len(kinds) > 1:
        return _("The catalogue knows nothing to see and nowhere to sleep in %(city)s.")
    if kinds == ["stay"]:
        return _("The catalogue knows nowhere to sleep in %(city)s.")
    return _("The catalogue knows nothing to see in %(city)s.")
