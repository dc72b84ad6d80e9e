"""Amounts as people say them: "a couple hundred", "two and a half grand", "zweieinhalbtausend"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from agency.reasoning.slots.numbers import number_pattern, number_value

_LOOSE: dict[str, float] = {
    "a couple of": 2,
    "a couple": 2,
    "couple of": 2,
    "couple": 2,
    "a few": 3,
    "several": 3,
    "ein paar": 3,
    "quelques": 3,
    "half a": 0.5,
    "a half": 0.5,
    "une demi": 0.5,
    "anderthalb": 1.5,
}
_VAGUE = frozenset(words for words, quantity in _LOOSE.items() if quantity in {2, 3})
_POWERS: tuple[tuple[str, int], ...] = (
    (r"hundreds?|hunderte?r?|centaines?(?:\s+d['’e])?", 100),
    (r"thousands?|tausende?r?|mille|milliers?(?:\s+d['’e])?|k", 1000),
    (r"millions?|millionen", 1_000_000),
)
_MONEY_ONLY = r"(?:grand|riesen)(?!\s+(?:piano|prix|slam|tour|hotel|canyon|cru|opening)s?\b)"
ANY_CURRENCY = "¤"
"""Written before what can only be money, though no currency is named: "two grand"."""


@dataclass(frozen=True, slots=True)
class Rough:
    """A rough amount and the half-open range of characters that says it."""

    start: int
    end: int
    amount: int
    power: int
    vague: bool
    money: bool


def find_rough(text: str, languages: tuple[str, ...]) -> list[Rough]:
    """Return the amounts of `text` that are no plain number, left to right."""
    found = (_rough(match, languages) for match in _pattern(languages).finditer(text))
    return [rough for rough in found if rough]


def in_figures(text: str, rough: list[Rough]) -> str:
    """Return `text` of the same length with each rough amount written in figures at the end of its range."""
    for each in rough:
        written = (ANY_CURRENCY if each.money else "") + str(each.amount)
        if len(written) <= each.end - each.start:
            text = text[: each.start] + written.rjust(each.end - each.start) + text[each.end :]
    return text


def _rough(match: re.Match[str], languages: tuple[str, ...]) -> Rough | None:
    quantity = _quantity(match, languages)
    power = 1000 if match["money"] else _power(match["power"])
    if quantity is None or quantity * power > 10**9:
        return None
    vague = bool(match["loose"]) and _plain(match["loose"]) in _VAGUE
    return Rough(match.start(), match.end(), int(quantity * power), power, vague, bool(match["money"]))


def _quantity(match: re.Match[str], languages: tuple[str, ...]) -> float | None:
    if match["one"]:
        return 1
    if match["loose"]:
        return _LOOSE[_plain(match["loose"])]
    if match["halved"]:
        stem = number_value({"ein": "eins"}.get(match["halved"].lower(), match["halved"]), languages)
        return None if stem is None else stem + 0.5
    if match["figures"]:
        return float(match["figures"].replace(",", "."))
    whole = number_value(match["whole"], languages)
    if whole is None or not (match["half"] or match["money"]):
        return None
    return whole + (0.5 if match["half"] else 0)


def _plain(words: str) -> str:
    return " ".join(words.lower().split())


def _power(word: str) -> int:
    return next(power for words, power in _POWERS if re.fullmatch(words, word, re.IGNORECASE))


@cache
def _pattern(languages: tuple[str, ...]) -> re.Pattern[str]:
    loose = "|".join(words.replace(" ", r"\s+") for words in sorted(_LOOSE, key=len, reverse=True))
    powers = "|".join(words for words, _ in _POWERS)
    return re.compile(
        rf"(?<![\w.,-])(?:(?P<loose>{loose})\s+|(?P<halved>[a-zäöüß]+?)einhalb\s*|(?P<figures>\d{{1,3}}(?:[.,]\d)?)\s+"
        rf"|(?P<whole>{number_pattern(languages)})(?P<half>\s+and\s+a\s+half|\s+et\s+demie?)?\s+|(?P<one>an?|einen?)\s+(?={_MONEY_ONLY}))"
        rf"(?:(?P<money>{_MONEY_ONLY})|(?P<power>{powers}))(?!\w)",
        re.IGNORECASE,
    )
