"""Wishes in a person's own words, by patterns: what they want to be pursued for them over time.

English, German and French. A wish is an aspiration ("I'd love to learn Italian"), something to be followed
("keep me up to date on Giverny"), or something that is to come again ("every Friday, tell me what is on").
What can be done once and be over ("I want to book a table for Friday") is an errand, not a wish.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from agency.reasoning.sentiment import language_of
from ownyou.lib.text import clean_line, shorten

type Every = Literal["", "day", "week", "month"]
MOST_TITLE: Final = 80
_W = tomllib.loads(Path(__file__).with_name("wish_words.toml").read_text(encoding="utf-8"))


def _any(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _listed(table: str) -> str:
    return _any(pattern for patterns in _W[table].values() for pattern in patterns)


def _behind_the_lead(table: str) -> re.Pattern[str]:
    """Words that stand first behind the lead, small words aside, or anywhere behind it."""
    first = (
        r"(?:to |finally |really |actually |also |eventually |slowly |gradually |properly |just |please )*"
    )
    return _compiled(rf"^(?:{first}{_any(_W[table]['first'])}|.*\b{_any(_W[table]['inside'])})\b")


_some_day = _any(_W["some_day"]["first"])
_joints = _any(_W["joints"]["words"])
_more = _W["more"]
_again = _any(_W["comes_again"]["inside"])
LEAD = _compiled(rf"^(?:(?:{_joints}|so|well|,|{_some_day}),?\s+)*{_listed('lead')}\s*")
FOLLOW = _compiled(rf"\b{_listed('follow')}")
ASPIRES = _behind_the_lead("aspires")
ERRAND = _behind_the_lead("errand")
LASTS = _compiled(rf"\b{_listed('lasts')}\b")
SOME_DAY = _compiled(rf"^{_some_day}\b")
COMES_AGAIN = _compiled(_again)
AGAIN_FIRST = _compiled(rf"^{_again}\s*,?\s*")
_before = rf"^{_any(_W['telling']['before'])}*"
TELLING = _compiled(rf"{_before}{_any(_W['telling']['first'])}\w*\b")
SEEKING = _compiled(rf"{_before}{_any(_W['telling']['seeks'])}\w*(?:\s*{_any(_W['telling']['how'])})*")
DOES_MORE = _compiled(rf"\b{_any(_W['telling']['more'])}")
OF_A_THING = _compiled(rf"\b{_any(_W['telling']['of_a_thing'])}")
KNOWS = _compiled(rf"^{_any(_W['telling']['knows'])}\b\s*,?\s*")
FROM_NOW_ON = _compiled(rf"\b{_listed('from_now_on')}\b")
MORE = _compiled(rf"^{_more['before']} {_any(_more['degree'])} (?:[\w-]+ )?{_any(_more['first'])}")
ONCE = _compiled(rf"\b{_listed('once')}\b")
ASKED = _compiled(rf"^{_listed('asked')}\b")
DENIED = _compiled(rf"^{_any(_W['denied']['first'])}\b|\b{_any(_W['denied']['inside'])}")
WEEKDAY = _compiled(_listed("weekdays"))
CLAUSES = _compiled(
    rf"[.;!?\n]+(?:\s|$)|,?\s+{_joints}\s+(?={_any(_W['joints']['and'])})|,\s+(?={_any(_W['joints']['comma'])})"
)
REMINDER = _compiled(r"^remind\b")
KEEP_ME = _compiled(r"^keep me\b")
HOLD_ME = _compiled(r"^(?:halte?|tiens|tenez)[\s-]+(?:mich|moi)\s+")
ON_AGAIN = _compiled(r"(\s(?:and|or|und|oder|et|ou))\s+(?:about|on|over|über|sur)\s+")
ON = _compiled(r"^(?:(?:on|about|with|of|for|from|over|in|the news|über|sur|de|des|du|d['’])\s+)+")
ME = _compiled(r"^[\s-]*(?:me|us|mir|uns|moi|nous)\b")
FOR_ME = _compiled(r"\s+(?:for (?:me|us)|please|für mich|bitte|pour moi)$")
TO = _compiled(r"^(?:please|bitte|to|zu|de|d['’])\s+")


@dataclass(frozen=True, slots=True)
class WishSaid:
    """One wish as it was said: the clause, what it may be called, what to look for, and how often."""

    quote: str
    title: str
    look_for: str
    every: Every = ""


def may_hold_a_wish(text: str) -> bool:
    """Whether words that wishes are said with stand in a text: cheap, true of what `read_wishes` finds."""
    return any(_cue(clause) for clause in clauses_of(text))


def read_wishes(text: str) -> tuple[list[WishSaid], bool]:
    """The wishes in a text, and whether something else is asked for as well."""
    wishes: list[WishSaid] = []
    rest = False
    for clause in clauses_of(text):
        found = _read(clause)
        if found is not None:
            wishes.append(found)
        else:
            rest = rest or len(clause.split()) > 2
    return wishes, rest


def is_aspiration(words: str) -> bool:
    """Whether bare words ("learning French") name something to strive for."""
    return bool(ASPIRES.match(words)) and not ONCE.search(words)


def clauses_of(text: str) -> Iterator[str]:
    """The parts of a text that can be wishes of their own."""
    for part in CLAUSES.split(text):
        if clause := clean_line(part).strip(" ,.!?;:"):
            yield clause


def every_of(text: str) -> Every:
    """How often something is to come, as the text says; empty where it does not."""
    found = COMES_AGAIN.search(text)
    if found is None:
        return ""
    said = found.group()
    if WEEKDAY.search(said):
        return "week"
    periods: tuple[Every, ...] = ("day", "month", "week")
    return next((every for every in periods if re.search(_any(_W["periods"][every]), said, re.I)), "")


def _cue(clause: str) -> bool:
    return any(pattern.search(clause) for pattern in (LEAD, FOLLOW, COMES_AGAIN, FROM_NOW_ON, MORE))


def _read(clause: str) -> WishSaid | None:
    if ASKED.match(clause) or DENIED.search(clause):
        return None
    if FOLLOW.search(clause) and not ONCE.search(clause):
        return WishSaid(clause, _title(clause), _news_of(clause), every_of(clause) or "week")
    if lead := LEAD.match(clause):
        return _after_lead(clause, clause[lead.end() :])
    if MORE.match(clause) or FROM_NOW_ON.search(clause):
        return WishSaid(clause, _title(clause), _title(clause), every_of(clause))
    told = AGAIN_FIRST.sub("", clause)
    if COMES_AGAIN.search(clause) and (what := _told_again(told)) is not None:
        return WishSaid(clause, _title(told), what, every_of(clause))
    return None


def followed(text: str) -> str:
    """What to look for where a text asks for nothing but that something is followed; else empty."""
    wishes, rest = read_wishes(text)
    if len(wishes) != 1 or rest or ":" in text or DOES_MORE.search(text) or not FOLLOW.search(text):
        return ""
    return wishes[0].look_for


def without_how_often(text: str) -> str:
    """What is wanted, without how often."""
    return clean_line(COMES_AGAIN.sub(" ", text)).strip(" ,")


def _told_again(told: str) -> str | None:
    """What somebody is asked to tell or find out again and again, empty where more is asked than to look for
    it; None where the words ask for neither. How often a thing itself is there ("a gym that is open every
    day") is no such wish."""
    if known := KNOWS.match(told):
        return without_how_often(told[known.end() :])
    if telling := TELLING.match(told):
        return without_how_often(ME.sub("", told[telling.end() :]))
    again, plain = COMES_AGAIN.search(told), without_how_often(told)
    seeking = SEEKING.match(plain)
    if seeking is None or (again and OF_A_THING.search(told, 0, again.start())):
        return None
    return "" if DOES_MORE.search(plain) else plain[seeking.end() :].strip(" ,")


def _news_of(clause: str) -> str:
    """What is to be looked for where something is followed: what stands behind, else all of it."""
    found = FOLLOW.search(clause)
    behind = ON.sub("", clause[found.end() :].strip(" ,")) if found else ""
    behind = ON_AGAIN.sub(r"\1 ", behind)
    return f"news about {FOR_ME.sub('', behind)}" if behind else _title(clause)


def _after_lead(clause: str, wanted: str) -> WishSaid | None:
    if REMINDER.match(clause):
        return None  # what is to be followed was found before; any other reminder is a task
    lasting = SOME_DAY.match(clause) or LASTS.search(wanted)
    aspires = lasting or ASPIRES.match(wanted)
    if aspires is None or ONCE.search(wanted) or (ERRAND.match(wanted) and not lasting):
        return None
    title = _title(wanted)
    if (known := KNOWS.match(without_how_often(wanted))) and every_of(wanted):
        what = without_how_often(wanted)[known.end() :]
        return WishSaid(clause, _title(what) or title, what or title, every_of(wanted))
    how = f"how to {title[:1].lower()}{title[1:]}" if language_of(clause) == "en" else title
    return WishSaid(clause, title, how, every_of(wanted))


def _title(words: str) -> str:
    lead = LEAD.match(words)
    plain = words[lead.end() :] if lead else words
    plain = HOLD_ME.sub("", KEEP_ME.sub("keep", plain))
    plain = TO.sub("", plain.strip(" ,")) or words
    return shorten(plain[:1].upper() + plain[1:], MOST_TITLE)
