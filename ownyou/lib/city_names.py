"""What cities are called in the reader's language: Rome is "Rom" in German.

Unicode's CLDR knows the cities that time zones are called after, in each language; the others are words of
this project's catalogue of translations. Keys, addresses and sources keep the name as maps write it.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from django.utils.translation import get_language, pgettext, pgettext_lazy

from ownyou.lib.text import key_of

NAMES = (
    pgettext_lazy("city", "Antwerp"),
    pgettext_lazy("city", "Beijing"),
    pgettext_lazy("city", "Bolzano"),
    pgettext_lazy("city", "Brugge"),
    pgettext_lazy("city", "Corfu"),
    pgettext_lazy("city", "Florence"),
    pgettext_lazy("city", "Gdańsk"),
    pgettext_lazy("city", "Geneva"),
    pgettext_lazy("city", "Genoa"),
    pgettext_lazy("city", "Gothenburg"),
    pgettext_lazy("city", "Irákleion"),
    pgettext_lazy("city", "Kraków"),
    pgettext_lazy("city", "Leuven"),
    pgettext_lazy("city", "Liège"),
    pgettext_lazy("city", "Marrakesh"),
    pgettext_lazy("city", "Mexico City"),
    pgettext_lazy("city", "Milan"),
    pgettext_lazy("city", "Munich"),
    pgettext_lazy("city", "Naples"),
    pgettext_lazy("city", "Nice"),
    pgettext_lazy("city", "Nuremberg"),
    pgettext_lazy("city", "Ostend"),
    pgettext_lazy("city", "Poznań"),
    pgettext_lazy("city", "Ródos"),
    pgettext_lazy("city", "Saint Petersburg"),
    pgettext_lazy("city", "Siracusa"),
    pgettext_lazy("city", "Strasbourg"),
    pgettext_lazy("city", "Szczecin"),
    pgettext_lazy("city", "The Hague"),
    pgettext_lazy("city", "Thessaloníki"),
    pgettext_lazy("city", "Trento"),
    pgettext_lazy("city", "Trieste"),
    pgettext_lazy("city", "Venice"),
    pgettext_lazy("city", "Wrocław"),
    pgettext_lazy("city", "Zaragoza"),
)
"""Cities with names of their own in other languages that no time zone is called after."""


def city_in_words(name: str) -> str:
    """A city's name in the language that is read now; as it is where that has no other for it."""
    if not name:
        return name
    language = (get_language() or "en").partition("-")[0]
    return _of_zones(language).get(key_of(name)) or pgettext("city", name)


def cities_in_words(names: Iterable[str]) -> list[str]:
    """Several, in order."""
    return [city_in_words(name) for name in names]


@lru_cache(maxsize=16)
def _of_zones(language: str) -> dict[str, str]:
    """The cities of time zones, by their English names as `key_of` gives them."""
    if language == "en":
        return {}
    try:
        zones = Locale(language).time_zones
    except UnknownLocaleError:
        return {}
    english = Locale("en").time_zones
    named = ((zone, str(said["city"])) for zone, said in zones.items() if said.get("city"))
    return {key_of(_english(zone, english.get(zone, {}))): city for zone, city in named}


def _english(zone: str, said: dict[str, str]) -> str:
    return said.get("city") or zone.rpartition("/")[2].replace("_", " ")
