"""The types of assets, and which of them fits where.

A type is written `base`, `base:sense` or either with `[]` for a list of them: `webpage[]`, `string:url`. The
base is one of `TYPES`, the sense narrows it (a string that is a web address), and both stand in the
`consumes` and `produces` of tools.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel

LIST = "[]"
TEXT, TOPIC, TITLE = "text", "topic", "title"
"""Senses of strings that planners know: words as they are to be used, what to look for, what to call it."""
WORDS = frozenset({"", TEXT, TOPIC, TITLE})
"""Strings of these senses are plain words; what a topic is called may well be the topic."""

_WRITTEN = re.compile(r"^(?P<base>[a-z][a-z0-9_]*)(?::(?P<sense>[a-z][a-z0-9_]*))?(?P<list>\[\])?$")
_SCALARS = frozenset({"string", "number", "integer", "boolean"})
_THING = frozenset({"object", "string"})


@dataclass(frozen=True, slots=True)
class Kind:
    """A base type: the JSON types that its values have, and its fields where they are known (JSON schema)."""

    json: frozenset[str]
    schema: dict[str, Any] = field(default_factory=dict)


TYPES: dict[str, Kind] = {
    "string": Kind(frozenset({"string"})),
    "number": Kind(frozenset({"number", "integer"})),
    "boolean": Kind(frozenset({"boolean"})),
    "primitive": Kind(_SCALARS),
    "object": Kind(frozenset({"object"})),
    "file": Kind(_THING),
    "database_entity": Kind(_THING),
    "markdown": Kind(frozenset({"string"})),
    "config": Kind(_THING),
    "email": Kind(_THING),
    "webpage": Kind(frozenset({"object"})),
    "search_result": Kind(frozenset({"object"})),
    "pubmed_article": Kind(frozenset({"object"})),
    "newsletter": Kind(_THING),
    "daily_newsletter_recap": Kind(_THING),
}


@dataclass(frozen=True, slots=True)
class Type:
    """A type as written, taken apart. `many`: a list of them."""

    base: str
    sense: str = ""
    many: bool = False

    def __str__(self) -> str:
        return f"{self.base}{':' * bool(self.sense)}{self.sense}{LIST * self.many}"

    @property
    def one(self) -> Type:
        """The type of one element."""
        return Type(self.base, self.sense)

    @property
    def kind(self) -> Kind:
        return TYPES[self.base]


def register_asset_type(name: str, shape: type[BaseModel] | None = None) -> None:
    """Make a base type known that a tool brings; its values are objects with the fields of `shape`.

    Raises `ValueError` for a name that is not an identifier, or one of another shape already.
    """
    match = _WRITTEN.match(name)
    if match is None or match["sense"] or match["list"]:
        raise ValueError(f"{name!r} is not a name for a type")
    kind = Kind(frozenset({"object"}), shape.model_json_schema() if shape else {})
    if TYPES.setdefault(name, kind) != kind:
        raise ValueError(f"there is a type {name} already")


def forget_asset_type(name: str) -> None:
    """Forget a registered type."""
    TYPES.pop(name, None)


def known(name: str) -> bool:
    """Whether `name` is a type as it may be written in a plan."""
    match = _WRITTEN.match(name)
    return match is not None and match["base"] in TYPES


def parse_type(written: str) -> Type:
    """Take a written type apart. Raises `ValueError` when it is not one."""
    match = _WRITTEN.match(written)
    if match is None:
        raise ValueError(f"{written!r} is not a type")
    return Type(match["base"], match["sense"] or "", bool(match["list"]))


def fits(given: Type, wanted: Type) -> bool:
    """Whether one value of type `given` may stand where one of `wanted` is expected (lists aside).

    The same base fits unless their senses contradict each other. Plain words fit Markdown and the other way
    round; a string with a sense (a topic, an address) is not a text, so it does not. A primitive may be any
    scalar, an object anything that has fields.
    """
    if given.base == wanted.base:
        senses = {given.sense, wanted.sense}
        return len(senses) == 1 or "" in senses or senses <= WORDS
    if "config" in (given.base, wanted.base):
        return False
    pair = {given.base, wanted.base}
    if pair == {"string", "markdown"}:
        return all(type_.sense in ("", TEXT) for type_ in (given, wanted))
    if "primitive" in pair:
        return bool((pair - {"primitive"}) & {"string", "number", "boolean"})
    return wanted.base == "object" and "object" in given.kind.json
