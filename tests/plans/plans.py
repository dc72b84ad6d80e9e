"""A plan that is right, as JSON, and ways to spoil it."""

from __future__ import annotations

import copy
from typing import Any

GONE = object()


def asset(name: str, type_: str, **more: Any) -> dict[str, Any]:
    if more.pop("many", False):
        more |= {"is_collection": True, "collection_type": "array"}
    return {"name": name, "type": type_, **more}


def of(name: str, path: str | None = None) -> dict[str, Any]:
    return {"type": "asset_field", "state_asset": name} | ({"path": path} if path else {})


def literal(value: Any) -> dict[str, Any]:
    return {"type": "literal", "value": value}


def step(id_: str, tool: str, parameters: dict[str, Any], results: dict[str, Any]) -> dict[str, Any]:
    return {
        "id": id_,
        "tool": tool,
        "description": f"Use {tool}",
        "parameters": parameters,
        "results": results,
    }


def hop(name: str, inputs: list[str], outputs: list[str], *steps: Any, between: Any = ()) -> dict[str, Any]:
    return {
        "name": name,
        "description": f"{name} for the person.",
        "inputs": inputs,
        "outputs": outputs,
        "rationale": "It is needed.",
        "intermediates": list(between),
        "steps": list(steps),
    }


PLAN: dict[str, Any] = {
    "mission": {
        "name": "A page about two places",
        "goal": "Collect what the guide says about Giverny and Fontainebleau into one page and mail it to me",
        "success_criteria": ["The page is in your mail."],
        "inputs": [
            asset("topics", "string:topic", many=True, value=["Giverny", "Fontainebleau"]),
            asset("recipient", "string:address", value="me"),
        ],
        "outputs": [asset("page", "markdown"), asset("mail", "email")],
    },
    "hops": [
        hop(
            "Read the guide",
            ["topics"],
            ["pages"],
            step("read", "guide.look_up", {"topic": of("topics")}, {"page": of("pages")}),
            between=[asset("pages", "webpage", many=True)],
        ),
        hop(
            "Make one page",
            ["pages"],
            ["page"],
            step("join", "pages.join", {"pages": of("pages")}, {"text": of("page")}),
        ),
        hop(
            "Mail the page",
            ["page", "recipient"],
            ["mail"],
            step(
                "send",
                "mail.send",
                {"to": of("recipient"), "subject": literal("Two places"), "body": of("page")},
                {"email": of("mail")},
            ),
        ),
    ],
}


def spoiled(**changes: Any) -> dict[str, Any]:
    """The plan with values set at dotted paths (`__` for dots; numbers index lists; `GONE` takes away;
    a number past the end appends)."""
    data = copy.deepcopy(PLAN)
    for path, value in changes.items():
        *way, last = (int(part) if part.isdigit() else part for part in path.split("__"))
        here: Any = data
        for part in way:
            here = here[part]
        if value is GONE:
            del here[last]
        elif isinstance(here, list) and isinstance(last, int) and last >= len(here):
            here.append(value)
        else:
            here[last] = value
    return data


def batch() -> dict[str, Any]:
    """The plan with a mail to each of two."""
    data = copy.deepcopy(PLAN)
    data["mission"]["inputs"][1] = asset(
        "recipient", "string:address", many=True, value=["me", "a@example.com"]
    )
    data["mission"]["outputs"][1] = asset("mail", "email", many=True)
    return data
