"""Which cities words about a plan make it go to: "Rome instead", "add Florence", "skip Lyon"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from missions.trips.swaps import pairs_in
from missions.trips.words import cities_in, without_day_trips
from ownyou.lib.text import key_of

_INSTEAD = re.compile(
    r"\b(?:instead|rather|switch|change|swap|replace|(?:an)?statt\w*|lieber|tausch\w*|ersetz\w*|wechs\w*"
    r"|(?:what|how) about|wie w(?:ä|ae)re?(?: es|['’]s)? mit|plutôt|au lieu|remplace\w*|changer?)\b"
    r"|(?:^|[,.;:!?]|\band\b|\bund\b)\W*(?:(?:no|nein|non|please|bitte)\b\W*)*"
    r"(?:make it|let['’]?s (?:go to|make it|do)|go to|to|nach|mach\w* (?:es|daraus|draus)|allons à|va pour)"
    r"\s+(?=[A-ZÀ-Þ])",
    re.IGNORECASE,
)
_ADD = re.compile(
    r"\b(?:add|include|also|as well|too|plus|and then|stop in|noch|auch|dazu|hinzu\w*|zusätzlich|ajoute\w*"
    r"|aussi)\b",
    re.IGNORECASE,
)
_DROP = re.compile(
    r"\b(?:skip|drop|without|leave out|leave (?=[A-Z]\w+ out)|remove|not|no|ohne|streich\w*|lass\w*|weg"
    r"|auslassen|sans|enlève\w*|supprime\w*)\b",
    re.IGNORECASE,
)


def cities_changed(words: str, now: Sequence[str], home: str = "") -> list[str] | None:
    """The cities of a plan after some words about it, in order; None: they change none.

    A city takes the place of the one that it is named instead of, else of all of them. One that a day trip is
    to go to is none of them.
    """
    outing = without_day_trips(words) != words
    named = [city for city in cities_in(words) if key_of(city) != key_of(home)]
    here = [city for city in named if city in now]
    new = [city for city in named if city not in now]
    if not named:
        return None
    for what, _by in pairs_in(words):
        if (other := cities_in(what)) and not set(other) & set(now):
            return None  # "Giverny instead of Versailles": it is no city of the plan that goes
    if new and _INSTEAD.search(words):
        gone = here or list(now)
        at = next(number for number, city in enumerate(now) if city in gone)
        kept = [city for city in now if city not in gone]
        return [*kept[:at], *new, *kept[at:]]
    if new and not outing and _ADD.search(words):
        return [*now, *new]
    if here and not new and _DROP.search(words) and len(here) < len(now):
        return [city for city in now if city not in here]
    return None
