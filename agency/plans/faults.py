"""What is wrong with a plan, and where."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from agency.plans.essence import PlanLite


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong. `hop`, `step` and `field` name its place; empty where it is the whole plan."""

    hop: str
    step: str
    field: str
    message: str

    def __str__(self) -> str:
        place = [
            f"hop “{self.hop}”" if self.hop else "",
            f"step {self.step}" if self.step else "",
            self.field,
        ]
        named = ", ".join(part for part in place if part) or "plan"
        return f"{named[0].upper()}{named[1:]}: {self.message}"


def read_plan(data: Mapping[str, Any]) -> tuple[PlanLite | None, list[Fault]]:
    """Read a plan from JSON. Returns it, or None and what is wrong with its form."""
    try:
        return PlanLite.model_validate(data), []
    except ValidationError as error:
        faults = [
            _from_form(fault["loc"], _plain(fault), data)
            for fault in error.errors(include_url=False, include_input=False)
        ]
        return None, faults


def _from_form(loc: Sequence[int | str], message: str, data: Mapping[str, Any]) -> Fault:
    hop = step = ""
    rest, here = list(loc), data
    if rest[:1] == ["hops"] and len(rest) > 1 and isinstance(rest[1], int):
        here, number = data["hops"][rest[1]], rest[1]
        hop, rest = _named(here, "name", f"{number + 1}"), rest[2:]
        if rest[:1] == ["steps"] and len(rest) > 1 and isinstance(rest[1], int):
            step = _named(here["steps"][rest[1]], "id", f"{rest[1] + 1}")
            rest = rest[2:]
    return Fault(hop, step, _field(rest), message)


def _named(here: object, key: str, otherwise: str) -> str:
    name = here.get(key) if isinstance(here, Mapping) else None
    return name if isinstance(name, str) and name else otherwise


def _field(rest: Sequence[int | str]) -> str:
    words = {"parameters": "parameter", "results": "result", "intermediates": "intermediate"}
    tags = {"asset_field", "literal", "discard"}
    parts = [str(part + 1) if isinstance(part, int) else part for part in rest if part not in tags]
    if parts and parts[0] in words:
        parts[0] = words[parts[0]]
    return " ".join(parts)


_PLAIN: dict[str, str] = {
    "missing": "is missing.",
    "extra_forbidden": "there is no such field.",
    "too_short": "must have at least {min_length}, not {actual_length}.",
    "too_long": "must have at most {max_length}, not {actual_length}.",
    "union_tag_invalid": "{tag} is none of {expected_tags}.",
    "union_tag_not_found": "its type is missing.",
}
"""pydantic's kinds of errors, in our words."""


def _plain(fault: ErrorDetails) -> str:
    if (words := _PLAIN.get(fault["type"])) is not None:
        return words.format(**fault.get("ctx", {}))
    message = fault["msg"].removeprefix("Value error, ").rstrip(".")
    return f"{message[0].lower()}{message[1:]}."
