"""What a person tells of themselves in the first steps and in settings."""

from __future__ import annotations

import re
from typing import Any

from babel.numbers import get_territory_currencies
from django.utils.translation import gettext as _

from agency.reasoning.slots import locate
from agency.reasoning.slots.places import meant_city
from agency.runtime.schedules.services import follow_zone
from memory.names import preferences_of
from memory.provenance import Provenance, ProvenanceKind
from memory.telling import tell
from memory.writing import remember
from missions.forms import CUISINES, DIETS
from missions.homes import zone_at
from ownyou.lib.text import key_of
from trust import accounts
from trust.models import User

PLACES = ["Amsterdam", "Barcelona", "Berlin", "London", "New York", "Paris", "Rome", "San Francisco", "Tokyo"]
"""Offered while typing: the cities of the sample catalogue."""

MOST_PLACES = 10
_AND = re.compile(r"^(?:(?:and|but|also|so|und|aber|auch|et|mais)\b\s*)+", re.IGNORECASE)
_SENTENCE = re.compile(
    r"(?:i|we|my|our|ich|wir|mein\w*|unser\w*|je|nous|mon|ma|mes)\b|j['’]"
    r"|(?:no|not|never|nothing|hate|avoid|kein\w*|nicht\w*|nie|pas|jamais)\b"
    r"|.*\b(?:is|are|am|isn['’]t|works?|nothing|never|allerg\w+|ist|sind|bin|habe?n?|hat|nichts?|keine?[nr]?|mag|mögen"
    r"|est|sont|sommes|rien|jamais)\b",
    re.IGNORECASE,
)
"""Begins or tells what is said of oneself, or against something, where places are asked for."""


def home_from(name: str) -> dict[str, Any] | None:
    """Find a home place by name; kept as it was written when it is on no map."""
    if not name:
        return None
    found = locate(name)
    if found is None:
        return {"name": name, "country": "", "lat": None, "lon": None}
    return {"name": found.name, "country": found.country, "lat": found.lat, "lon": found.lon}


def meant_home(name: str) -> str | None:
    """Return the city that a home on no map may be a slip of."""
    return meant_city(name) if name and locate(name) is None else None


def is_unknown(home: str) -> bool:
    """Whether a home is on no map: then nothing is near it, and nobody knows its zone or its money."""
    return bool(home) and locate(home) is None


def set_home(
    *, user: User, home: str, time_zone: str, currency: str, language: str, browser_zone: str = ""
) -> None:
    """Keep where the person lives and how they write time and money.

    No zone or currency: the one used there; where that is on no map, the browser's zone, else as it was.
    """
    place = home_from(home)
    zone = time_zone or zone_at(place) or browser_zone or user.time_zone
    money = currency or currency_at(place) or user.currency
    accounts.set_home(user=user, home=place, time_zone=zone, currency=money, language=language)
    follow_zone(user)


def take_zone(*, user: User, zone: str) -> None:
    """Keep the browser's zone of a person who skips the question and has no home to take it from."""
    if zone and not zone_at(user.home):
        language, currency = user.language, user.currency
        accounts.set_home(user=user, home=user.home, time_zone=zone, currency=currency, language=language)
        follow_zone(user)


def currency_at(home: dict[str, Any] | None) -> str:
    """Return the code of the currency in use where a home is; empty when it is on no map."""
    used = get_territory_currencies(home["country"]) if home and home["country"] else []
    return str(used[0]) if used else ""


def follows_home(user: User) -> bool:
    """Whether the currency is that of the home, or no home is known that it could be another than."""
    return user.currency == (currency_at(user.home) or user.currency)


def chosen_of(user: User) -> dict[str, str]:
    """The zone and the currency that a person chose, each empty where it is the one used at home."""
    at_home = user.time_zone == (zone_at(user.home) or user.time_zone)
    return {
        "time_zone": "" if at_home else user.time_zone,
        "currency": "" if follows_home(user) else user.currency,
    }


def set_profile(*, user: User, name: str, theme: str, card_keys: bool, **home: Any) -> None:
    """Keep everything of the profile form. What it leaves to home moves with a home that changes."""
    set_home(user=user, **home)
    user.name, user.theme, user.card_keys = name or None, theme, card_keys
    user.save(update_fields=["name", "theme", "card_keys"])


def remember_tastes(*, user: User, cuisines: list[str], diets: list[str], places: str) -> None:
    """Remember what was said in the first steps, each as a fact of its own. A sentence among the places ("I
    hate crowds") is remembered as such, not as a place that is liked."""
    names = {key: str(label) for key, label in [*CUISINES, *DIETS]}
    for cuisine in cuisines:
        _keep(
            user,
            f"dining.cuisine.{cuisine}",
            "like",
            cuisine,
            _("You like %(cuisine)s food.") % {"cuisine": names[cuisine]},
        )
    for diet in diets:
        _keep(
            user,
            f"dining.diet.{diet}",
            "need",
            diet,
            _("You need %(diet)s options.") % {"diet": names[diet].lower()},
        )
    said = [_AND.sub("", part.strip()) for part in re.split(r"[,;\n]|\.(?:\s|$)", places)]
    for place in [part for part in said if part][:MOST_PLACES]:
        if _SENTENCE.match(place):
            tell(user=user, sentence=place[:1].upper() + place[1:])
            continue
        slug = key_of(place).replace(" ", "_")[:60]
        if slug:
            _keep(
                user,
                f"places.likes.{slug}",
                "like",
                place,
                _("You like to go to %(place)s.") % {"place": place},
            )


def _keep(user: User, key: str, polarity: str, value: str, sentence: str) -> None:
    remember(
        user=user,
        namespace=preferences_of(user),
        key=key,
        value={"polarity": polarity, "value": value},
        text=sentence,
        provenance=Provenance(ProvenanceKind.ONBOARDING),
        tell=False,
    )
