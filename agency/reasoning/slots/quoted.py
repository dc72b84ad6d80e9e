"""Whether words that a model quotes for a slot can say its value, where no grammar reads them.

The quote alone shows only that the words stand there: an amount, a name and a thing must be in them too.
"""

from __future__ import annotations

import re

from pydantic import JsonValue

from agency.reasoning.slots.money import currency_code
from agency.reasoning.slots.numbers import LANGUAGES, find_numbers
from agency.reasoning.slots.spans import fold
from agency.reasoning.slots.specs import SlotType

_FIGURE = re.compile(r"\d+(?:[.,\s]\d{3})*(?:[.,]\d{1,2})?")
_WORD = re.compile(r"[^\W\d_]+", re.UNICODE)
_MONEY_SIGNS = frozenset("$€£¥₹₽₩₺")
_AS_WRITTEN: frozenset[SlotType] = frozenset({"place", "product", "text"})
_ADDS = re.compile(
    r"[,&+]|\b(?:and|plus|with|besides|und|mit|sowie|samt|dazu|et|avec|y|con|e)\b", re.IGNORECASE
)
MORE_BY_EACH = 2
"""People that one "and" may add without a figure: "and my parents"."""
_UNKNOWN = ""
ENDINGS = 5
"""Letters that two forms of one word share: "kettles", "kettle"."""


def can_say(kind: SlotType, value: JsonValue, quote: str, text: str) -> bool:
    """Whether `quote`, which stands in `text`, can say a value of this type."""
    if kind in _AS_WRITTEN:
        return all(_named(str(name), text) for name in (value if isinstance(value, list) else [value]))
    if kind == "money" and isinstance(value, dict):
        return _amount_in(value.get("amount"), quote, needs_currency=True)
    if kind == "number":
        return _amount_in(value, quote, needs_currency=False)
    return True


def tells_of_more(value: JsonValue, quote: str) -> bool:
    """Whether words may add up to more people than the one figure in them: "the four of us and my boss"."""
    said = sum(number.value for number in find_numbers(quote, LANGUAGES))
    adds = len(_ADDS.findall(quote))
    return isinstance(value, int) and said > 0 and adds > 0 and said <= value <= said + MORE_BY_EACH * adds


def _named(name: str, text: str) -> bool:
    """Whether one telling word of a name stands in the text, in some form of it."""
    words = [fold(word) for word in _WORD.findall(name)]
    telling = [word for word in words if len(word) > 2] or words or [fold(name)]
    said = fold(text)
    return any(word[:ENDINGS] in said for word in telling)


def _amount_in(amount: JsonValue, quote: str, *, needs_currency: bool) -> bool:
    """Whether an amount is among the figures of the quote, in thousands too; without figures it is spelled
    out, as far as one can tell: money beside the name of a currency."""
    figures = _figures(quote)
    if figures:
        return isinstance(amount, int | float) and any(float(amount) in {one, one * 1000} for one in figures)
    if not needs_currency or _MONEY_SIGNS & set(quote):
        return True
    words = (word for word in _WORD.findall(quote) if len(word) > 3 or word.isupper())  # "all" is a code too
    return any(currency_code(word, _UNKNOWN) for word in words)


def _figures(quote: str) -> set[float]:
    """The figures of a quote: a mark before three digits parts thousands, before fewer it parts cents."""
    found = set[float]()
    for figure in _FIGURE.findall(quote):
        whole, cents = figure, ""
        if cut := re.search(r"[.,](\d{1,2})$", figure):
            whole, cents = figure[: cut.start()], cut[1]
        found.add(float(f"{re.sub(r'[.,\s]', '', whole)}.{cents or 0}"))
    return found
