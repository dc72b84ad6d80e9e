"""From mappings and the values of assets to a tool's arguments: one set for each time that a step runs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _
from pydantic import JsonValue

from agency.models import Asset
from agency.plans.schema import one_of_list
from agency.plans.toolview import ToolView
from agency.reasoning.signing import signed
from ownyou.lib.crypto import keyed_hash
from ownyou.lib.text import clean_line, shorten

QUOTE, MOST_QUOTES = 4_000, 3
"""Enough to judge what shaped an act: its card folds what is long."""
LISTS = ("array", "set")

type Arguments = dict[str, JsonValue]


class Unresolvable(Exception):
    """A parameter has no value; the message says why."""


@dataclass(slots=True)
class Resolved:
    """The arguments of each run of a step. `in_turns`: over a list, even over one of a single element.

    `tainted`: untrusted text is among them, of which `shaped_by` are quotes.
    """

    arguments: list[Arguments]
    in_turns: bool = False
    tainted: bool = False
    shaped_by: tuple[str, ...] = ()
    assets: list[str] = field(default_factory=list)


def resolve(
    parameters: Mapping[str, Mapping[str, JsonValue]], assets: Mapping[str, Asset], tool: ToolView
) -> Resolved:
    """Return a step's arguments. Raises `Unresolvable` for an asset without a value, or a path in it."""
    fixed: Arguments = {}
    turns: dict[str, list[JsonValue]] = {}
    used: dict[str, Asset] = {}
    for name, mapping in parameters.items():
        if mapping["type"] == "literal":
            fixed[name] = mapping["value"]
            continue
        asset = assets[str(mapping["state_asset"])]
        used[asset.name] = asset
        value, many = _value(asset, mapping.get("path"))
        value = _signed(value, str(mapping.get("signature") or ""))
        if tool.wants_list(name):
            fixed[name] = value if many else [value]
        elif many and isinstance(value, list):
            turns[name] = value
        elif value is not None:
            fixed[name] = value
    tainted = [asset for asset in used.values() if asset.tainted]
    return Resolved(
        arguments=_in_turns(fixed, turns),
        in_turns=bool(turns),
        tainted=bool(tainted),
        shaped_by=tuple(_quote(asset) for asset in tainted[:MOST_QUOTES]),
        assets=list(used),
    )


def _in_turns(fixed: Arguments, turns: Mapping[str, list[JsonValue]]) -> list[Arguments]:
    if not turns:
        return [fixed]
    length = min(len(values) for values in turns.values())
    return [fixed | {name: values[n] for name, values in turns.items()} for n in range(length)]


def _value(asset: Asset, path: JsonValue) -> tuple[JsonValue, bool]:
    """The value of an asset, or of a field in it (of each element of a list), and whether it is a list."""
    if asset.value is None:
        raise Unresolvable(_("“%(name)s” has no value yet.") % {"name": asset.name})
    many = asset.collection in LISTS
    value = _without_repeats(asset.value) if asset.collection == "set" else asset.value
    if not path:
        return value, many
    if many and one_of_list(str(path)) is not None:
        one = _at(asset.name, value, str(path))
        return one, isinstance(one, list)
    found = [_at(asset.name, part, str(path)) for part in (value if many else [value])]
    if any(isinstance(part, list) for part in found):
        return [one for part in found for one in (part if isinstance(part, list) else [part])], True
    return (found, True) if many else (found[0], False)


def _signed(value: JsonValue, signature: str) -> JsonValue:
    """A text with the signature that the plan says, or each text of a list."""
    if not signature:
        return value
    if isinstance(value, list):
        return [_signed(part, signature) for part in value]
    return signed(value, signature) if isinstance(value, str) else value


def _without_repeats(value: list[JsonValue]) -> list[JsonValue]:
    return list({json.dumps(part, sort_keys=True): part for part in value}.values())


def _at(name: str, value: JsonValue, path: str) -> JsonValue:
    for part in path.split("."):
        if isinstance(value, dict) and part in value:
            value = value[part]
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            raise Unresolvable(_("“%(name)s” has no “%(path)s”.") % {"name": name, "path": path})
    return value


def _quote(asset: Asset) -> str:
    said = asset.value if isinstance(asset.value, str) else json.dumps(asset.value, ensure_ascii=False)
    return shorten(clean_line(said), QUOTE)


def fingerprint(user_id: UUID, value: object) -> str:
    """A keyed hash of a value: equal values, equal fingerprints, and nobody can read the value from it."""
    said = json.dumps(value, sort_keys=True, ensure_ascii=False, cls=DjangoJSONEncoder)
    return keyed_hash(user_id, said, purpose="asset").hex()
