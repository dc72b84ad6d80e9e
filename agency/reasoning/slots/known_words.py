"""Which words are words: those of the dictionaries that pyspellchecker ships for the languages read here.

Its own checker makes of each a table of some 50 MB. What is asked here is only whether a word is listed, so
each list stays the text that it is, a few megabytes, and is searched for the word; read with the first look.
"""

from __future__ import annotations

import gzip
import json
from functools import cache, lru_cache
from importlib.resources import files

from agency.reasoning.person_names import family_names, given_names
from agency.reasoning.slots.gazetteer import places_named

LANGUAGES = ("en", "de", "fr", "es", "it")


@lru_cache(maxsize=4_096)
def is_word(word: str) -> bool:
    """Whether a dictionary of one of the languages lists a word, in any case."""
    entry = json.dumps(word.lower(), ensure_ascii=False).encode() + b":"
    return any(entry in _listed(language) for language in LANGUAGES)


@cache
def _listed(language: str) -> bytes:
    packed = files("spellchecker").joinpath(f"resources/{language}.json.gz").read_bytes()
    return gzip.decompress(packed)


def is_name(word: str) -> bool:
    """Whether somebody or a place is called by a word."""
    lower = word.casefold()
    return lower in given_names() or lower in family_names() or bool(places_named(word))
