"""Words of the languages that `find_dates` reads."""

from __future__ import annotations

from .base import Lexicon
from .english import ENGLISH
from .french import FRENCH
from .german import GERMAN

LEXICONS: dict[str, Lexicon] = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH}


def lexicon_for(language: str) -> Lexicon:
    """The words of a language code such as "de" or "fr-CA"; English for one that we do not read."""
    return LEXICONS.get(language[:2].lower(), ENGLISH)
