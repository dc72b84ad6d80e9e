"""Names in a sentence: what the gazetteer lists, and what only looks like one name by its capitals."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from agency.reasoning.slots.gazetteer import Entry, place_key, places_named
from agency.reasoning.slots.lexicon import word_set
from agency.reasoning.slots.places import STATE_CODES
from agency.reasoning.slots.spans import Interval, fold, overlaps

_TOKEN = re.compile(r"(?:St|Ste|Ft|Mt|Pt)\.(?=\s+[A-Z])|[^\W\d_](?:\w|['’.](?=\w))*")
GAP = re.compile(r"\s+|-|\s*[.]\s+(?=[A-Z])")
_VENUE_WORDS = frozenset(fold(word) for word in word_set("venue_words"))
_ALSO_TOWNS = frozenset(fold(word) for word in word_set("venue_words_of_towns"))
_CONNECTORS = word_set("name_connectors")
NOT_PLACES = frozenset(fold(word) for word in word_set("not_a_place"))
_COMMON = frozenset(fold(word) for word in word_set("common_words_that_are_towns"))


@dataclass(frozen=True, slots=True)
class Token:
    start: int
    end: int
    text: str

    @property
    def capital(self) -> bool:
        return self.text[0].isupper()


def tokens_of(text: str) -> list[Token]:
    """Return the words of `text` that a name may be made of."""
    return [Token(m.start(), m.end(), m.group()) for m in _TOKEN.finditer(text)]


def longest_listed(text: str, tokens: list[Token], at: int, taken: list[Interval]) -> int | None:
    for length in range(min(6, len(tokens) - at), 0, -1):
        piece = tokens[at : at + length]
        if any(not GAP.fullmatch(text[a.end : b.start]) for a, b in pairwise(piece)):
            continue
        start, end = piece[0].start, piece[-1].end
        if not overlaps(start, end, taken) and _is_listed(text[start:end], piece):
            return length
    return None


def _is_listed(name: str, piece: list[Token]) -> bool:
    if len(piece) == 1 and len(name) == 2:
        return name in STATE_CODES or name in {"UK", "US", "LA", "SF", "DC"}
    if all(fold(t.text) in NOT_PLACES or fold(t.text) in _CONNECTORS for t in piece):
        return False
    entries = places_named(name)
    if not entries or len(place_key(name)) < 3:  # "I'd" is not ID
        return False
    if piece[0].capital and piece[-1].capital:
        return True
    if len(piece) == 1 and fold(name) in _COMMON:
        return False
    if fold(piece[-1].text) in NOT_PLACES | _CONNECTORS or fold(piece[0].text) in NOT_PLACES | _CONNECTORS:
        return False
    return _plain_enough(entries, len(piece))


def _plain_enough(entries: list[Entry], words: int) -> bool:
    """A name in lower case must be of a fair size to be told from a common word."""
    least = 1_000 if words > 1 else 20_000
    return any(
        e.population >= (least if not e.alias else 300_000) or (e.kind != "city" and not e.alias)
        for e in entries
    )


def is_large(name: str) -> bool:
    return name in {"UK", "US", "USA"} or any(
        e.kind == "country" or e.population >= (100_000 if not e.alias else 1_000_000) or e.kind == "state"
        for e in places_named(name)
    )


def is_venue(name: str, *, beside: bool) -> bool:
    """Tell whether a name is a house or a sight by its outer words: "Café Central", "Eiffel Tower".

    Towns end in some of these words too ("Overland Park"); those tell only of what one stands `beside`, or
    behind another one ("Madison Square Garden").
    """
    words = [fold(word) for word in name.split()]
    outer = {words[0], words[-1]} & _VENUE_WORDS
    return bool(outer - _ALSO_TOWNS) or (bool(outer) and (beside or len(set(words) & _VENUE_WORDS) > 1))


def capital_run(text: str, tokens: list[Token], at: int, taken: list[Interval]) -> int:
    """Return how many tokens from `at` look like one capitalised name ("Isle of Wight")."""
    length, end = 0, None
    for n, token in enumerate(tokens[at : at + 6]):
        if end is not None and not GAP.fullmatch(text[end : token.start]):
            break
        if overlaps(token.start, token.end, taken) or (
            n
            and fold(token.text) in NOT_PLACES
            and token.capital
            and token.text not in STATE_CODES
            and fold(token.text) not in _CONNECTORS | {"city", "town", "house"}
            and not _before_its_city(text, tokens, at + n)
        ):
            break
        if token.capital:
            length = n + 1
        elif not (n and fold(token.text) in _CONNECTORS and _goes_on(tokens, at + n)):
            break
        end = token.end
    return length


def _before_its_city(text: str, tokens: list[Token], at: int) -> bool:
    """Tell whether a comma and a large city follow: "Temple Bar, Dublin" is a part of it, and no bar."""
    following = tokens[at + 1] if at + 1 < len(tokens) else None
    if following is None or not following.capital or text[tokens[at].end : following.start].strip() != ",":
        return False
    return any(is_large(text[following.start : other.end]) for other in tokens[at + 1 : at + 4])


def _goes_on(tokens: list[Token], at: int) -> bool:
    """Tell whether the name goes on after a connector: "Hills and Dales", "Isle of the Winds"."""
    return any(token.capital for token in tokens[at + 1 : at + 3])
