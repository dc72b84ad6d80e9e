"""What a text says that the facts it was written from do not hold: figures, names, links, signs.

German writes every noun with a capital letter: there a word is a name unless it is an everyday noun (those of
`german_nouns.toml`, compounds of them, and what ends as nouns of the abstract do).
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path

from agency.reasoning.sentiment import language_of
from agency.reasoning.skills.reasons import figures
from agency.reasoning.slots.numbers import find_numbers, languages_of
from agency.reasoning.slots.places import locate
from memory.lexemes import stems_of
from memory.stopwords import STOP_WORDS
from ownyou.lib.text import key_of

_WORD = re.compile(r"[^\W\d_][\w’'-]*")
_BREAK = re.compile(r"[.!?:;…]\s+|\n|^")
_SIGNS = re.compile(r"https?://|www\.|[<>\[\]{}|`#*_!]")
_NOUNS = Path(__file__).with_name("german_nouns.toml")
_ABSTRACT = re.compile(r".{3,}(?:ung|heit|keit|schaft|tion|tät)(?:en)?$")
_JOINTS = ("", "s", "n", "en", "es", "er", "e")
"""What may stand between the two words of a German compound."""

_LEAST_PART = 3
_UMLAUTS = re.compile(r"[äöüß]", re.IGNORECASE)
_SMALL_WORDS = frozenset(
    {"und", "der", "das", "mit", "für", "im", "zum", "zur", "den", "dem", "des", "ein", "eine", "einen",
     "einem", "einer", "von", "vom", "nach", "bei", "auf", "aus", "ist", "sind", "nicht", "über", "ohne",
     "zwischen", "euch", "durch", "beim"}
)  # fmt: skip
"""Words that are German and not English."""

_WORDS_AS_WELL = frozenset(
    {"along", "best", "early", "grand", "green", "hill", "hills", "march", "most", "of", "over", "roman",
     "same", "song", "start", "sunset", "temple"}
)  # fmt: skip
"""Words that begin a sentence, and small towns as well."""

_DAYS_AND_MONTHS = {
    "montag": "monday", "dienstag": "tuesday", "mittwoch": "wednesday", "donnerstag": "thursday",
    "freitag": "friday", "samstag": "saturday", "sonnabend": "saturday", "sonntag": "sunday",
    "januar": "january", "februar": "february", "marz": "march", "mai": "may", "juni": "june",
    "juli": "july", "oktober": "october", "dezember": "december",
}  # fmt: skip
"""German names of days and months as facts may call them, both as keys."""


def unknown_in(text: str, facts: str, whole: str = "") -> list[str]:
    """The figures, names, links and signs of Markdown in a text that the facts do not hold, at most three.

    A name is a word with a capital letter within a sentence; at the beginning of one, the name of a place.
    `whole`: what the text is a part of, by which its language is known.
    """
    german = _is_german(whole or text)
    known = _known(facts)
    found = sorted(_amounts(text, german) - _amounts(facts, german)) + sorted(set(_SIGNS.findall(text)))
    begins = {match.end() for match in _BREAK.finditer(text)}
    for match in _WORD.finditer(text):
        word = match.group()
        if not word[0].isupper() or _is_known(word, known):
            continue
        if _is_a_place(word) or (match.start() not in begins and not (german and _is_a_noun(word, known))):
            found.append(word)
    return found[:3]


def _amounts(text: str, german: bool) -> set[str]:
    """The numbers of a text from two on, in figures or in words: "seven days" has a 7."""
    languages = languages_of(text, "de" if german else "en")
    spoken = (number.value for number in find_numbers(text, languages))
    return figures(text) | {str(value) for value in spoken if value > 1}


def other_language(text: str, facts: str, goal: str) -> bool:
    """Whether a text is plainly German, by more than names in its facts, and the goal plainly is not."""
    words, known = ({word.casefold() for word in _WORD.findall(each)} for each in (text, facts))
    german = bool(words & _SMALL_WORDS - known) and language_of(text, "de") == "de"
    return german and language_of(goal, "de") != "de"


def _is_german(text: str) -> bool:
    words = {word.casefold() for word in _WORD.findall(text)}
    return bool(words & _SMALL_WORDS or _UMLAUTS.search(text)) and language_of(text, "de") == "de"


# Names ------------------------------------------------------------------------------------------------------


def _known(facts: str) -> frozenset[str]:
    """The words of the facts as keys, and their stems."""
    words = key_of(facts).split()
    return frozenset([*words, *(stem for word in words for stem in stems_of(word, "de"))])


def _is_known(word: str, known: frozenset[str]) -> bool:
    """Whether the facts hold the word, its stem, or the place or day that it is the German name of."""
    parts = key_of(word).split()
    if all(_DAYS_AND_MONTHS.get(part, part) in known for part in parts):
        return True
    place = locate(word)
    if place is not None:
        return set(key_of(place.name).split()) <= known
    return bool(parts) and all(known & set(stems_of(part, "de")) for part in parts)


def _is_a_place(word: str) -> bool:
    """Whether it is the name of a place, and not of one that is called as a small word is ("Die")."""
    return key_of(word) not in _nouns() | STOP_WORDS | _WORDS_AS_WELL and locate(word) is not None


def _is_a_noun(word: str, known: frozenset[str]) -> bool:
    """Whether it is an everyday noun of German, or put together of such and of what the facts hold."""
    parts = key_of(word).split()
    return bool(parts) and all(_everyday(part) or _compound(part, known) for part in parts)


def _everyday(word: str) -> bool:
    if word in _DAYS_AND_MONTHS:
        return False
    return word in _nouns() or bool(_nouns() & set(stems_of(word, "de"))) or bool(_ABSTRACT.match(word))


def _compound(word: str, known: frozenset[str]) -> bool:
    for at in range(_LEAST_PART, len(word) - _LEAST_PART + 1):
        first, last = word[:at], word[at:]
        if not _everyday(last):
            continue
        stripped = (first.removesuffix(joint) for joint in _JOINTS if first.endswith(joint))
        if any(len(one) >= _LEAST_PART and (_everyday(one) or one in known) for one in stripped):
            return True
    return False


@cache
def _nouns() -> frozenset[str]:
    """Everyday nouns as keys, and their stems."""
    words = [key_of(word) for word in tomllib.loads(_NOUNS.read_text(encoding="utf-8"))["nouns"].split()]
    return frozenset([*words, *(stem for word in words for stem in stems_of(word, "de")[:1])])
