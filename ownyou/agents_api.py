"""The operations of the agents' protocol in the API's document: they are async views beside ninja's."""

from __future__ import annotations

from typing import Any

from agency.protocol.outcome import Outcome
from agency.protocol.views import Approve
from trust.models import Activity

SECURITY: list[dict[str, list[str]]] = [{"PersonAuth": []}]
TEMPLATE = "#/components/schemas/{model}"
PLAIN = frozenset({"agents_approve"})
"""Operations that take no Idempotency-Key: a card is answered once by nature, the second time is a 409."""

PROBLEMS = {
    "400": "A body that says nothing clear, or a preview too many",
    "404": "No such card of yours",
    "409": "Answered already; `current` says how",
}


def schemas() -> dict[str, Any]:
    """The shapes of the protocol, by name."""
    found: dict[str, Any] = {}
    for model in (Approve, Outcome):
        shape = model.model_json_schema(ref_template=TEMPLATE)
        found |= shape.pop("$defs", {})
        found[model.__name__] = shape
    return found


def paths() -> dict[str, Any]:
    """The operations of the protocol, by path."""
    return {
        "/api/v1/agents/approve": {"post": _approve()},
        "/api/v1/agents/activity/stream": {"get": _stream()},
    }


def _approve() -> dict[str, Any]:
    return {
        "operationId": "agents_approve",
        "parameters": [],
        "security": SECURITY,
        "tags": ["agents"],
        "summary": "Answer an approval and wait up to 10 seconds for what comes of it",
        "requestBody": {"required": True, "content": _json("Approve")},
        "responses": {
            "200": {"description": "It is over", "content": _json("Outcome")},
            "202": {"description": "A new preview, or it still runs", "content": _json("Outcome")},
            **{code: _problem(words) for code, words in PROBLEMS.items()},
        },
    }


def _stream() -> dict[str, Any]:
    shapes: dict[str, dict[str, Any]] = {
        "after": {"type": "integer", "minimum": 0},
        "agent": {"type": "string", "maxLength": 32},
        "kind": {"type": "string", "enum": Activity.Kind.values},
        "mission": {"type": "string", "format": "uuid"},
    }
    narrowing = [
        {"in": "query", "name": name, "required": False, "schema": shape} for name, shape in shapes.items()
    ]
    events = {"text/event-stream": {"schema": {"type": "string"}}}
    seen = {"in": "header", "name": "Last-Event-ID", "required": False, "schema": {"type": "integer"}}
    return {
        "operationId": "agents_activity_stream",
        "security": SECURITY,
        "tags": ["agents"],
        "summary": "The activity feed as server-sent events",
        "parameters": [seen, *narrowing],
        "responses": {
            "200": {"description": "Events", "content": events},
            "400": _problem("A parameter, or Last-Event-ID, that has no value it can have"),
        },
    }


def _json(name: str) -> dict[str, Any]:
    return {"application/json": {"schema": {"$ref": TEMPLATE.format(model=name)}}}


def _problem(words: str) -> dict[str, Any]:
    return {
        "description": words,
        "content": {"application/problem+json": {"schema": {"$ref": TEMPLATE.format(model="Problem")}}},
    }
