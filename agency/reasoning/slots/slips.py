"""Slips of the keyboard in the words of the field: "sushii" is sushi, "kreuzbrg" Kreuzberg.

A word is changed only if no dictionary, no name and no map has it, and if one word of the field alone is a
letter away (two in a long word). What was changed is said, and can be taken back.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from itertools import islice

from pydantic import BaseModel
from rapidfuzz.distance import OSA, Prefix
from rapidfuzz.process import extract

from agency.reasoning.dates.lexicon import lexicon_for
from agency.reasoning.slots.food import words_of_food
from agency.reasoning.slots.gazetteer import places_named
from agency.reasoning.slots.known_words import LANGUAGES, is_name, is_word
from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.places import meant_city
from agency.reasoning.slots.spans import fold

LONGEST, MOST = 500, 5
"""Characters of a goal that are looked at, and slips that are mended; more are another language."""
MOST_PLACES = 8
"""Words behind a preposition that are looked for among the cities; each takes some milliseconds."""
SHORTEST, LONG, SHORT_PLACE = 4, 8, 5
"""Letters of a word in which a slip can be told, of one that may hold two, and of a city's name."""
_WORD = re.compile(r"(?<![\w@.'’/-])[^\W\d_]{4,}(?![\w@'’]|\.\w|-\w)")
_QUOTED = re.compile(r"[\"“„«][^\"”“»]*[\"”“»]|(?<!\w)'[^']*'(?!\w)")
_PLACE = re.compile(
    r"(?<!\w)(?:in|near|around|nach|bei|nahe|to|from|à|en)\s+(?P<name>[^\W\d_]{3,}(?:[ -][^\W\d_]{3,})?)",
    re.IGNORECASE,
)
_FIRST_OF_TWO = word_set("first_words_of_cities")
"""What begins the name of a city of two words."""
_TOW = re.compile(
    r"(?<!\w)(?:for|(?:table|party)\s+of)\s+(?P<typed>tow)(?=\s*(?:$|[.,!?;]|(?:people|persons|in|on|at|near|this"
    r"|next|to(?:day|nite|night|morrow)|under|friday|saturday|sunday)\b))",
    re.IGNORECASE,
)
"""The one slip in a number that is a word itself."""


class Slip(BaseModel):
    """A word as it was typed, and the one that is meant."""

    typed: str
    meant: str


class Mended(BaseModel):
    """A text with its slips mended."""

    text: str
    slips: list[Slip] = []


def mended(text: str, keep: Collection[str] = ()) -> Mended:
    """Return `text` with the slips mended in which only one word can be meant; those in `keep` stay."""
    left = {word.casefold() for word in keep}
    found: dict[tuple[int, int], str] = {}
    head = text[:LONGEST]
    quoted = [match.span() for match in _QUOTED.finditer(head)]
    for match in islice(_PLACE.finditer(head), MOST_PLACES):
        if place := _place_in(match):
            found[place[0]] = place[1]
    if tow := _TOW.search(head):
        found[tow.span("typed")] = "two"
    for match in _WORD.finditer(head):
        inside = any(start < match.end() and match.start() < end for start, end in [*found, *quoted])
        if not inside and (meant := _meant(match.group(), named=_in_a_name(head, match))):
            found[match.span()] = meant
    spans = [span for span in found if head[slice(*span)].casefold() not in left]
    if len(spans) > MOST:
        return Mended(text=text)
    slips = [Slip(typed=head[slice(*span)], meant=found[span]) for span in sorted(spans)]
    for start, end in sorted(spans, reverse=True):
        text = text[:start] + found[(start, end)] + text[end:]
    return Mended(text=text, slips=slips)


def _place_in(match: re.Match[str]) -> tuple[tuple[int, int], str] | None:
    """Where behind a preposition a city's name is mistyped, and the city; one word of it or two."""
    start, end = match.span("name")
    words = match["name"]
    first = re.split("[ -]", words)[0]
    if first.casefold() in _FIRST_OF_TWO and words != first:
        city = None if places_named(words) else meant_city(words)
        return ((start, end), city) if city else None
    if len(first) < SHORT_PLACE or _known_to_the_field(first) or places_named(first) or is_word(first):
        return None
    near = meant_city(first)
    return ((start, start + len(first)), near) if near else None


def _in_a_name(text: str, match: re.Match[str]) -> bool:
    """Whether a capital letter within a sentence that has small ones makes a word somebody's name."""
    begins = (
        not re.search(r"[^\W\d_]", text[: match.start()]) or text[: match.start()].rstrip()[-1:] in ".!?:"
    )
    return match.group()[0].isupper() and not begins


def _meant(typed: str, *, named: bool) -> str:
    """The word of the field that a word is a slip of; empty where it is none or several could be meant."""
    folded = fold(typed)
    if len(folded) != len(typed) or _known_to_the_field(folded):
        return ""
    most = 2 if len(folded) >= LONG and not named else 1
    found = extract(folded, _words().keys(), scorer=OSA.distance, score_cutoff=most, limit=6)
    near = [(word, apart) for word, apart, _at in found if word[0] == folded[0] and _is_slip(folded, word)]
    if not near or is_word(typed) or is_name(typed):
        return ""
    least = min(apart for _word, apart in near)
    meant = {_words()[word] for word, apart in near if apart == least}
    if len(meant) > 1:
        return ""
    (word,) = meant
    return word[0].upper() + word[1:] if typed[0].isupper() else word


def _is_slip(typed: str, word: str) -> bool:
    """Whether one word is mistyped for another, and not another ending of it: "vegane", "pizzas"."""
    if OSA.distance(typed, word) > 1 and typed[-1] != word[-1]:
        return False
    if len(typed) == SHORTEST and len(word) == SHORTEST:  # "zwie"; "Bose" is no rose
        return sorted(typed) == sorted(word)
    stem = Prefix.similarity(typed, word)
    return not (_ENDING.fullmatch(typed[stem:]) and _ENDING.fullmatch(word[stem:]))


_ENDING = re.compile("(?:s|es|e|n|en|er|em|a|o|t|te|ter|tes|ten|st|ster|ste|sten)?")
"""What words of English, German and the Romance languages end in, one beside the other."""


def _known_to_the_field(word: str) -> bool:
    return fold(word) in _words()


@cache
def _words() -> dict[str, str]:
    """The words of the field, folded, with each one as it is written."""
    field = [*word_set("field_words"), *words_of_food()]
    for language in LANGUAGES[:2]:
        field += [word for phrase in lexicon_for(language).phrases for word in phrase]
    whole = [word for word in field if len(word) >= SHORTEST and word.isalpha()]
    return {fold(word): word for word in whole if len(fold(word)) == len(word)}
