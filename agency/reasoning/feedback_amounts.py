"""The amounts that feedback names as a limit: "under $30", "höchstens 25 Franken"."""

from __future__ import annotations

import re
from typing import Final

_NEVER_SPENT = (
    r"(?:(?:never|don.?t|do not|won.?t|will not|not)(?: (?!mind)\w+){0,2}? (?:spend|pay|go)(?:ing)?"
    r" (?:more than|over|above)"
    r"|(?:nie|niemals|ungern) (?:mehr als|uber)|jamais plus de)"
)
_NAMED_BUDGET = (
    r"(?:(?:my|our|mein|unser|mon|notre) (?:\w+ )?(?:budget|limit|limite)(?: (?!was|were|war)\w+){0,4}?"
    r" (?:is|are|ist|sind|liegt bei|est(?: de)?)(?: about| around| etwa| rund| ungefahr| environ)?)"
)
_AMOUNT = re.compile(
    r"\b(?:under|below|max(?:imum)?(?: of)?|at most|up to|(?:no|not) more than|unter|hochstens|maximal|bis zu"
    rf"|nicht mehr als|moins de|au plus|maximum|pas plus de|{_NEVER_SPENT}|{_NAMED_BUDGET})\s+"
    r"(?P<before>[$€£¥])?\s?(?P<number>\d{1,6}(?:[.,]\d{1,2})?)\s?(?P<after>[$€£¥]|euros?|eur|dollars?|bucks|usd"
    r"|pounds?|quid|gbp|yen|jpy|franken|chf)?(?!\w)"
)
_CURRENCIES: Final = {
    "€": "EUR", "eur": "EUR", "euro": "EUR", "euros": "EUR", "£": "GBP", "gbp": "GBP", "pound": "GBP",
    "pounds": "GBP", "quid": "GBP", "¥": "JPY", "yen": "JPY", "jpy": "JPY", "franken": "CHF", "chf": "CHF",
    "usd": "USD",
}  # fmt: skip
"""What is written like dollars is left open: "$" is the person's own dollar."""


def amount_in(folded: str) -> str:
    """The highest price that a clause allows: "30 EUR", "30" for the person's own currency, or nothing."""
    at = _AMOUNT.search(folded)
    unit = (at["before"] or at["after"]) if at else None
    if at is None or unit is None:
        return ""
    return f"{at['number'].replace(',', '.')} {_CURRENCIES.get(unit, '')}".strip()
