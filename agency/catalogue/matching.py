"""How well a row's words answer what somebody looks for; pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from agency.catalogue.abroad import in_english
from agency.catalogue.vocabulary import pieces, tokens

MODEL_WEIGHT = 2.0
"""A token with a digit ("15", "1000xm5") tells models apart, so it weighs more than a word."""

CATEGORY_BONUS = 0.25
NEAR_BEST = 0.8
LEAST = 0.34

_MONEY = re.compile(
    r"(?:\b(?:under|below|less than|up to|at most|max|around|about|over)\s*)[$€£¥]?\s?\d[\d.,]*"
    r"|[$€£¥]\s?\d[\d.,]*|\b\d[\d.,]*\s?(?:[$€£¥]|(?:dollars?|euros?|pounds?|yen|usd|eur|gbp|jpy)\b)",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """Words looked for, as tokens."""

    tokens: tuple[str, ...]

    @classmethod
    def of(cls, words: str) -> Wanted:
        """The words in English, without what they say about money ("under 300"), which other fields say."""
        return cls(tokens(in_english(_MONEY.sub(" ", words))))

    def spellings(self) -> list[str]:
        """The tokens with their pieces, to look rows up by."""
        return list(
            dict.fromkeys([*self.tokens, *(piece for token in self.tokens for piece in pieces(token))])
        )

    def coverage(self, words: AbstractSet[str]) -> float:
        """The weighted part of the tokens that `words` has, 0 to 1; 1 when nothing is looked for."""
        total = sum(map(_weight, self.tokens))
        found = sum(_weight(token) for token in self.tokens if _has(words, token))
        return found / total if total else 1.0


@dataclass(frozen=True, slots=True)
class Candidate[T]:
    """A row with its index words, and what its title says beyond brand and category."""

    row: T
    words: AbstractSet[str]
    name: AbstractSet[str]
    category: AbstractSet[str]


@dataclass(frozen=True, slots=True)
class Match[T]:
    """A candidate with the part of the words found (0-1), and whether it is the very thing named."""

    row: T
    coverage: float
    bonus: float
    exact: bool

    @property
    def score(self) -> float:
        return self.coverage + self.bonus


def best_matches[T](wanted: Wanted, candidates: Sequence[Candidate[T]]) -> list[Match[T]]:
    """The candidates worth showing, best first.

    A product that is named in full is shown alone. Otherwise what has every word, of the category that they
    name (a kettle, and no book of the Kettle Press); failing that, what comes
    within `NEAR_BEST` of the best, with a bonus for the category named: "headphones for running" finds
    headphones.
    """
    matches = [
        Match(one.row, wanted.coverage(one.words), _bonus(wanted, one), _named_in_full(wanted, one))
        for one in candidates
    ]
    return sorted(_worth_showing(matches), key=lambda match: -match.score)


def _worth_showing[T](matches: Sequence[Match[T]]) -> list[Match[T]]:
    if exact := [match for match in matches if match.exact]:
        return exact
    if full := [match for match in matches if match.coverage == 1]:
        return [match for match in full if match.bonus] or full
    enough = NEAR_BEST * max((match.score for match in matches), default=0)
    return [match for match in matches if match.coverage > 0 and match.score >= max(enough, LEAST)]


def _bonus[T](wanted: Wanted, candidate: Candidate[T]) -> float:
    says_category = bool(candidate.category) and candidate.category <= set(wanted.tokens)
    return CATEGORY_BONUS if says_category else 0.0


def _named_in_full[T](wanted: Wanted, candidate: Candidate[T]) -> bool:
    said = set(wanted.spellings())
    return bool(candidate.name) and candidate.name <= said and wanted.coverage(candidate.words) == 1


def _has(words: AbstractSet[str], token: str) -> bool:
    if token in words:
        return True
    parts = pieces(token)
    return len(parts) > 1 and all(part in words for part in parts)


def _weight(token: str) -> float:
    return MODEL_WEIGHT if any(map(str.isdigit, token)) else 1.0
