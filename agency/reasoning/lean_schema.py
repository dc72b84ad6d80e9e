"""The JSON schema of an answer, without what only costs a model tokens: titles, and defaults of nothing."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

NAMED = frozenset({"properties", "$defs"})
"""Keywords whose keys are names of ours, among which may be “title”."""


def schema_of(shape: type[BaseModel]) -> dict[str, Any]:
    """The JSON schema that an answer of this shape must fit."""
    lean: dict[str, Any] = _lean(shape.model_json_schema())
    return lean


def _lean(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_lean(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: _lean(one) for name, one in value.items()} if key in NAMED else _lean(value)
        for key, value in schema.items()
        if not (key == "title" and isinstance(value, str)) and not (key == "default" and value is None)
    }
