"""What can be read from a JSON schema: the JSON types of a place in it, and whether a path leads anywhere."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

type Schema = Mapping[str, Any]

MOST_DIGITS = 4
"""Of the number of an element."""
ANY: frozenset[str] = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})


def defined(schema: Schema, root: Schema) -> Schema:
    """Follow references (`#/$defs/...`) to the schema itself."""
    while "$ref" in schema:
        here: Any = root
        for part in str(schema["$ref"]).removeprefix("#/").split("/"):
            here = here.get(part, {})
        schema = here
    return schema


def variants(schema: Schema, root: Schema) -> Iterator[Schema]:
    """The schemas that a value may follow: `anyOf`, `oneOf` and `allOf` taken apart."""
    schema = defined(schema, root)
    parts = [*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())]
    if not parts:
        yield schema
    for part in parts:
        yield from variants(part, root)


def json_types(schema: Schema, root: Schema) -> frozenset[str]:
    """The JSON types that a value may have; all of them where the schema does not say."""
    found: set[str] = set()
    for variant in variants(schema, root):
        said = variant.get("type")
        if said is None and "enum" in variant:
            found |= {json_type(value) for value in variant["enum"]}
        elif said is None and "const" in variant:
            found.add(json_type(variant["const"]))
        elif said is None:
            return ANY
        else:
            found |= {said} if isinstance(said, str) else set(said)
    return frozenset(found)


def json_type(value: object) -> str:
    """The JSON type of a value."""
    match value:
        case None:
            return "null"
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case _:
            return "object"


def property_of(schema: Schema, name: str, root: Schema) -> Schema | None:
    """The schema of one property; None where there is none, empty where anything may stand."""
    open_ended = False
    for variant in variants(schema, root):
        if name in variant.get("properties", {}):
            return defined(variant["properties"][name], root)
        more = variant.get("additionalProperties")
        if isinstance(more, Mapping):
            return defined(more, root)
        open_ended = open_ended or (not variant.get("properties") and more is not False)
    return {} if open_ended else None


def items_of(schema: Schema, root: Schema) -> Schema:
    """The schema of the elements of an array; empty where it is not said."""
    for variant in variants(schema, root):
        if "items" in variant:
            return defined(variant["items"], root)
    return {}


def at_path(schema: Schema, path: str, root: Schema) -> tuple[Schema | None, str]:
    """Follow a dotted path. Returns the schema there, or None and the part that does not exist."""
    here: Schema | None = schema
    for part in path.split("."):
        if here is None:
            break
        types = json_types(here, root)
        if part.isdigit() and "array" in types:
            here = items_of(here, root)
        elif part and "object" in types:
            here = property_of(here, part, root)
        else:
            here = None
        if here is None:
            return None, part
    return here, ""


def one_of_list(path: str) -> tuple[int, str] | None:
    """The number of the element that a path on a list begins with, and the rest; None for a path in each."""
    first, _dot, rest = path.partition(".")
    return (int(first), rest) if first.isdecimal() and len(first) <= MOST_DIGITS else None


def schema_of(value: object) -> Schema:
    """A schema that describes one value: its types and fields."""
    match value:
        case dict():
            return {
                "type": "object",
                "properties": {str(name): schema_of(part) for name, part in value.items()},
                "additionalProperties": False,
            }
        case list():
            return {"type": "array", "items": schema_of(value[0]) if value else {}}
        case _:
            return {"type": json_type(value)}
