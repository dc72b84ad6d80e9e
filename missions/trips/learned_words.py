"""What plans of days have taught, in the language of who reads it: made anew from the key and the value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from agency.reasoning import value_words
from agency.reasoning.learned_words import said_anew
from missions.trips.learned_there import AREA, PLACE
from ownyou.lib.city_names import city_in_words

INTERESTS, LESS, FAVOURITES = "travel.interests.", "travel.less.", "gathering.favourites."

_PLAIN = {
    "travel.flights.direct": (
        gettext_noop("You fly direct, even when a stop is cheaper."),
        gettext_noop("Ways with a stop were no good: you go direct."),
    ),
    "travel.flights.daytime": (gettext_noop("You travel by day, not early or late."),),
    "travel.stay.central": (gettext_noop("You want to stay near the centre."),),
    "travel.stay.near_metro": (gettext_noop("You chose a stay near the metro."),),
    "travel.late_start": (gettext_noop("You like late mornings on trips."),),
    "travel.restaurants.rated": (gettext_noop("On trips you want better rated restaurants."),),
    "travel.pace": (gettext_noop("You travel at a %(pace)s pace."),),
}
_BELOW = {
    INTERESTS: (
        gettext_noop("You asked for more on trips: %(what)s."),
        gettext_noop("On trips you like: %(what)s."),
        gettext_noop("You like a day out of the city."),
    ),
    LESS: (gettext_noop("On trips you want fewer of: %(what)s."),),
    AREA: (
        gettext_noop("You chose to stay in %(area)s."),
        gettext_noop("You liked staying in %(area)s."),
        gettext_noop("You would not stay in %(area)s again."),
    ),
    PLACE: (
        gettext_noop("You would go to %(title)s again."),
        gettext_noop("You would not go to %(title)s again."),
    ),
    FAVOURITES: (
        gettext_noop("You chose %(title)s for a gathering."),
        gettext_noop("You would take %(title)s again."),
        gettext_noop("You would not take %(title)s again."),
    ),
}


def learned_on_trips(key: str, value: object, text: str) -> str:
    """A sentence that a plan of days taught, as the reader's language has it; any other as it is.

    `key` is dotted ("travel.stay.area.rome.trastevere"), `value` a preference's.
    """
    named = value.get("value") if isinstance(value, Mapping) else value
    return said_anew(list(_ways(key, named)), text)


def _ways(key: str, named: object) -> Iterator[Callable[[], str]]:
    sentences = _PLAIN.get(key) or next((some for start, some in _BELOW.items() if key.startswith(start)), ())
    for sentence in sentences:
        yield partial(_said, sentence, key, named, called=True)
        if key.startswith(AREA):  # as it was said before cities had their names in the reader's language
            yield partial(_said, sentence, key, named, called=False)


def _said(sentence: str, key: str, named: object, *, called: bool) -> str:
    words: dict[str, Any] = {"title": named, "what": value_words.in_words(named)}
    words |= {"pace": words["what"], "area": _area(key, str(named), called=called)}
    return _(sentence) % words


def _area(key: str, area: str, *, called: bool) -> str:
    """A quarter with its city, which the key names."""
    slug, dot, _name = key.removeprefix(AREA).partition(".")
    city = " ".join(part.capitalize() for part in slug.split("_")) if dot else ""
    return f"{area}, {city_in_words(city) if called else city}" if city else area
