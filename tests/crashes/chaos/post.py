"""A tool that only the chaos has: it posts its words to a counting server."""

from __future__ import annotations

import os

import httpx
from pydantic import BaseModel, JsonValue

from trust.tools import Done, Errand, Kind, OutcomeUnknown, Risk, ToolFailed, ToolSpec

SINK = "CHAOS_SINK"
"""The variable of the environment with the counting server's address."""


class Words(BaseModel):
    """`series`: what a standing OK can be limited to."""

    text: str
    series: str = ""


class Posted(BaseModel):
    act: str


def post(errand: Errand, words: Words) -> Done[Posted]:
    """Post the words with the act's id."""
    body = {"act": str(errand.action_id), "text": words.text}
    try:
        httpx.post(os.environ[SINK], json=body, timeout=errand.deadline.remaining()).raise_for_status()
    except httpx.ConnectError as error:
        raise ToolFailed("The counting server was not there.") from error
    except httpx.HTTPError as error:
        raise OutcomeUnknown("The counting server did not say that it has it.") from error
    return Done(Posted(act=str(errand.action_id)), receipt="Posted.")


def _scope(words: Words) -> dict[str, JsonValue]:
    return {"series": words.series} if words.series else {}


POST = ToolSpec(
    name="chaos.post",
    title="Post to the counting server",
    agent="research",
    kind=Kind.SEND,
    description="Posts words to a server that counts them.",
    arguments=Words,
    result=Posted,
    run=post,
    risk=Risk.MEDIUM,
    egress=True,
    scope=_scope,
    consumes={"text": "string:title"},
    produces={"act": "string:id"},
)
