"""A plan whose one step does several acts, all on one card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

VARIED = {"mail.send": "subject", "chaos.post": "text"}
"""The tools that such a plan can use, and the parameter in which its acts differ."""
RESULTS = {"mail.send": ("email", "email"), "chaos.post": ("act", "string:id")}


def plan_of(arguments: Sequence[dict[str, Any]], tool: str) -> dict[str, Any]:
    """The essence of the plan, as JSON, that does `tool` with each of these arguments."""
    varied, (result, kind) = VARIED[tool], RESULTS[tool]
    many = {"is_collection": True, "collection_type": "array"}
    words = {"name": "words", "type": "string:title", "value": [one[varied] for one in arguments]} | many
    same = {name: value for name, value in arguments[0].items() if name != varied}
    step = {
        "id": "act",
        "tool": tool,
        "description": "Do what was wanted",
        "parameters": {varied: {"type": "asset_field", "state_asset": "words"}}
        | {name: {"type": "literal", "value": value} for name, value in same.items()},
        "results": {result: {"type": "asset_field", "state_asset": "done"}},
    }
    hop = {
        "name": "Do it all",
        "description": "Do everything that was wanted.",
        "inputs": ["words"],
        "outputs": ["done"],
        "rationale": "This is what was asked for.",
        "intermediates": [],
        "steps": [step],
    }
    mission = {
        "name": "Several acts at once",
        "goal": "Do all of it",
        "success_criteria": ["All of it is done."],
        "inputs": [words],
        "outputs": [{"name": "done", "type": kind} | many],
    }
    return {"mission": mission, "hops": [hop]}
