"""Whether two offers are for one product: shops name the same thing differently.

Rules over titles. What tells products apart is the maker's number ("DSC-W120", "dscw120/p") and, where a
title has none, the numbers in its name ("iPhone 14", "iPhone 15"); colours and praise do not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from ownyou.lib.text import key_of

SAME_WORDS = 90.0
"""How alike two titles without a maker's number are, 0-100 (rapidfuzz, words sorted)."""
SHORTEST_CODE, SURE_CODE = 4, 5
"""Letters of a maker's number, and of one that may stand in the middle of another title's words."""
COLOURS = {
    name: colour
    for colour, names in {
        "black": "black schwarz schwarzer schwarzes noir noire negro nero",
        "white": "white weiß weiss blanc blanche blanco bianco",
        "silver": "silver silber silbern argent plata",
        "grey": "grey gray graphite grau anthrazit gris grigio",
        "red": "red rot rouge rojo rosso",
        "blue": "blue navy blau bleu bleue azul blu",
        "green": "green grün vert verte verde",
        "pink": "pink rosa rose",
        "gold": "gold golden or oro",
        "yellow": "yellow gelb jaune amarillo giallo",
        "purple": "purple violet lila violett morado viola",
        "orange": "orange naranja arancione",
        "brown": "brown braun marron marrón",
    }.items()
    for name in names.split()
}

_UNIT = (
    r"(?:gb|tb|mb|mah|wh|kw|w|hz|khz|mhz|ghz|in|inch|inches|zoll|cm|mm|m|k|p|i|mp|x|v|kg|g|l|ml|oz|nm|db|fps|dpi|ft"
    r"|lbs?|pack|pcs|er|way|port|bit|th|st|nd|rd|d|h|hr|min|ch)"
)
_MEASURE = re.compile(rf"\d+(?:[.,]\d+)?{_UNIT}")
_APART = re.compile(rf"(?<=\d) (?={_UNIT}\b)")
_FITS = re.compile(r"\b(?:for|fits|compatible with|für|passend zu|pour|para|per)\b.*", re.IGNORECASE)
_MARKS = re.compile(r"[^0-9a-z]")
_VARIANT = re.compile(r"(?<=\d)[a-z]{1,3}$")
"""A colour's or country's mark at the end of a maker's number: "DSC-W120/P", "KDC-C669EU"."""


@dataclass(frozen=True, slots=True)
class Named:
    """What a title says: makers' numbers, other numbers, colours, sorted words, and all in one piece."""

    codes: frozenset[str]
    numbers: frozenset[str]
    colours: frozenset[str]
    words: str
    joined: str


@lru_cache(maxsize=1024)
def named(title: str) -> Named:
    """Read a product's title."""
    own = _FITS.sub("", title.lower())
    words = _APART.sub("", key_of(title)).split()
    return Named(
        codes=frozenset(part for word in own.split() if _is_code(part := _MARKS.sub("", word))),
        numbers=frozenset(word for word in words if any(sign.isdigit() for sign in word)),
        colours=frozenset(COLOURS[word] for word in words if word in COLOURS),
        words=" ".join(sorted(words)),
        joined=_MARKS.sub("", own),
    )


def same(one: Named, other: Named) -> bool:
    """Tell whether two titles name one product; in doubt they do not. Another colour is another product."""
    if one.colours and other.colours and not one.colours & other.colours:
        return False
    if one.codes and other.codes:
        pairs = any(_one_code(code, its) for code in one.codes for its in other.codes)
        return pairs or _whole(one.codes, other) or _whole(other.codes, one)
    if one.codes or other.codes:
        return _names(one.codes, other) or _names(other.codes, one)
    return one.numbers == other.numbers and fuzz.ratio(one.words, other.words, score_cutoff=SAME_WORDS) > 0


def products_of(titles: Sequence[str]) -> list[int]:
    """For each title, the place of the first title that names the same product."""
    known: dict[str, int] = {}
    firsts: list[tuple[Named, int]] = []
    found: list[int] = []
    for place, title in enumerate(titles):
        if title not in known:
            it = named(title)
            twin = next((first for other, first in firsts if same(it, other)), None)
            if twin is None:
                firsts.append((it, place))
            known[title] = place if twin is None else twin
        found.append(known[title])
    return found


def _is_code(part: str) -> bool:
    if len(part) < SHORTEST_CODE or _MEASURE.fullmatch(part):
        return False
    digits = sum(sign.isdigit() for sign in part)
    return digits > 0 and (digits < len(part) or digits >= SURE_CODE)


def _one_code(one: str, other: str) -> bool:
    """Tell whether two numbers are one; a mark that only one of them has does not make it another."""
    return one == other or _VARIANT.sub("", one) == other or one == _VARIANT.sub("", other)


def _whole(codes: frozenset[str], other: Named) -> bool:
    """Tell whether the other title has one of the numbers with a blank in it ("WH 1000XM5")."""
    return any(len(code) >= SURE_CODE and _ends(code, other.joined) for code in codes)


def _names(codes: frozenset[str], other: Named) -> bool:
    """Tell whether the other title has one of the numbers in pieces ("EDIT 100")."""
    stems = {_VARIANT.sub("", code) for code in codes}
    return any(len(stem) >= SURE_CODE and _ends(stem, other.joined) for stem in stems)


def _ends(stem: str, joined: str) -> bool:
    _before, found, after = joined.partition(stem)
    return bool(found) and not after[:1].isdigit()
