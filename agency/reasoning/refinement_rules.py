"""Refinements in words, by patterns: directions, what is ruled out, new values, giving up.

English, German and French. Values (dates, people, budgets, places, cuisines) come from the slot grammars;
this module reads directions and decides what replaces what.
"""

from __future__ import annotations

import re
from typing import Any

from agency.reasoning.refinement_words import (
    AFRESH,
    ANY,
    ANY_DAY,
    DEARER_IS_FINE,
    DIRECTIONS,
    GIVE_UP,
    IGNORE,
    NOT,
    NOT_KINDS,
    PREFER,
    RATED,
    SMALL_WORDS,
    THIS_LIMIT,
)
from agency.reasoning.refused_days import days_left, refused_in
from agency.reasoning.shifting import moved_days, moved_time
from agency.reasoning.slots.negation import denied_at
from agency.reasoning.slots.places import locate
from agency.reasoning.slots.spans import blank
from ownyou.lib.text import key_of


def read_refinement(
    text: str, *, slots: dict[str, Any], new_slots: dict[str, Any], titles: list[str]
) -> dict[str, Any]:
    """Return the fields of a `Refinement` for what was said."""
    if GIVE_UP.match(text):
        return {"give_up": True}
    found: dict[str, Any] = {"slots": {}, "drop": [], "exclude": [], "exclude_titles": [], "prefer": []}
    if _is_place_again(slots, new_slots):
        new_slots = {name: value for name, value in new_slots.items() if name != "place"}
        found["distance"] = "usual"
    found |= _directions(DEARER_IS_FINE.sub(" ", text))
    if _says_directions_only(text):
        new_slots = {name: value for name, value in new_slots.items() if name != "product"}
    found |= _loosened(text)
    found["prefer"] = [name for name, pattern in PREFER.items() if pattern.search(text)]
    found["ignore_tastes"] = bool(IGNORE.search(text))
    limit_said = THIS_LIMIT.search(text) is not None
    whole, left = text, days_left(text, slots.get("date"))
    if left is not None:
        text = blank(text, refused_in(text))
        if days_left(whole, new_slots.get("date")) == "":  # "any day but Friday" names no Friday
            new_slots = {name: value for name, value in new_slots.items() if name != "date"}
    without_it = THIS_LIMIT.sub(" ", text)  # "without this limit" rules no option out
    found["exclude_titles"] = _titles_ruled_out(without_it, titles, new_slots)
    found["exclude"] = _kinds_ruled_out(without_it, new_slots, found)
    found["slots"] = {
        name: value
        for name, value in new_slots.items()
        if not name.startswith("exclude_") and value != slots.get(name) and name != "price_level"
    }
    moved = {"time": moved_time(text, slots, new_slots), "date": moved_days(text, slots)}
    found["slots"] |= {name: value for name, value in moved.items() if value is not None}
    found["drop"] = _dropped(slots, found["exclude"])
    if left is not None and "date" not in found["slots"]:
        found["slots"] |= {"date": left} if left else {}
        found["drop"] += [] if left else ["date"]
    if slots.get("date") and "date" not in found["slots"] and ANY_DAY.search(text):
        found["drop"].append("date")
    if slots.get("time") and "time" not in found["slots"] and found.get("hours") and not limit_said:
        found["drop"].append("time")
    return found


def _says_directions_only(text: str) -> bool:
    """Whether nothing is left beside directions: "faster delivery" names no other thing to buy."""
    rest = text
    for pattern in (IGNORE, *PREFER.values(), *(pattern for _field, _way, pattern in DIRECTIONS)):
        rest = pattern.sub(" ", rest)
    return rest != text and not set(key_of(rest).split()) - SMALL_WORDS


def read_otherwise(words: str) -> bool:
    """Whether a quality is a direction or a wish that is known by name ("better reviews", "trusted shop")."""
    patterns = (*PREFER.values(), *(pattern for _field, _way, pattern in DIRECTIONS))
    return any(pattern.fullmatch(words) for pattern in patterns)


