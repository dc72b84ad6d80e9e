"""Where a person may look up themselves what no source knew of a city."""

from __future__ import annotations

from urllib.parse import urlencode

from django.utils.translation import gettext as _

from missions.plugins.complex import Done
from missions.trips import parts as p
from missions.trips.plan import Link, LookUp
from missions.trips.wish import TripWish

LANGUAGES = frozenset({"de", "en", "es", "fr", "it", "nl", "pl", "pt"})
"""Of travel guides; elsewhere the English one is named."""


def to_look_up(wish: TripWish, done: Done) -> list[LookUp]:
    """What was not found in each city, with where to look for it; things to do stand with what to see."""
    said = []
    for city in wish.cities:
        missing = [key for key in _IN_ENGLISH if _missing(p.key_in(key, city, wish), done)]
        said += [
            LookUp(what=_what(key), city=city.name, links=_links(key, city.name, wish.language))
            for key in missing
        ]
    return said


def _missing(key: str, done: Done) -> bool:
    found = done.get(key)
    return found is not None and not found.chosen


_IN_ENGLISH = {p.STAY: "hotels", p.SIGHTS: "attractions", p.RESTAURANTS: "restaurants"}
"""How the map's search knows them, in any language."""


def _what(key: str) -> str:
    return {p.STAY: _("Places to sleep"), p.SIGHTS: _("What to see and do")}.get(key) or _("Restaurants")


def _links(key: str, city: str, language: str) -> list[Link]:
    guide = language if language in LANGUAGES else "en"
    page, place = urlencode({"search": city}), urlencode({"query": f"{_IN_ENGLISH[key]} in {city}"})
    return [
        Link(name="Wikivoyage", url=f"https://{guide}.wikivoyage.org/w/index.php?{page}"),
        Link(name="OpenStreetMap", url=f"https://www.openstreetmap.org/search?{place}"),
    ]
