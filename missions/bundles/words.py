"""What people change about a bundle in words: a cheaper mouse, another bag, and a dock as well."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from agency.reasoning.unread import clauses_of
from missions.bundles.kinds import kind_named, kinds_in
from missions.bundles.reading import thing_of

_ADD = re.compile(
    r"\b(?:add|also|too|as\s+well|plus|and\s+(?:a|an)|include|dazu|auch|zusätzlich|ajoute[rz]?|aussi)\b",
    re.IGNORECASE,
)
_DROP = re.compile(
    r"\b(?:without|no|not|don['’]?t\s+need|drop|remove|leave\s+out|skip|ohne|keine?n?|sans|pas\s+de|enlève[rz]?)\s+"
    r"(?:(?:a|an|the|any|ein\w*|d\w+|un|une|le|la)\s+)?",
    re.IGNORECASE,
)
_CHEAPER = re.compile(
    r"\b(?:cheaper|less\s+expensive|too\s+(?:dear|expensive)|billiger\w*|günstiger\w*|moins\s+cher\w*)\b",
    re.I,
)
_NICER = re.compile(
    r"\b(?:better|nicer|fancier|more\s+expensive|besser\w*|meilleure?|plus\s+cher\w*)\b", re.I
)
_OTHER = re.compile(
    r"\b(?:another|different|other|bigger|larger|smaller|lighter|ander\w*|größer\w*|kleiner\w*|leichter\w*|autre|plus\s+(?:grande?|petite?))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Change:
    """What some words change, by kinds of things; `phrases` are things in new words ("wireless mouse")."""

    added: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    cheaper: tuple[str, ...] = ()
    nicer: tuple[str, ...] = ()
    another: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether they say nothing of a single thing."""
        return self == Change()


def read_change(words: str, bundle: list[str]) -> Change:
    """What is said about the things of a bundle, or about one more."""
    there = {thing_of(phrase).name for phrase in bundle}
    said = [_in_clause(clause, there) for clause in clauses_of(words)]
    names = ("added", "dropped", "cheaper", "nicer", "another")
    each = {name: tuple(dict.fromkeys(one for some in said for one in getattr(some, name))) for name in names}
    if not any(each.values()):  # a thing in other words: "a wireless mouse"
        each["another"] = tuple(name for name in kinds_in(words) if name in there)
    return Change(**each)


def _in_clause(words: str, there: set[str]) -> Change:
    """What one clause says: "another laptop and a cheaper bag" are two."""
    named = kinds_in(words)
    dropped = tuple(
        kind.name
        for match in _DROP.finditer(words)
        if (kind := kind_named(" ".join(words[match.end() :].split()[:3]))) is not None and kind.name in there
    )
    known = tuple(name for name in named if name in there and name not in dropped)
    added = tuple(name for name in named if name not in there) if _ADD.search(words) else ()
    if _CHEAPER.search(words):
        return Change(added, dropped, cheaper=known)
    if _NICER.search(words):
        return Change(added, dropped, nicer=known)
    return Change(added, dropped, another=known if _OTHER.search(words) else ())


def as_slots(change: Change, slots: dict[str, Any]) -> dict[str, Any]:
    """The slots of a bundle after a change."""
    bundle = [str(one) for one in slots.get("bundle") or []]
    first = thing_of(bundle[0]).name if bundle else ""
    kept = [one for one in bundle if thing_of(one).name == first or thing_of(one).name not in change.dropped]
    new = {**slots, "bundle": [*kept, *change.added]}
    new["cheaper"] = _moved(slots.get("cheaper"), change.cheaper, change.nicer)
    new["nicer"] = _moved(slots.get("nicer"), change.nicer, change.cheaper)
    new["another"] = [*(slots.get("another") or []), *change.another]
    return {name: value for name, value in new.items() if value != []}


def _moved(old: Any, new: tuple[str, ...], gone: tuple[str, ...]) -> list[str]:
    there = [str(one) for one in old] if isinstance(old, list) else []
    return list(dict.fromkeys(one for one in (*there, *new) if one not in gone))


def in_words(change: Change) -> list[str]:
    """What a change says, as the person reads it."""
    said = [_("a cheaper %(thing)s") % {"thing": one} for one in change.cheaper]
    said += [_("a better %(thing)s") % {"thing": one} for one in change.nicer]
    said += [_("another %(thing)s") % {"thing": one} for one in change.another]
    said += [_("without the %(thing)s") % {"thing": one} for one in change.dropped]
    return said + [_("with a %(thing)s as well") % {"thing": one} for one in change.added]
