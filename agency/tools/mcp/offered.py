"""The tools of a person's servers, as the gate knows tools."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any
from uuid import UUID

import jsonschema
from django.utils.translation import gettext as _
from pydantic import BaseModel, ConfigDict, create_model, model_validator

from agency.models import McpServer
from agency.tools.mcp.schemas import Checker, Unreadable
from agency.tools.mcp.servers import hash_of, list_tools, refresh
from agency.tools.mcp.sessions import MOST_SECONDS, ServerAway, ServerBroke, converse
from agency.tools.mcp.trusting import PREFIX, agent_of
from agency.tools.shapes import MOST_TEXT
from ownyou.lib.text import clean
from trust.misfits import EMPTY, NO_NUMBER, Misplaced
from trust.models import User
from trust.tools import AnyTool, Done, Errand, Kind, OutcomeUnknown, Risk, ToolFailed, ToolSpec

if TYPE_CHECKING:
    from mcp import ClientSession
    from mcp.types import CallToolResult

MOST_ITEMS = 100


class Said(BaseModel):
    """What a server answered: its texts, and its structured answer if it gave one."""

    text: str
    data: dict[str, Any] | None = None


class Changed(ToolFailed):
    """The tool is not what it was when it was listed, so it was not used. It was listed anew; look again."""


def tools_for(user: User) -> Iterator[AnyTool]:
    """The tools of every server that `user` may use."""
    for server in McpServer.objects.usable_by(user):
        for described in server.tools:
            yield tool_of(server, described)


def tool_of(server: McpServer, described: dict[str, Any]) -> AnyTool:
    """One tool of a server. Its hints can make it stricter; a hint alone makes nothing run unasked, or twice.

    What says that it only reads counts as a private read: it asks until the person trusts this server with
    reading. Everything else writes; what destroys deletes, at high risk.
    """
    hints = described["hints"]
    kind = Kind.WRITE
    if hints.get("readOnlyHint"):
        kind = Kind.READ
    elif hints.get("destructiveHint"):
        kind = Kind.DELETE
    digest = hash_of(described)
    return ToolSpec(
        name=f"{PREFIX}.{server.name}.{described['name']}",
        title=described["title"],
        agent=agent_of(server),
        kind=kind,
        description=described["description"],
        arguments=arguments_model(digest, described),
        result=Said,
        run=lambda errand, arguments: _call(server.pk, described["name"], digest, kind, errand, arguments),
        risk=Risk.HIGH if kind is Kind.DELETE else Risk.MEDIUM if kind is Kind.WRITE else Risk.LOW,
        timeout=MOST_SECONDS,
        scope=lambda arguments: {"server": server.name, "tool": described["name"]},
        addresses=_addresses if server.transport == McpServer.Transport.STDIO else None,
        untrusted=True,
        private=True,
        egress=True,
        owner_id=server.user_id,
        verbs=(described["title"],),
    )


_ADDRESS = re.compile(r"https?://[^\s\"'<>]+", re.IGNORECASE)


def _addresses(arguments: BaseModel) -> Iterator[str]:
    """The web addresses among the arguments: a program on this machine would open them from here."""
    yield from _urls(arguments.model_dump(mode="json"))


def _urls(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield from _ADDRESS.findall(value)
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _urls(part)


@lru_cache(maxsize=512)
def _model(digest: str, schema: str) -> type[BaseModel]:
    loaded = json.loads(schema)
    checker = cache(lambda: Checker(loaded))

    class Arguments(BaseModel):
        model_config = ConfigDict(extra="allow")

        @model_validator(mode="before")
        @classmethod
        def _fits(cls, value: Any) -> Any:
            try:
                error = checker().fault(value)
            except Unreadable:
                raise ValueError(_("The server describes this tool in a way that cannot be read.")) from None
            if error is not None:
                raise Misplaced(".".join(map(str, error.absolute_path)), _unfit(error))
            return value

        @classmethod
        def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:
            return dict(loaded)

    return create_model("Arguments", __base__=Arguments)


def _unfit(error: jsonschema.ValidationError) -> str:
    """What the server's schema holds against a value: in our words where they are the plainer ones."""
    if error.validator == "type" and error.instance is None:
        return str(EMPTY)
    if error.validator == "type" and error.validator_value in ("number", "integer"):
        return str(NO_NUMBER)
    return str(error.message)[:300]


def arguments_model(digest: str, described: dict[str, Any]) -> type[BaseModel]:
    """A model that checks arguments against the tool's own JSON schema."""
    return _model(digest, json.dumps(described["schema"], sort_keys=True))


def _call(
    server_id: UUID, name: str, digest: str, kind: Kind, errand: Errand, arguments: BaseModel
) -> Done[Said]:
    """Ask the server, if the tool is still what the person saw. Raises `ToolFailed` (`away` where the server
    is not there) and `OutcomeUnknown`."""
    server = McpServer.objects.usable_by(errand.user).filter(pk=server_id).first()
    if server is None:
        raise ToolFailed(_("This server is not connected any more."))
    given = arguments.model_dump(mode="json")

    async def ask(session: ClientSession) -> CallToolResult | None:
        now = {tool["name"]: tool for tool in await list_tools(session)}
        if name not in now or hash_of(now[name]) != digest:
            return None
        return await session.call_tool(name, given)

    try:
        result = converse(server, ask, errand.deadline)
    except ServerAway as error:
        raise ToolFailed(error.message, away=True) from error
    except ServerBroke as error:
        if kind is Kind.READ:
            raise ToolFailed(error.message, away=True) from error
        raise OutcomeUnknown(error.message) from error
    if result is None:
        refresh(server)
        raise Changed
    return _done(server, result)


def _done(server: McpServer, result: CallToolResult) -> Done[Said]:
    texts = [_text(item) for item in result.content[:MOST_ITEMS]]
    text = clean("\n\n".join(part for part in texts if part))[:MOST_TEXT]
    if result.isError:
        facts = {"server": server.name, "reason": text[:300] or _("no reason given")}
        raise ToolFailed(_("“%(server)s” answered with an error: %(reason)s") % facts)
    return Done(Said(text=text, data=_bounded(result.structuredContent)), receipt="", tainted=True)


def _bounded(data: dict[str, Any] | None) -> dict[str, Any] | None:
    """A structured answer, but none that is longer than a text may be."""
    return data if len(json.dumps(data, default=str)) <= MOST_TEXT else None


def _text(item: Any) -> str:
    """The words of one part of an answer; pictures and sounds are named only."""
    if item.type == "text":
        return str(item.text)
    if item.type == "resource":
        return str(getattr(item.resource, "text", "") or f"[{item.resource.uri}]")
    if item.type == "resource_link":
        return f"[{item.name}]({item.uri})"
    return f"[{item.type}]"
