"""The schema that a server gives for a tool's arguments: it may describe them, and make us do nothing.

A reference to another address would be fetched, from inside of this network; a pattern may take longer than
anybody lives, and so may references that each lead to two more. So references lead only within the schema and
are followed so many times, and patterns are left to the server to check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

import jsonschema
from jsonschema.protocols import Validator
from jsonschema.validators import extend, validator_for
from referencing import Registry
from referencing.exceptions import Unresolvable

REFERENCES: Final = ("$ref", "$dynamicRef", "$recursiveRef")
MOST_FOLLOWED = 10_000
"""References that are followed to check one value: about a second."""
LEFT_OUT: Final = {"pattern": str, "patternProperties": dict, "$schema": str}
"""Keywords with regular expressions, and the one with which a part asks for other rules than the whole."""
DEPENDENT: Final = frozenset({"additionalProperties", "unevaluatedProperties"})
"""Keywords that mean another thing without `patternProperties`."""
VALUES: Final = frozenset({"enum", "const"})
"""Keywords whose values are compared as they are."""

type Rule = Callable[[Any, Any, Any, Any], Iterator[jsonschema.ValidationError] | None]


class Unreadable(ValueError):
    """The schema is none, or leads outside of itself or round in circles."""


class Checker:
    """Checks values against one schema. Raises `Unreadable` for a schema that cannot be used."""

    def __init__(self, schema: dict[str, Any]) -> None:
        kind: type[Validator] = validator_for(schema, default=jsonschema.Draft202012Validator)
        plain = without_patterns(schema)
        try:
            kind.check_schema(plain)
        except (jsonschema.SchemaError, RecursionError) as error:
            raise Unreadable from error
        self._followed = 0
        known: dict[str, Rule] = dict(kind.VALIDATORS)
        counted = {name: self._counted(known[name]) for name in REFERENCES if name in known}
        self._validator = extend(kind, counted)(plain, registry=Registry())

    def fault(self, value: Any) -> jsonschema.ValidationError | None:
        """What is held against `value`, the plainest first; None where it fits. Raises `Unreadable`."""
        self._followed = 0
        try:
            return jsonschema.exceptions.best_match(self._validator.iter_errors(value))
        except (Unresolvable, RecursionError) as error:
            raise Unreadable from error

    def _counted(self, rule: Rule) -> Rule:
        def follow(*given: Any) -> Iterator[jsonschema.ValidationError] | None:
            self._followed += 1
            if self._followed > MOST_FOLLOWED:
                raise Unreadable
            return rule(*given)

        return follow


def without_patterns(schema: Any) -> Any:
    """A schema without regular expressions, also where only a reference leads to one, and so without what
    depends on them."""
    if isinstance(schema, list):
        return [without_patterns(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    loose = isinstance(schema.get("patternProperties"), dict)
    found = {name: (part, without_patterns(part)) for name, part in schema.items()}
    return {
        name: plain
        for name, (part, plain) in found.items()
        if not (loose and name in DEPENDENT)
        and not (name in LEFT_OUT and isinstance(part, LEFT_OUT[name]))
        and not (name in VALUES and plain != part)
    }
