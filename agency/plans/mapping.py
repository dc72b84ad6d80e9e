"""What a parameter's mapping gives, and whether that fits the parameter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agency.plans.essence import AssetField, AssetLite
from agency.plans.order import Order
from agency.plans.schema import Schema, at_path, items_of, json_types, one_of_list, schema_of
from agency.plans.toolview import ToolView
from agency.plans.types import Type, fits


class Unfit(Exception):
    """A mapping gives nothing; the message says why."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a mapping gives. `type` is None for what a path found; `json`: the JSON types of one element."""

    name: str
    type: Type | None
    json: frozenset[str]
    many: bool


def given_by(order: Order, mapping: AssetField, views: Mapping[str, ToolView]) -> Given:
    """Return what an asset, or the path in it, gives. Raises `Unfit` for a path that leads nowhere."""
    asset = order.declared[mapping.state_asset]
    many = asset.typed.many
    if not mapping.path:
        whole = Type("object") if asset.collection_type == "map" else asset.typed.one
        return Given(asset.name, whole, whole.kind.json, many)
    path, one = mapping.path, one_of_list(mapping.path) if many else None
    if one is not None:
        many, path = False, one[1]
    if not path:
        whole = asset.typed.one
        return Given(f"{asset.name}.{mapping.path}", whole, whole.kind.json, many)
    schema, root = _known_schema(order, asset, views)
    if not schema:
        raise Unfit(f"“{asset.name}” ({asset.type}) has no known fields, so “{mapping.path}” leads nowhere.")
    found, part = at_path(schema, path, root)
    if found is None:
        raise Unfit(f"“{asset.name}” ({asset.type}) has no “{part}” at “{mapping.path}”.")
    types = json_types(found, root)
    if types - {"null"} == {"array"}:
        many, types = True, json_types(items_of(found, root), root)
    return Given(f"{asset.name}.{mapping.path}", None, types, many)


def _known_schema(order: Order, asset: AssetLite, views: Mapping[str, ToolView]) -> tuple[Schema, Schema]:
    """What is known of the fields of (one element of) an asset, with the schema that it refers to."""
    value = asset.value
    if value is not None:
        one = value[0] if asset.typed.many and isinstance(value, list) and value else value
        said = schema_of(one)
        return (said, said) if said.get("type") in ("object", "array") else ({}, {})
    if schema := asset.typed.kind.schema:
        return schema, schema
    maker = order.maker(asset.name)
    if maker is None:
        return {}, {}
    step = order.step_at(maker)
    view = views.get(step.tool)
    result = next(
        (n for n, to in step.results.items() if to.type == "asset_field" and to.state_asset == asset.name), ""
    )
    made = view.results.get("properties", {}).get(result) if view else None
    if not made or view is None:
        return {}, {}
    if json_types(made, view.results) - {"null"} == {"array"}:
        made = items_of(made, view.results)
    if not json_types(made, view.results) & {"object", "array"}:
        return {}, {}
    return made, view.results


def misfit(view: ToolView, name: str, given: Given) -> str:
    """Why `given` cannot go into a parameter; empty when it can."""
    wanted = view.takes.get(name)
    if wanted is None:
        return ""
    if given.type is not None:
        fine = fits(given.type, wanted.one)
        return "" if fine else f"it takes {wanted.one}, but “{given.name}” is {given.type}."
    if wanted.base == "config":
        return "a credential must come from a config asset."
    if _json_fits(given.json, _json_of_one(view, name)):
        return ""
    return f"it takes {wanted.one}, but “{given.name}” is {' or '.join(sorted(given.json - {'null'}))}."


def _json_of_one(view: ToolView, name: str) -> frozenset[str]:
    """The JSON types of one element of what a parameter takes."""
    schema = view.parameters["properties"][name]
    if view.wants_list(name):
        return json_types(items_of(schema, view.parameters), view.parameters)
    return view.json_of(name)


def _json_fits(given: frozenset[str], wanted: frozenset[str]) -> bool:
    """An integer is a number; null is left to the run."""
    if "number" in wanted:
        wanted |= {"integer"}
    if "integer" in wanted and "number" in given:
        wanted |= {"number"}  # 3.0 may be whole: known only when it runs
    return bool((given - {"null"}) & wanted)
