"""A tool as planning sees it: what goes in, what comes out, and how it is asked for.

Made of the declaration (`trust.tools.ToolSpec`). It can be written into a question for a model; what cannot
(the declaration's own check of values) stays with it in this process.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Any

from django.utils.translation import gettext as _
from pydantic import (
    BaseModel,
    Field,
    JsonValue,
    PrivateAttr,
    SerializerFunctionWrapHandler,
    ValidationError,
    computed_field,
    model_serializer,
)

from agency.plans.schema import Schema, items_of, json_type, json_types, variants
from agency.plans.types import Type, known, parse_type
from ownyou.lib.prepared import prepared_cursor
from trust.models import ToolSwitch, User
from trust.tools import AnyTool, Kind, Risk, tools_of

_BY_FORMAT = {"date-time": "datetime", "uri": "url", "email": "address", "date": "date", "time": "time"}
_BY_JSON = {"string": "string", "number": "number", "integer": "number", "boolean": "boolean"}


USUAL = {"costs": False, "enabled": True, "failures": 0}
UNREAD = frozenset({*USUAL, "verbs", "idempotent", "untrusted"})
"""What says something to a model only where it is not as usual, or never."""


class ToolView(BaseModel):
    """One tool. `parameters` and `results` are JSON schemas of objects; `enabled`: not switched off here;
    `failures`: how often it did not work lately (`agency.plans.failing`)."""

    name: str
    title: str
    description: str
    kind: Kind
    verbs: tuple[str, ...] = ()
    parameters: dict[str, Any] = Field(default_factory=dict, exclude=True)
    results: dict[str, Any] = Field(default_factory=dict, exclude=True)
    consumes: dict[str, str] = Field(default_factory=dict, exclude=True)
    produces: dict[str, str] = Field(default_factory=dict, exclude=True)
    idempotent: bool = False
    costs: bool = False
    untrusted: bool = False
    shortens: bool = Field(False, exclude=True)
    enabled: bool = True
    failures: int = 0
    _spec: AnyTool | None = PrivateAttr(None)

    @cached_property
    def required(self) -> frozenset[str]:
        """The parameters that must be mapped."""
        return frozenset(self.parameters.get("required", ()))

    @cached_property
    def takes(self) -> dict[str, Type]:
        """The type of each parameter, as declared or as its schema tells; untyped ones are left out."""
        named = self.parameters.get("properties", {})
        found = {name: _typed(self.consumes.get(name), named[name], self.parameters) for name in named}
        return {name: type_ for name, type_ in found.items() if type_ is not None}

    @cached_property
    def gives(self) -> dict[str, Type]:
        """The type of each result."""
        named = self.results.get("properties", {})
        found = {name: _typed(self.produces.get(name), named[name], self.results) for name in named}
        return {name: type_ for name, type_ in found.items() if type_ is not None}

    @model_serializer(mode="wrap")
    def _in_brief(self, dumped: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """What a model needs to choose it and map its ends: no phrases for the rules, no flags as usual."""
        whole = dumped(self)
        unusual = {name for name, usual in USUAL.items() if whole.get(name, usual) != usual}
        return {name: value for name, value in whole.items() if name in unusual or name not in UNREAD}

    @computed_field
    def inputs(self) -> dict[str, str]:
        """The parameters for a model to read: type, and whether they must be given."""
        named = self.parameters.get("properties", {})
        return {
            name: f"{self.takes.get(name, 'anything')}{', required' if name in self.required else ''}"
            for name in named
        }

    @computed_field
    def outputs(self) -> dict[str, str]:
        """The results for a model to read: their types, with the names of their fields."""
        return {name: f"{type_}{self._fields_of(name)}" for name, type_ in self.gives.items()}

    def _fields_of(self, result: str) -> str:
        schema = self.results.get("properties", {}).get(result, {})
        if json_types(schema, self.results) - {"null"} == {"array"}:
            schema = items_of(schema, self.results)
        names = [name for one in variants(schema, self.results) for name in one.get("properties", {})]
        return f" ({', '.join(dict.fromkeys(names))})" if names else ""

    @property
    def title_words(self) -> str:
        """Its title in the language of who reads it; the title itself is what is kept and compared."""
        return _(self.title)

    @property
    def by_words(self) -> bool:
        """Whether a planner may choose it by its words."""
        return self._spec is None or self._spec.by_words

    @property
    def when_asked(self) -> bool:
        """Whether it is planned for only where words ask for it; what needs nothing would fit everything."""
        return not self.required or (self._spec is not None and self._spec.when_asked)

    @property
    def acts(self) -> bool:
        """Whether it changes the world."""
        return self.kind is not Kind.READ

    @property
    def keeps(self) -> bool:
        """Whether something is left of it that lasts: it acts, or makes a file."""
        return self.acts or any(given.base == "file" for given in self.gives.values())

    def counting(self, failures: int) -> ToolView:
        """The same tool, known to have failed lately."""
        return self.model_copy(update={"failures": failures})

    def wants_list(self, name: str) -> bool:
        """Whether a parameter takes a list and nothing else."""
        return "array" in self.json_of(name) and not self.json_of(name) & {"string", "object"}

    def json_of(self, name: str) -> frozenset[str]:
        """The JSON types that a parameter takes."""
        return json_types(self.parameters["properties"][name], self.parameters)

    def refusal(self, name: str, value: JsonValue) -> str:
        """What the tool's own schema has against `value` for this parameter; empty when it fits.

        A value that is checked together with others (one date after another) is seen only at run time.
        """
        if self._spec is None:
            fits = _json_fits(value, self.json_of(name))
            return "" if fits else f"should be {' or '.join(sorted(self.json_of(name)))}"
        try:
            self._spec.arguments.model_validate({name: value})
        except ValidationError as error:
            for fault in error.errors(include_url=False, include_input=False):
                if fault["loc"][:1] == (name,):
                    return fault["msg"].removeprefix("Value error, ").rstrip(".")
        return ""

    def risk_with(self, known: Mapping[str, JsonValue]) -> Risk:
        """The risk of a use of which only the arguments `known` are known yet: a medium one where that is not
        enough to tell."""
        if self._spec is None or not callable(self._spec.risk):
            return self._spec.risk if self._spec and isinstance(self._spec.risk, str) else Risk.NONE
        try:
            return self._spec.risk(self._spec.arguments.model_construct(**known))
        except (AttributeError, TypeError, ValueError, KeyError):
            return Risk.MEDIUM


def _typed(declared: str | None, schema: Schema, root: Schema) -> Type | None:
    """The type of one parameter or result. A list in the schema is a list, however it was declared."""
    types = json_types(schema, root) - {"null"}
    many = types == {"array"}
    if declared is not None:
        said = parse_type(declared)
        return Type(said.base, said.sense, said.many or many)
    inner = items_of(schema, root) if many else schema
    base = _base(json_types(inner, root) - {"null"})
    if base is None:
        return None
    formats = (variant.get("format", "") for variant in variants(inner, root))
    sense = next((_BY_FORMAT[name] for name in formats if name in _BY_FORMAT), "")
    return Type(base, sense, many)


def _base(types: frozenset[str]) -> str | None:
    if types == {"object"}:
        return "object"
    named = {_BY_JSON.get(name) for name in types}
    if len(named) == 1:
        return named.pop()
    return "primitive" if named and None not in named else None


def _json_fits(value: JsonValue, types: frozenset[str]) -> bool:
    found = json_type(value)
    return found in types or (found == "integer" and "number" in types)


def view_of(spec: AnyTool, *, enabled: bool = True) -> ToolView:
    """Return the view of a declared tool."""
    view = ToolView(
        name=spec.name,
        title=str(spec.title),
        description=str(spec.description),
        kind=spec.kind,
        verbs=spec.verbs,
        parameters=_schema_of(_shape(spec.arguments)),
        results=_schema_of(_shape(spec.result)),
        consumes=dict(spec.consumes),
        produces=dict(spec.produces),
        idempotent=spec.idempotent,
        costs=spec.costs,
        untrusted=spec.untrusted,
        shortens=spec.shortens,
        enabled=enabled,
    )
    view._spec = spec
    return view


def _shape(declared: type[Any]) -> type[BaseModel]:
    """A tool's arguments or result, typed: its declaration is generic, which a cache cannot take."""
    return declared


