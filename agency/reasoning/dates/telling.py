"""Languages told by two short weekdays with a joining word between: "Fr bis So", "Mo-Mi", "sam ou dim"."""

from __future__ import annotations

import re

from .atoms import JOINING
from .lexicon import LEXICONS
from .lexicon.base import Lexicon
from .values import WeekdayName, Word

LONGEST = 3  # letters of a short name


def languages_of_weekdays(text: str) -> list[str]:
    """Return the languages but English of which two different short weekdays stand beside each other."""
    return [
        language
        for language, pattern in _PAIRS.items()
        if any(found[1].lower() != found[2].lower() for found in pattern.finditer(text))
    ]


def _pair(lexicon: Lexicon) -> re.Pattern[str]:
    """German names are written with a capital, since "so" and "mi" are words in other languages."""
    named = [
        phrase[0]
        for phrase, values in lexicon.phrases.items()
        if len(phrase) == 1 and len(phrase[0]) <= LONGEST and any(isinstance(v, WeekdayName) for v in values)
    ]
    german = lexicon.language == "de"
    names = "|".join(name.capitalize() if german else name for name in named)
    between = "|".join(_joining_words(lexicon))
    pattern = rf"(?<!\w)({names})\.?(?:\s?[-–/]\s?|\s(?:{between})\s)({names})(?!\w)"
    return re.compile(pattern, re.NOFLAG if german else re.IGNORECASE)


def _joining_words(lexicon: Lexicon) -> list[str]:
    return [
        re.escape(" ".join(phrase))
        for phrase, values in lexicon.phrases.items()
        if phrase[0].isalpha() and any(isinstance(v, Word) and v.category in JOINING for v in values)
    ]


_PAIRS = {language: _pair(lexicon) for language, lexicon in LEXICONS.items() if language != "en"}
