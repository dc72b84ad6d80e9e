"""What a server says of a tool's arguments is data: it opens nothing, and takes no time to speak of."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

import pytest
from mcp.types import Tool
from pydantic import ValidationError

from agency.tools.mcp.offered import arguments_model
from agency.tools.mcp.schemas import without_patterns
from agency.tools.mcp.servers import is_usable
from tests.fakes.http_server import FakeServer, Reply


def model(schema: dict[str, Any]) -> Any:
    return arguments_model(json.dumps(schema), {"schema": schema})


def test_a_reference_to_an_address_is_not_opened(tmp_path: Any) -> None:
    inside = tmp_path / "inside.json"
    inside.write_text('{"type": "string"}')
    with FakeServer() as server:
        server.will_say(Reply.of({"type": "string"}))
        for where in (f"{server.url}/inside", inside.as_uri()):
            for schema in (
                {"type": "object", "properties": {"x": {"$ref": where}}},
                {"$schema": where, "type": "object", "properties": {"x": {"type": "string"}}},
                {"$id": where, "type": "object", "properties": {"x": {"$ref": "#/$defs/none"}}},
            ):
                with suppress(ValidationError):
                    model(schema).model_validate({"x": "a"})
        assert server.asked == []


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"x": {"type": "string", "pattern": "^(a+)+$"}}},
        {"type": "object", "patternProperties": {"^(a+)+$": {}}, "additionalProperties": False},
        {"type": "object", "propertyNames": {"pattern": "^(a+)+$"}},
        {"type": "object", "properties": {"default": {"type": "object"}, "x": {"$ref": "#/default"}}}
        | {"default": {"pattern": "^(a+)+$"}},
        {
            "type": "object",
            "properties": {"x": {"$ref": "#/examples/0"}},
            "examples": [{"pattern": "^(a+)+$"}],
        },
        {
            "type": "object",
            "$schema": "http://json-schema.org/draft-07/schema#",
            "properties": {"x": {"$schema": "http://json-schema.org/draft-07/schema#", "pattern": "^(a+)+$"}},
        },
    ],
)
def test_a_pattern_is_left_to_the_server(schema: dict[str, Any]) -> None:
    begun = time.monotonic()
    model(schema).model_validate({"x": "a" * 60 + "!", "a" * 60 + "!": 1})
    assert time.monotonic() - begun < 1


def test_a_schema_that_goes_round_in_circles_is_said_to_be_unreadable() -> None:
    round_and_round = {"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}
    with pytest.raises(ValidationError, match="cannot be read"):
        model(round_and_round).model_validate({"x": 1})


@pytest.mark.parametrize("name", ["default", "const", "enum", "examples"])
def test_no_name_of_an_argument_hides_a_pattern(name: str) -> None:
    begun = time.monotonic()
    schema = {"type": "object", "properties": {name: {"type": "string", "pattern": "^(a+)+$"}}}
    model(schema).model_validate({name: "a" * 60 + "!"})
    assert time.monotonic() - begun < 1


@pytest.mark.parametrize("more", [{}, {"$schema": "http://json-schema.org/draft-07/schema#"}])
def test_references_that_each_lead_to_two_more_are_not_followed_to_their_end(more: dict[str, str]) -> None:
    doubled = {f"a{n}": {"allOf": [{"$ref": f"#/definitions/a{n + 1}"}] * 2, **more} for n in range(40)}
    schema = {
        "type": "object",
        "properties": {"x": {"$ref": "#/definitions/a0"}},
        "definitions": {**doubled, "a40": {"type": "string"}},
    }
    with pytest.raises(ValidationError, match="cannot be read"):
        model(schema).model_validate({"x": "a"})


def test_values_to_choose_from_are_compared_as_they_are() -> None:
    schema = {"type": "object", "properties": {"x": {"enum": ["a", {"b": 1}]}}}
    model(schema).model_validate({"x": {"b": 1}})
    with pytest.raises(ValidationError):
        model(schema).model_validate({"x": "c"})


def test_an_argument_that_is_called_a_pattern_is_checked_as_any() -> None:
    schema = {"type": "object", "properties": {"pattern": {"type": "string"}}, "required": ["pattern"]}
    assert without_patterns(schema) == schema
    model(schema).model_validate({"pattern": "*.py"})
    with pytest.raises(ValidationError):
        model(schema).model_validate({"pattern": 1})


@pytest.mark.parametrize(
    ("name", "usable"),
    [
        ("get_time", True),
        ("files/read.v2", True),
        ("a" * 65, False),
        ("", False),
        ("p\u0443t", False),
        ("a\nb", False),
    ],
)
def test_only_tools_with_plain_names_and_schemas_that_a_card_can_hold_are_listed(
    name: str, usable: bool
) -> None:
    assert is_usable(Tool(name=name, inputSchema={"type": "object"})) is usable
    assert not is_usable(Tool(name=name, inputSchema={"type": "object", "description": "a" * 50_001}))
