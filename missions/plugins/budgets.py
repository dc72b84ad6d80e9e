"""Whose an amount is that a person names: everybody's together, or each person's."""

from __future__ import annotations

import re
from typing import Any

_MONEY_WORD = r"(?:[$€£]|(?:euros?|eur|dollars?|bucks|usd|pounds?|quid|gbp|francs?|chf)\b)"
_SO_MANY = (
    r"(?:two|three|four|five|six|eight|ten|both|zwei|drei|vier|fünf|sechs|deux|trois|quatre|cinq|six|\d{1,2})"
)
_COUNTED = (
    r"(?:nights?|days?|hours?|weeks?|months?|minutes?|courses?|o['’]?clock|[ap]\.?m\b|nächten?|tagen?|stunden?"
    r"|wochen?|monaten?|minuten|gänge|uhr|nuits?|jours?|heures?|semaines?|mois|plats?)"
)
"""What else than people a number behind an amount counts, or which hour it is."""

_OF_ALL = re.compile(
    r"(?:\b|(?=[$€£]))(?:(?:for|between|among) the " + _SO_MANY + r" of us"
    r"|(?:für|pour) (?:uns |nous )" + _SO_MANY + r"|für uns beide"
    rf"|(?:{_MONEY_WORD} ?\d+|\d+ ?{_MONEY_WORD}) (?:for|für|pour) {_SO_MANY}(?![.:,]\d)(?!\s?{_COUNTED})"
    r"|total|altogether|all together|overall|combined|in all|all in"
    r"|(?:for|between|among) (?:all|both|everyone|everybody|the (?:whole )?(?:group|party|table|family|lot))"
    r"|(?:all|both)(?: (?:the )?\w+)? of us|us all"
    r"|zusammen|insgesamt|gesamt\w*|alles in allem|in summe"
    r"|für (?:alle|beide|uns alle|die ganze \w+)"
    r"|en tout|au total|tous ensemble|pour (?:tous|toutes|nous tous|tout le monde|tout le groupe))\b",
    re.IGNORECASE,
)
"""Said with an amount that is everybody's: "200 in total", "200 for all of us", "100 euros for two"."""


def each_persons(slots: dict[str, Any], text: str) -> dict[str, Any]:
    """The slots with a budget by the person, as prices are shown, unless `text` says that it is for all."""
    budget = slots.get("budget")
    if not isinstance(budget, dict) or budget.get("per") not in (None, "total") or _OF_ALL.search(text):
        return slots
    return {**slots, "budget": {**budget, "per": "person"}}
