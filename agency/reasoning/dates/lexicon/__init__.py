"""Words of the languages that `find_dates` reads."""

from __future__ import annotations

from dataclasses import replace

from .base import Lexicon
from .english import ENGLISH
from .french import FRENCH
from .german import GERMAN
from .italian import ITALIAN
from .spanish import SPANISH

BRITISH = replace(ENGLISH, day_first=True)
LEXICONS: dict[str, Lexicon] = {"en": ENGLISH, "de": GERMAN, "fr": FRENCH, "es": SPANISH, "it": ITALIAN}


def lexicon_for(language: str) -> Lexicon:
    """The words of a language code such as "de" or "fr-CA"; English for one that we do not read.

    "en-GB" is English with the day before the month: "3/12" is in December.
    """
    return BRITISH if language == "en-GB" else LEXICONS.get(language[:2].lower(), ENGLISH)
