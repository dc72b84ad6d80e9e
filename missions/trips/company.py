"""Who comes along, with who says so: "with 2 children and my wife" are four. English, German, French."""

from __future__ import annotations

import re
from typing import Any

from missions.trips.phrases import NUMBERS

_MINE = r"(?:my|our|meine[mnrs]?|unsere[mnrs]?|mon|ma|mes|notre|nos)"
_ONE = (
    r"(?:wife|husband|partner|girlfriend|boyfriend|fianc[ée]e?|mother|mum|mom|father|dad|son|daughter|brother"
    r"|sister|aunt|uncle|niece|nephew|cousin|grandmother|grandma|grandfather|grandpa|friend|child|kid|baby|toddler"
    r"|frau|mann|partnerin|freund|freundin|mutter|vater|sohn|tochter|bruder|schwester|oma|opa|tante|onkel|kind"
    r"|kleinkind|säugling|femme|mari|mère|père|fils|fille|frère|sœur|ami|amie|enfant|bébé)"
)
_TWO = r"(?:parents|grand-?parents|in-laws|twins|eltern|großeltern|schwiegereltern|zwillingen?|beaux-parents)"
_MANY = (
    r"(?:children|kids|babies|toddlers|sons|daughters|friends|kindern?|kleinkindern?|söhnen?|töchtern?|freunden"
    r"|enfants|fils|filles|amis)"
)
_NUMBER = rf"(?:\d{{1,2}}|{'|'.join(sorted(NUMBERS, key=len, reverse=True))}|zwei|drei|vier)"
_ITEM = (
    rf"(?:(?:{_MINE}\s+)?{_NUMBER}\s+(?:\w+\s+)?{_MANY}|{_MINE}\s+(?:\w+\s+)?{_TWO}"
    rf"|(?:{_MINE}|an?|eine?[mnr]?|une?)\s+(?:\w+\s+)?{_ONE})\b"
)
_AND = r"(?:\s*,\s*|\s*,?\s+(?:and|und|et)\s+|\s*&\s*)"
_COMPANY = re.compile(rf"\b(?:with|mit|avec)\s+(?P<who>{_ITEM}(?:{_AND}{_ITEM})*)", re.IGNORECASE)
_OURS = re.compile(rf"\b{_MINE}\s", re.IGNORECASE)
_EACH = re.compile(_ITEM, re.IGNORECASE)
_COUNTED = re.compile(rf"\b(?P<n>{_NUMBER})\s+(?:\w+\s+)?{_MANY}\b", re.IGNORECASE)
_TWICE = re.compile(rf"\b{_TWO}\b", re.IGNORECASE)
_COUNT = {"zwei": 2, "drei": 3, "vier": 4}


_IN_ALL = {"zweit": 2, "dritt": 3, "viert": 4, "fünft": 5, "sechst": 6, "siebt": 7, "acht": 8}
_TOGETHER = re.compile(
    rf"(?<!\bbis )\bzu (?P<n>{'|'.join(_IN_ALL)})\b(?!(?<=acht) (?-i:[A-ZÄÖÜ]))", re.IGNORECASE
)
"""How many they are in all, whatever else is counted: "zu viert, zwei davon Kinder"."""


def with_company(text: str, slots: dict[str, Any]) -> dict[str, Any]:
    """The slots with who says it among those who travel, where only the others were counted, or nobody."""
    if (together := _TOGETHER.search(text)) is not None:
        return {**slots, "people": _IN_ALL[together["n"].casefold()]}
    match = _COMPANY.search(text)
    if match is None or not _OURS.search(match["who"]):
        return slots
    others = sum(_people(item.group()) for item in _EACH.finditer(match["who"]))
    return {**slots, "people": others + 1} if slots.get("people") in (None, others) else slots


def _people(item: str) -> int:
    counted = _COUNTED.search(item)
    if counted is not None:
        said = counted["n"].casefold()
        return int(said) if said.isdigit() else _COUNT.get(said) or NUMBERS[said]
    return 2 if _TWICE.search(item) else 1
