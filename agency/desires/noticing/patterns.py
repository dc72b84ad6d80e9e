"""What is repeated: the signals of one thing that was seen, and the wish that speaks from many. Pure."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from agency.reasoning import value_words
from agency.reasoning.person_names import given_names
from agency.reasoning.slots import SlotContext, SlotSpec, extract_slots
from memory.lexemes import words_of
from ownyou.lib.text import key_of

FACETS: Final = ("cuisine", "genre", "product", "bill", "topic", "place", "kind")
"""What can be repeated, the narrowest first: of the same evidence, the first makes the desire."""
_SLOTS: Final = ("cuisine", "genre", "product", "bill", "place")
_TOPICAL: Final = frozenset({"open_goal", "research", "other", ""})
_KNOWN: Final = frozenset({"cuisine", "genre", "bill", "kind"})
"""What comes as a key of rules or types; the others are words of the person."""
MOST_TOPICS = 5
_CUISINE, _NO_MATTER = SlotSpec(name="cuisine", type="cuisine"), datetime(2026, 1, 1)
_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
_QUOTES = str.maketrans("", "", '“”„«»"')
_WORD = re.compile(r"[^\W\d_][\w’'-]{2,}")
_ADDRESS = re.compile(r"\S+@\S+|\b(?:https?://|www\.)\S+", re.IGNORECASE)
_GENERIC, _EMPTY = (frozenset(_WORDS[name].split()) for name in ("generic", "empty"))
_SOMEBODY = re.compile(rf"\b(?:{'|'.join(_WORDS['towards'].split())})\s+(?=([^\W\d_]+))", re.IGNORECASE)
_MANNERS = {name: frozenset(words.split()) for name, words in _WORDS["manners"].items()}


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing that could be repeated: `key` compares, `label` is shown."""

    facet: str
    key: str
    label: str

    @property
    def name(self) -> str:
        """What the pattern of this signal is found by."""
        return f"{self.facet}:{self.key}"


@dataclass(frozen=True, slots=True)
class Wording:
    """The wish that speaks from a pattern."""

    title: str
    description: str
    every: str


def signals_of_mission(value: Mapping[str, Any], *, home: str = "") -> list[Signal]:
    """The signals of a mission that was completed, from what memory keeps of it."""
    kind, slots = str(value.get("mission_type", "")), value.get("slots") or {}
    found = [signal for name in _SLOTS for signal in _of_slot(name, slots.get(name), home)]
    if kind in _TOPICAL:
        return found + topics_of(str(value.get("goal", "")))
    return [*found, Signal("kind", kind, kind.replace("_", " "))]


def signals_of_goal(goal: str) -> list[Signal]:
    """The signals of a goal in words, of which no more is known: kitchens, and what it may be about."""
    found = extract_slots(goal, [_CUISINE], SlotContext(ref=_NO_MATTER, zone="UTC")).get("cuisine")
    signals = _of_slot("cuisine", found.value, "") if found else []
    return signals or topics_of(goal)


def _of_slot(name: str, value: Any, home: str) -> list[Signal]:
    values = value[:1] if isinstance(value, list) else [value]
    words = [one for one in values if isinstance(one, str) and one.strip()]
    if name == "place":
        words = [one for one in words if key_of(one.split(",")[0]) != key_of(home)]
    return [Signal(name, key_of(one.replace("_", " ")), one.replace("_", " ")) for one in words]


def topics_of(text: str) -> list[Signal]:
    """The words that a text may be about, in their order; no part of an address is, and nobody who is mailed,
    told or invited by it."""
    found: dict[str, str] = {}
    people = {key_of(name) for name in _SOMEBODY.findall(text) if name.casefold() in given_names()}
    for word in _WORD.findall(_ADDRESS.sub(" ", text)):
        key = key_of(word)
        if key not in _GENERIC and key not in people and words_of(word):
            found.setdefault(key, word)
    return [Signal("topic", key, label) for key, label in list(found.items())[:MOST_TOPICS]]


def wording_of(signal: Signal) -> Wording:
    """What may be wished for where a signal comes again and again."""
    label = value_words.in_words(signal.label) if signal.facet in _KNOWN else signal.label
    what = {"what": capfirst(label) if signal.facet == "cuisine" else label}
    title, look_for, every = {
        "cuisine": (_("%(what)s restaurants that are new to you"), _("new %(what)s restaurants"), "month"),
        "genre": (_("News about %(what)s events"), _("news about %(what)s events"), "week"),
        "product": (_("Prices of %(what)s"), _("prices of %(what)s"), "week"),
        "bill": (_("Cheaper %(what)s"), _("cheap %(what)s tariffs"), "month"),
        "topic": (_("News about %(what)s"), _("news about %(what)s"), "week"),
        "place": (_("News from %(what)s"), _("news from %(what)s"), "month"),
        "kind": (_("Ideas for: %(what)s"), _("ideas for %(what)s"), "month"),
    }[signal.facet]
    return Wording(title % what, described(look_for % what), every)


def described(look_for: str) -> str:
    """What is to be done for a wish, in words that a plan can be made of with the tools there are. What to
    look for is quoted: its own words ask for no tool."""
    what = look_for.translate(_QUOTES)
    return _("Search the web for “%(what)s” and make a list of what you find") % {"what": what}


def subject_of(text: str, stems: Callable[[str], Sequence[str]]) -> frozenset[str]:
    """The stems of the words that say what a wish is about, by `stems` (a function of one word)."""
    return frozenset(stem for word in words_of(text) if word not in _EMPTY for stem in stems(word))


def manner_of(text: str) -> str:
    """What is to be done about the subject of a wish: learn it, follow it, or (empty) something else."""
    words = set(key_of(text).split())
    return next((name for name, known in _MANNERS.items() if words & known), "")
