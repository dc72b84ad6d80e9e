"""A model is shown what an answer must fit, and no more."""

from __future__ import annotations

import json

from agency.reasoning.lean_schema import schema_of
from agency.reasoning.skills.answer import Answered
from agency.reasoning.skills.refinement import Refinement


def test_titles_and_defaults_of_nothing_are_left_out_and_fields_stay() -> None:
    schema = schema_of(Refinement)
    assert set(schema["properties"]) == set(Refinement.model_fields)
    assert '"title"' not in json.dumps(schema)
    assert "default" not in schema["properties"]["price"]
    assert schema["properties"]["afresh"]["default"] is False
    assert schema["properties"]["price"]["anyOf"][0]["enum"] == ["lower", "higher", "any"]


def test_a_field_that_is_called_title_stays() -> None:
    assert set(schema_of(Answered)["properties"]) == {"title", "text"}
    assert schema_of(Answered)["required"] == ["title", "text"]