@lru_cache(maxsize=1_000)
def _schema_of(model: type[BaseModel]) -> Schema:
    """The JSON schema of a shape; a millisecond to make, and the same as long as the process lives."""
    return model.model_json_schema()


def views_of(tools: Iterable[AnyTool | ToolView]) -> dict[str, ToolView]:
    """Tools by name, each as planning sees it."""
    views = [tool if isinstance(tool, ToolView) else view_of(tool) for tool in tools]
    return {view.name: view for view in views if _known_types(view)}


def _known_types(view: ToolView) -> bool:
    """Whether every type that it declares exists; a tool of an unregistered type cannot be planned with."""
    written = (*view.consumes.values(), *view.produces.values())
    return all(known(name) for name in written)


def toolbox(user: User, *, by_words: bool = True) -> list[ToolView]:
    """The tools that there are for a person; switched-off ones are marked. `by_words`: only those that a
    planner may choose by their words."""
    with prepared_cursor() as cursor:
        cursor.execute(_OFF)
        off = {tool for (tool,) in cursor.fetchall()}
    return [
        view_of(spec, enabled=spec.name not in off)
        for spec in tools_of(user)
        if spec.by_words or not by_words
    ]


_OFF = f"SELECT tool FROM {ToolSwitch._meta.db_table} WHERE NOT enabled"
