"""How pleased words sound, from -1 to 1, by a lexicon with negation, degree and contrast.

The way of adding up follows Hutto and Gilbert, "VADER: A Parsimonious Rule-based Model for Sentiment
Analysis of Social Media Text" (ICWSM 2014): strengths summed, negation turned round and damped by 0.74,
degree words, weight moved behind "but", and x / sqrt(x² + 15). The words and their strengths are our own.
"""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

_LEXICON = Path(__file__).with_name("sentiment_words.toml")
_WORD = re.compile(r"[a-z0-9']+(?:-[a-z0-9']+)*|[!?]")
_STRENGTH: Final = {"plus3": 3.2, "plus2": 2.1, "plus1": 1.2, "minus3": -3.2, "minus2": -2.1, "minus1": -1.1}
_NEGATION_DAMPS, _ALPHA, _REACH = -0.74, 15.0, 4
_LOUDER, _SOFTER = 1.3, 0.75
_BEFORE_BUT, _AFTER_BUT = 0.5, 1.5


def fold(text: str) -> str:
    """Return `text` in lower case, without accents and curly apostrophes: the same number of characters."""
    return "".join(_fold_one(c) for c in text)


@cache
def _fold_one(c: str) -> str:
    if c in "’‘ʼ`´":
        return "'"
    if c == "ß":
        return "s"
    lowered = unicodedata.normalize("NFKD", c)[:1].lower()
    return lowered if len(lowered) == 1 else c


def language_of(text: str, hint: str = "en") -> str:
    """Return "en", "de", "fr", "es" or "it", whichever has most of its small words in `text`; without any,
    the hint's, or that of its words that praise or blame."""
    words = set(_WORD.findall(fold(text))) | {"c'etait"} & set(fold(text).split())
    scores = {language: len(words & small) for language, small in _small("function").items()}
    best = max(scores.values())
    hinted = hint[:2] if hint[:2] in scores else "en"
    if not best and not any(_strength(token, hinted) for token in words):
        told = (language for language in scores if any(_strength(token, language) for token in words))
        return next(told, hinted)
    return hinted if scores[hinted] == best else max(scores, key=scores.__getitem__)


def knows_language(text: str) -> bool:
    """Whether `text` looks like a language of the lexicon: a fifth of its words are known ones of these."""
    tokens = _WORD.findall(fold(text))
    small = frozenset[str]().union(*_small("function").values(), *_small("small").values())
    known = [at for at in tokens if at in small or any(_strength(at, name) for name in _small("function"))]
    return len(tokens) < 3 or 5 * len(known) >= len(tokens)


def sentiment(text: str, language: str = "en") -> float:
    """Return how pleased `text` sounds, -1 to 1. `language` is a hint: the words tell the languages
    apart."""
    tokens = _WORD.findall(fold(text))
    turn = _turn(tokens)
    total = 0.0
    for at, strength in _strengths(tokens, language_of(text, language)):
        total += strength * (1.0 if turn is None else _BEFORE_BUT if at < turn else _AFTER_BUT)
    if total:
        total += math.copysign(0.29 * min(tokens.count("!"), 4), total)
    return round(total / math.sqrt(total * total + _ALPHA), 4)


def _turn(tokens: list[str]) -> int | None:
    """Where the last "but" stands, if something is said before and after it."""
    places = [at for at, token in enumerate(tokens) if token in _small("small")["turn"]]
    return places[-1] if places and 0 < places[-1] < len(tokens) - 1 else None


def _strengths(tokens: list[str], language: str) -> Iterator[tuple[int, float]]:
    for at, token in enumerate(tokens):
        strength = _strength(token, language)
        if not strength:
            continue
        before = tokens[max(0, at - _REACH) : at]
        for distance, word in enumerate(reversed(before)):
            weight = 1 - 0.15 * distance
            if word in _small("small")["more"]:
                strength *= 1 + (_LOUDER - 1) * weight
            elif word in _small("small")["less"]:
                strength *= 1 - (1 - _SOFTER) * weight
        if _is_negated(before):
            strength *= _NEGATION_DAMPS
        yield at, strength


def _is_negated(before: list[str]) -> bool:
    pairs = set(pairwise(before))
    if ("not", "only") in pairs or ("nicht", "nur") in pairs or ("pas", "seulement") in pairs:
        return False
    return any(
        word in _small("small")["denial"] or word.endswith("n't") or word.startswith("n'") for word in before
    )


def _strength(token: str, language: str) -> float:
    exact, starts = _lexicon(language)
    if token in exact:
        return exact[token]
    for length in range(len(token), 2, -1):
        if (found := starts.get(token[:length])) is not None:
            return found
    return 0.0


@cache
def _tables() -> dict[str, dict[str, str]]:
    return tomllib.loads(_LEXICON.read_text(encoding="utf-8"))


@cache
def _small(table: str) -> dict[str, frozenset[str]]:
    return {name: frozenset(words.split()) for name, words in _tables()[table].items()}


@cache
def _lexicon(language: str) -> tuple[dict[str, float], dict[str, float]]:
    """The words of a language: whole ones, and beginnings of words."""
    exact: dict[str, float] = {}
    starts: dict[str, float] = {}
    for group, words in _tables()[language].items():
        for word in words.split():
            (starts if word.endswith("*") else exact).setdefault(word.rstrip("*"), _STRENGTH[group])
    return exact, starts
