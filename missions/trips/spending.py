"""What people say of money without an amount to keep: as cheap as possible, no limit, nothing at all.

English, German, French.
"""

from __future__ import annotations

import re
from typing import Any

SAVING = "saving"
"""The slot that a trip is to cost as little as possible."""

AS_CHEAP = "as cheap as possible"
"""Its value."""

_CHEAP = re.compile(
    r"\b(?:as (?:cheap(?:ly)?|inexpensive(?:ly)?|little money) as (?:possible|we can|i can|it gets)"
    r"|(?:the )?(?:cheapest|lowest cost) (?:possible|way|option)|as cheap as it gets|on a shoestring"
    r"|on the cheap"
    r"|(?:spend|cost) as little as possible|low[- ]budget|shoestring (?:budget|trip)"
    r"|(?:so|möglichst) (?:günstig|billig|preiswert|wenig geld)(?: wie (?:möglich|es geht))?"
    r"|am (?:günstigsten|billigsten)|mit (?:ganz )?wenig geld"
    r"|(?:le )?(?:moins cher|plus économique) possible|à petit budget)\b",
    re.IGNORECASE,
)
_NO_LIMIT = re.compile(
    r"\b(?:(?:no|without (?:a|any)|not any) (?:price |spending |money |budget )?limits?"
    r"|no budget limits?|money(?: is|['’]s)? no object|unlimited budget|whatever it costs"
    r"|(?:the )?(?:budget|money|price|cost)s? (?:does(?:n['’]?t| not)|do(?:n['’]?t| not)) matter"
    r"|(?:ohne|kein) (?:budget|preis)?-?limit|koste es,? was es wolle"
    r"|(?:geld|budget|preis)(?: ist| spielt)? (?:egal|keine rolle)"
    r"|sans limite(?: de budget)?|peu importe le prix)\b(?!\s+(?:on|of|for)\s+(?:days|time|walking))",
    re.IGNORECASE,
)
_SIGN = r"(?:\$|€|£|eur(?:os?)?|usd|dollars?|pounds?|gbp|chf)"
_NOTHING = re.compile(
    rf"(?<![\w.,])(?:minus\s+|[-−]){_SIGN}?\s?\d[\d.,]*\s*{_SIGN}(?!\w)"
    rf"|(?<!\w){_SIGN}\s?[-−]\s?\d|(?<![\w.,])(?:minus\s+|[-−]){_SIGN}\s?\d"
    r"|\b(?:budget|limit)\w*\W{0,3}(?:(?:of|is|von|ist|de)\W{1,3})?"
    rf"(?:(?:minus\s+|[-−])\d|{_SIGN}?\s?0+(?:[.,]0+)?(?![\d.,]|\s?(?:k|thousand|tsd)\b))",
    re.IGNORECASE,
)


def limitless(words: str) -> bool:
    """Whether words say that money does not matter."""
    return _NO_LIMIT.search(words) is not None


def spends_little(words: str) -> bool:
    """Whether words ask for the least that it can cost."""
    return _CHEAP.search(words) is not None


def as_slots(words: str, slots: dict[str, Any]) -> dict[str, Any]:
    """The slots with what words say of money: that it is to be as little as possible, that it does not
    matter, or an amount of nothing or below, which is kept as 0."""
    new = dict(slots)
    if limitless(words):
        new = {name: value for name, value in new.items() if name not in {"budget", SAVING}}
    if spends_little(words):
        new[SAVING] = AS_CHEAP
    if _NOTHING.search(words):
        said = new.get("budget")
        currency = {"currency": said["currency"]} if isinstance(said, dict) and said.get("currency") else {}
        new["budget"] = {"amount": 0, "bound": "max", "per": "total", **currency}
    return new


def of_nothing(slots: dict[str, Any]) -> bool:
    """Whether a budget was named that nothing can be had for."""
    said = slots.get("budget")
    return isinstance(said, dict) and said.get("amount") is not None and float(said["amount"]) <= 0
