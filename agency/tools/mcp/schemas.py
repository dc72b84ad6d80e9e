"""The schema that a server gives for a tool's arguments: it may describe them, and make us do nothing.

A reference to another address would be fetched, from inside of this network; a pattern may take longer than
anybody lives. So references lead only within the schema, and patterns are left to the server to check.
"""

from __future__ import annotations

from typing import Any, Final

import jsonschema
from jsonschema.protocols import Validator
from jsonschema.validators import validator_for
from referencing import Registry
from referencing.exceptions import Unresolvable

DATA: Final = frozenset({"default", "enum", "const", "examples"})
"""Keywords whose values are no schemas."""


class Unreadable(ValueError):
    """The schema is none, or leads outside of itself."""


class Checker:
    """Checks values against one schema. Raises `Unreadable` for a schema that cannot be used."""

    def __init__(self, schema: dict[str, Any]) -> None:
        plain = without_patterns(schema)
        kind: type[Validator] = validator_for(plain, default=jsonschema.Draft202012Validator)
        try:
            kind.check_schema(plain)
        except (jsonschema.SchemaError, RecursionError) as error:
            raise Unreadable from error
        self._validator = kind(plain, registry=Registry())

    def fault(self, value: Any) -> jsonschema.ValidationError | None:
        """What is held against `value`, the plainest first; None where it fits. Raises `Unreadable`."""
        try:
            return jsonschema.exceptions.best_match(self._validator.iter_errors(value))
        except (Unresolvable, RecursionError) as error:
            raise Unreadable from error


def without_patterns(schema: Any) -> Any:
    """A schema without regular expressions, and so without what depends on them."""
    if isinstance(schema, list):
        return [without_patterns(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    loose = isinstance(schema.get("patternProperties"), dict)
    left_out = {"patternProperties", "additionalProperties", "unevaluatedProperties"} if loose else set()
    return {
        name: part if name in DATA else without_patterns(part)
        for name, part in schema.items()
        if name not in left_out and not (name == "pattern" and isinstance(part, str))
    }
