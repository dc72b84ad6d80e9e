"""What people want more or less of on a trip: kinds of sights, names, day trips, pace, beds.

English, German and French.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from missions.trips.phrases import COUNT, DAY_TRIP, LONG_TRIP, PROPER, SAID, any_of, compiled
from ownyou.lib.text import key_of

INTERESTS: dict[str, list[str]] = SAID["interests"]
_CATEGORY = compiled(
    rf"\b(?:{'|'.join(f'(?P<c{n}>{"|".join(words)})' for n, words in enumerate(INTERESTS.values()))})\b"
)
_KIND = rf"(?:{'|'.join(word for words in INTERESTS.values() for word in words)})"
_FEWER = compiled(rf"\b{any_of('fewer')}\s+(?:of\s+)?(?:the\s+)?")
_NONE = compiled(rf"\b{any_of('none')}\s+(?:any\s+|the\s+)?")
_WITH = r"(?:with|by|for|against|durch|gegen|par|contre)"
_FOR_ANOTHER = (
    compiled(
        r"\b(?:replace|swap|exchange|switch|substitute|trade|ersetze?n?|tausche?n?|remplace[rz]?|échange[rz]?)\s+"
        r"(?:out\s+|bitte\s+)?(?:(?:all|alle|tou[st]e?s?|some|of|the|die|les|our|my|unsere)\s+)*"
        rf"(?=[^.;!?]*\b{_WITH}\b)"
    ),
    compiled(
        r"\b(?:instead of|rather than|in place of|(?:an)?statt|anstelle von|au lieu d(?:e|es|['’])"
        r"|plutôt que)\s*(?:the\s+|all\s+|der\s+|den\s+|die\s+|alle\w*\s+|d(?:e|es)\s+)*"
    ),
    compiled(
        r"\b(?:rather|prefer|lieber|eher|plutôt|préf\w+)\b[^.;!?]*?\b(?:than|als|que)\s+(?:(?:the|les|des|de)\s+)?"
    ),
    compiled(
        rf"\b(?:prefer|préf[éè]r\w+)\s+(?:(?:the|more|some|les|des|la|le)\s+)*(?:{_KIND}|les\s+\w+)"
        rf"(?:,?\s+(?:and|or|et|ou)\s+(?:(?:the|les|des)\s+)?{_KIND})*\s+(?:to|over|aux?|à)\s+(?:(?:the|les|la)\s+)?"
    ),
)
"""What stands before kinds that others are wanted for."""

_LAST_OF_ALL = compiled(r"\b(?:durch|gegen)\b[^.;!?]*\b(?:ersetzen|austauschen|tauschen)\b")
"""What stands behind such kinds."""

_CHEAPER_STAY = compiled(
    rf"\b{any_of('cheaper')}\s+(?:\w+\s+)?{any_of('stay')}\b|\b{any_of('stay')}\b[^.;]{{0,20}}\b{any_of('too_dear')}\b"
)
_NICER_STAY = compiled(rf"\b{any_of('nicer')}\s+(?:\w+\s+)?{any_of('stay')}\b")
_SLOWER, _FASTER = compiled(rf"\b{any_of('slower')}\b"), compiled(rf"\b{any_of('faster')}\b")
_LATE, _DIRECT = compiled(rf"\b{any_of('late')}\b"), compiled(rf"\b{any_of('direct')}\b")
_BESIDE = compiled(
    rf"\b(?:add|hinzu\w*|zusätzlich\w*|noch\s+(?:{'|'.join(COUNT)}|{any_of('day_trip')})|ajoute\w*)\b"
    rf"|\b(?:more|weitere[nrs]?|mehr)\s+{any_of('day_trip')}|{any_of('day_trip')}\s+(?:more|mehr|de plus)\b"
)
"""Day trips that come to those there are."""

_NO_TRIP = compiled(
    rf"\b{any_of('none')}\s+(?:(?:a|an|any|the|our|dem|den|die|das|einen|un|une)\s+)?{any_of('day_trip')}\b"
    r"|\b(?:drop|cancel|remove|leave out|streich\w*|supprime\w*|annule\w*)\s+"
    rf"(?:(?:the|our|den|die|l['’])\s*)?{any_of('day_trip')}\b"
)

_LEAVE_OUT = compiled(rf"\b{any_of('leave_out')}\s+(?:{any_of('before_a_name')}\s+)*(?P<name>{PROPER})")
_PUT_IN = compiled(rf"\b{any_of('put_in')}\s+(?:{any_of('before_a_name')}\s+)*(?P<name>{PROPER})")


@dataclass(frozen=True, slots=True)
class Turn:
    """What some words change about a trip. None and empty: they say nothing about it."""

    fewer: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    avoided: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    day_trips: int | None = None
    another: bool = False
    slower: bool = False
    faster: bool = False
    late_start: bool = False
    stay: str = ""
    direct: bool = False

    @property
    def empty(self) -> bool:
        return self == Turn()


def says_beside(word: str) -> bool:
    """Whether a word only says that something comes to what there is: "add"."""
    return _BESIDE.fullmatch(word.strip()) is not None


def read_turn(text: str) -> Turn:
    """What is said about the trip in some words: in the goal, or about a draft."""
    fewer, avoided = _after(_FEWER, text), list(dict.fromkeys([*_after(_NONE, text), *given_up(text)]))
    trips, another = _day_trips(text)
    spoken = [name for name in _categories(text) if name not in {*fewer, *avoided}]
    excluded, wanted = _named(text)
    return Turn(
        fewer=tuple(fewer),
        avoided=tuple(avoided),
        more=tuple(spoken),
        excluded=tuple(excluded),
        wanted=tuple(wanted),
        day_trips=trips,
        another=another,
        slower=bool(_SLOWER.search(text)),
        faster=not _SLOWER.search(text) and bool(_FASTER.search(text)),
        late_start=bool(_LATE.search(text)),
        stay="lower" if _CHEAPER_STAY.search(text) else "higher" if _NICER_STAY.search(text) else "",
        direct=bool(_DIRECT.search(text)),
    )


def _categories(text: str) -> list[str]:
    names = list(INTERESTS)
    found = (match.lastgroup for match in _CATEGORY.finditer(text))
    return list(dict.fromkeys(names[int(group[1:])] for group in found if group))


def category_of(words: str) -> str:
    """The kind of sight or activity that some words name first; empty for none."""
    return next(iter(_categories(words)), "")


def _after(words: re.Pattern[str], text: str) -> list[str]:
    """The categories that stand right behind the words, and those joined to them by "and" or "or"."""
    found: list[str] = []
    for match in words.finditer(text):
        clause = re.match(r"[^.,;!?]*", text[match.end() :])
        said = clause.group() if clause else ""
        first = _CATEGORY.match(said)
        if first is None:
            continue
        end = first.end()
        while (joined := re.match(r"\s+(?:and|or|und|oder|et|ou)\s+", said[end:])) and (
            following := _CATEGORY.match(said[end + joined.end() :])
        ):
            end += joined.end() + following.end()
        found += _categories(said[:end])
    return found


def given_up(text: str) -> list[str]:
    """The categories that others are wanted for: "gardens instead of museums", "museums by parks"."""
    found = [name for words in _FOR_ANOTHER for name in _after(words, text)]
    for match in _LAST_OF_ALL.finditer(text):
        clause = re.split(r"[.,;!?]", text[: match.start()])[-1]
        found += _categories(clause)
    return found


def _day_trips(text: str) -> tuple[int | None, bool]:
    """How many day trips are wanted; `another`: beside those there are."""
    match = DAY_TRIP.search(LONG_TRIP.sub(r"\1", text))
    if match is None:
        return None, False
    if _NO_TRIP.search(text):
        return 0, False
    said = (match["count"] or "a").casefold()
    another = said == "another" or _BESIDE.search(text) is not None
    return (int(said) if said.isdigit() else COUNT.get(said, 1)), another


def _named(text: str) -> tuple[list[str], list[str]]:
    """Names of sights that are ruled out, and that are to be there."""
    out = [match["name"] for match in _LEAVE_OUT.finditer(text)]
    put = [match["name"] for match in _PUT_IN.finditer(text) if match["name"] not in out]
    return out, put


def as_slots(turn: Turn, slots: dict[str, Any]) -> dict[str, Any]:
    """The slots of a trip after a turn: what is wanted now is not too many any more, and vice versa."""
    new = dict(slots)
    new["fewer"] = _joined(slots.get("fewer"), turn.fewer, without=turn.more)
    new["liked"] = _joined(slots.get("liked"), turn.more, without=(*turn.fewer, *turn.avoided))
    new["avoided"] = _joined(slots.get("avoided"), turn.avoided, without=turn.more)
    new["excluded"] = _joined(slots.get("excluded"), turn.excluded, without=turn.wanted)
    new["wanted"] = _joined(slots.get("wanted"), turn.wanted, without=turn.excluded)
    if turn.day_trips is not None:
        there = int(slots.get("day_trips") or 0)
        new["day_trips"] = there + turn.day_trips if turn.another and turn.day_trips else turn.day_trips
    if turn.slower or turn.faster:
        new["pace"] = _paced(str(slots.get("pace") or "normal"), slower=turn.slower)
    new |= {"late_start": True} if turn.late_start else {}
    new |= {"stay_price": turn.stay} if turn.stay else {}
    new |= {"direct": True} if turn.direct else {}
    return {name: value for name, value in new.items() if value not in ([], None)}


def _paced(pace: str, *, slower: bool) -> str:
    order = ["slow", "normal", "full"]
    at = order.index(pace) if pace in order else 1
    return order[max(0, at - 1)] if slower else order[min(2, at + 1)]


def _joined(old: Any, new: tuple[str, ...], *, without: tuple[str, ...]) -> list[str]:
    there = [str(one) for one in old] if isinstance(old, list) else []
    gone = {key_of(one) for one in without}
    return list(dict.fromkeys(one for one in (*there, *new) if key_of(one) not in gone or one in new))
