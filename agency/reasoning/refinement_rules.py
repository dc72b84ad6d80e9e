"""Refinements in words, by patterns: directions, what is ruled out, new values, giving up.

English, German and French. Values (dates, people, budgets, places, cuisines) come from the slot grammars;
this module reads directions and decides what replaces what.
"""

from __future__ import annotations

import re
from typing import Any

from ownyou.lib.text import key_of

_WORDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("price", "lower"): (
        r"cheap(er|est)?",
        r"less expensive",
        r"(not|less) (so|as|too) (expensive|pricey|dear)",
        r"too (expensive|pricey|dear|much money)",
        r"lower price",
        r"(more )?affordable",
        r"save money",
        r"billiger|günstiger|preiswerter|zu teuer",
        r"moins cher|trop cher",
    ),
    ("price", "higher"): (
        r"more expensive|fancier|fancy|upscale|posh(er)?|splurge|nicer|higher end",
        r"price (is )?no object",
        r"teurer|schicker|plus chic",
    ),
    ("distance", "nearer"): (
        r"closer|nearer|less far|too far( away)?|within walking|walking distance",
        r"not (so|as|too|that) far",
        r"näher|zu weit|plus près|trop loin",
    ),
    ("distance", "further"): (
        r"(further|farther)( away)?",
        r"(a )?wider (area|search)",
        r"anywhere( in town)?",
        r"distance (does not|doesn't) matter",
        r"weiter weg|plus loin",
    ),
    ("rating", "better"): (
        r"better (rated|reviews?|ratings?|quality)",
        r"higher rat(ed|ings?)",
        r"(top|best) rated",
        r"besser bewertet|mieux not[ée]s?",
    ),
}
_DIRECTIONS = [
    (field, direction, re.compile(rf"\b({'|'.join(words)})\b", re.IGNORECASE))
    for (field, direction), words in _WORDS.items()
]

_PREFER = {
    "quiet": re.compile(r"\b(quiet(er)?|calm(er)?|less (loud|noisy)|ruhig(er)?|calme)\b", re.I),
    "outdoor": re.compile(r"\b(outdoors?|outside|terrace|garden|patio|draußen|terrasse)\b", re.I),
    "romantic": re.compile(r"\bromantic|romantisch|romantique\b", re.I),
    "kid friendly": re.compile(r"\b(kid|child|family)[- ]friendly|kinderfreundlich\b", re.I),
    "live music": re.compile(r"\blive music|livemusik\b", re.I),
    "trusted": re.compile(r"\b(trusted|reliable|reputable|known) (retailer|shop|store|seller)s?\b", re.I),
    "green": re.compile(r"\b(green|renewable|eco|ökostrom)( only)?\b", re.I),
    "short": re.compile(r"\b((no long|short(er)?|monthly|no) contract|cancel any ?time)\b", re.I),
    "fast": re.compile(r"\b(faster|quicker|sooner|fast delivery|schneller|plus vite)\b", re.I),
}  # fmt: skip

_NOT = re.compile(
    r"\b(?:not|no|no more|without|anything but|except|other than|nicht|kein(?:e|en)?|pas(?: de| d')?|sans)\s+"
    r"(?P<what>[\w'’-]+(?:\s+[\w'’-]+)?)(?:\s+after all)?",
    re.I,
)
_NOT_KINDS = frozenset(
    [
        "so",
        "too",
        "as",
        "that",
        "this",
        "the",
        "a",
        "an",
        "it",
        "one",
        "very",
        "really",
        "far",
        "expensive",
        "pricey",
        "dear",
        "long",
        "after",
        "more",
        "contract",
        "loud",
        "noisy",
        "sure",
        "know",
        "matter",
    ]
)
_GIVE_UP = re.compile(
    r"^\W*(never ?mind|forget (it|about it)|stop|cancel( it)?|leave it|give up|no thanks?|nothing|drop it|"
    r"vergiss es|lass es|laisse tomber|abbrechen)\W*$",
    re.I,
)
_IGNORE = re.compile(
    r"\b(ignore|forget) (my|the) (usual |learned )?(preferences|limits?|budget)|just this once\b", re.I
)


def read_refinement(
    text: str, *, slots: dict[str, Any], new_slots: dict[str, Any], titles: list[str]
) -> dict[str, Any]:
    """Return the fields of a `Refinement` for what was said."""
    if _GIVE_UP.match(text):
        return {"give_up": True}
    found: dict[str, Any] = {"slots": {}, "drop": [], "exclude": [], "exclude_titles": [], "prefer": []}
    for field, direction, pattern in _DIRECTIONS:
        if pattern.search(text) and field not in found:
            found[field] = direction
    found["prefer"] = [name for name, pattern in _PREFER.items() if pattern.search(text)]
    found["ignore_tastes"] = bool(_IGNORE.search(text))
    found["exclude_titles"] = _titles_ruled_out(text, titles)
    found["exclude"] = _kinds_ruled_out(text, new_slots, found)
    found["slots"] = {
        name: value
        for name, value in new_slots.items()
        if not name.startswith("exclude_") and value != slots.get(name) and name != "price_level"
    }
    found["drop"] = _dropped(slots, found["exclude"])
    return found


def _titles_ruled_out(text: str, titles: list[str]) -> list[str]:
    said = key_of(text)
    negative = _NOT.search(text) is not None
    return [title for title in titles if negative and key_of(title) in said]


def _kinds_ruled_out(text: str, new_slots: dict[str, Any], found: dict[str, Any]) -> list[str]:
    kinds: list[str] = []
    for name, value in new_slots.items():
        if name.startswith("exclude_"):
            kinds += [str(item) for item in (value if isinstance(value, list) else [value])]
    if kinds or found["exclude_titles"]:
        return list(dict.fromkeys(kinds))
    for hit in _NOT.finditer(text):
        first = hit["what"].split()[0].casefold()
        if first not in _NOT_KINDS:
            kinds.append(first)
    return list(dict.fromkeys(kinds))


def _dropped(slots: dict[str, Any], excluded: list[str]) -> list[str]:
    """Slots that wanted exactly what is ruled out now."""
    ruled = {key_of(kind) for kind in excluded}
    dropped = []
    for name, value in slots.items():
        wanted = {key_of(str(item)) for item in (value if isinstance(value, list) else [value])}
        if wanted and wanted <= ruled:
            dropped.append(name)
    return dropped