def _directions(text: str) -> dict[str, str]:
    """The directions said, the first of each field; "nothing fancy" is the opposite of "fancy"."""
    found: dict[str, str] = {}
    for field, direction, pattern in DIRECTIONS:
        hit = pattern.search(text)
        if hit and field not in found:
            denied = direction == "higher" and denied_at(text, hit.start())
            found[field] = "lower" if denied else direction
    return found


def _loosened(text: str) -> dict[str, Any]:
    """Limits that are taken back, all or by field, and a floor of ratings that replaces the former."""
    found: dict[str, Any] = {field: "any" for field, pattern in ANY.items() if pattern.search(text)}
    if AFRESH.search(text):
        found["afresh"] = True
    if figure := RATED.search(text):
        said = figure["rated"] or figure["least"] or figure["stars"]
        found["min_rating"] = float(said.replace(",", "."))
    return found


def _is_place_again(slots: dict[str, Any], new_slots: dict[str, Any]) -> bool:
    """ "In Rome" (or "in Rom") where Rome is searched already: no further away than at first."""
    said, before = str(new_slots.get("place") or ""), str(slots.get("place") or "")
    if not said or key_of(said) == key_of(before):
        return bool(said)
    there = locate(before) if before and "," not in said + before else None
    found = locate(said, there.country) if there else None
    return bool(there and found and (found.lat, found.lon) == (there.lat, there.lon))


def without_refused_titles(text: str, titles: list[str]) -> str:
    """The text with the options that are named in full behind a "not" made unreadable.

    A name may be made of words that mean something: "anywhere but Osteria dei Gatti" rules out no kitchen.
    """
    starts = [hit.start("what") for hit in NOT.finditer(text)]
    named = [
        found.span()
        for title in titles
        if " " in title and (found := re.search(re.escape(title), text, re.IGNORECASE))
        if any(found.start() - len("das ") <= start <= found.end() for start in starts)
    ]
    return blank(text, named)


def _titles_ruled_out(text: str, titles: list[str], new_slots: dict[str, Any]) -> list[str]:
    """The options that are named behind a "not", in full or by a part of a name ("without Chez Marcel").

    One word names an option only where it is of no kind, and of one option alone.
    """
    said = key_of(text)
    hits = list(NOT.finditer(text))
    whole = [title for title in titles if hits and key_of(title) in said]
    if whole or any(name.startswith("exclude_") for name in new_slots):
        return whole
    found: list[str] = []
    for name in filter(None, (_name_behind(text, hit) for hit in hits)):
        of_it = [title for title in titles if f" {name} " in f" {key_of(title)} "]
        alone = len(of_it) == 1 and SOLD_BY not in of_it[0]  # of what a shop sells it may be the make
        found += of_it if " " in name or alone else []
    return list(dict.fromkeys(found))


SOLD_BY = " · "
_NAME = re.compile(r"(?<=\s)[A-ZÀ-Ý][\w'’&-]{2,}(?:\s+(?:[a-zà-ÿ]{1,3}\s+)?[A-ZÀ-Ý][\w'’&-]*)*")


def _name_behind(text: str, hit: re.Match[str]) -> str:
    """The name behind a "not", folded; empty where none stands there."""
    name = _NAME.search(text, hit.start() + 1)
    return key_of(name.group()) if name and name.start() <= hit.start("what") + len("das ") else ""


def _kinds_ruled_out(text: str, new_slots: dict[str, Any], found: dict[str, Any]) -> list[str]:
    kinds: list[str] = []
    for name, value in new_slots.items():
        if name.startswith("exclude_"):
            kinds += [str(item) for item in (value if isinstance(value, list) else [value])]
    if kinds or found["exclude_titles"]:
        return list(dict.fromkeys(kinds))
    for hit in NOT.finditer(text):
        first = hit["what"].split()[0].casefold()
        if first not in NOT_KINDS:
            kinds.append(hit["what"].split()[0] if hit["what"][0].isupper() else first)
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
