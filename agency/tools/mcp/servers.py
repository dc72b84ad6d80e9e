"""Connecting servers, and listing what they offer."""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from agency.models import McpServer
from agency.tools.mcp.sessions import MOST_SECONDS, check_way_to, converse
from agency.tools.mcp.trusting import begin_anew, tell_of_change
from ownyou.lib.deadline import Deadline
from ownyou.lib.errors import Conflict, InvalidInput, NotFound, OwnYouError
from ownyou.lib.text import clean
from trust import audit
from trust.models import User

if TYPE_CHECKING:
    from mcp import ClientSession
    from mcp.types import Tool

log = logging.getLogger(__name__)
NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,27}")
"""Short enough that the agent of a server has its whole name."""
TOOL_NAME = re.compile(r"[A-Za-z0-9_./-]{1,64}")
"""What a tool may be called: it stands in the name of each act of it."""
MOST_SCHEMA = 50_000
"""Characters of a tool's schema: a card shows it, and keeps it."""
MOST_TOOLS = 200
MOST_WORDS = 2_000
MOST_SERVERS = 20
LISTING_SECONDS = 20.0
"""How long a page waits for a list."""


def connect_server(*, user: User, name: str, url: str, headers: dict[str, str] | None = None) -> McpServer:
    """Add a person's own server (streamable HTTP) and list its tools.

    Raises `InvalidInput` for a name or address that is none, `Conflict` for a name in use. A server that does
    not answer is kept with its error and can be listed again.
    """
    if McpServer.objects.filter(user=user).count() >= MOST_SERVERS:
        raise Conflict(_("At most %(most)s servers. Take one away first.") % {"most": MOST_SERVERS})
    server = McpServer(
        user=user,
        name=_checked(name),
        transport=McpServer.Transport.HTTP,
        url=url.strip(),
        headers=headers or None,
    )
    return _add(server, actor=user)


def connect_program(
    *, admin: User, name: str, command: Sequence[str], environment: dict[str, str] | None = None
) -> McpServer:
    """Add a program on this machine as a server for all. For admins only; raises as `connect_server`."""
    if not admin.is_superuser:
        raise NotFound(_("There is no such thing here."))
    server = McpServer(
        user=None,
        name=_checked(name),
        transport=McpServer.Transport.STDIO,
        command=list(command),
        environment=environment or None,
    )
    return _add(server, actor=admin)


def _checked(name: str) -> str:
    if not NAME.fullmatch(name.strip()):
        raise InvalidInput(
            _("A server's name has lower-case letters, digits, - and _, at most 28."), field="name"
        )
    return name.strip()


def _add(server: McpServer, *, actor: User) -> McpServer:
    check_way_to(server)
    others = McpServer.objects.filter(name=server.name)
    if server.user_id is not None:  # what is for all has the name for everybody
        others = others.filter(Q(user=server.user_id) | Q(user=None))
    if others.exists():
        raise Conflict(_("There is a server of that name already."), field="name")
    try:
        with transaction.atomic():
            server.save()
            audit.note(
                "mcp_server_added", user_id=actor.pk, actor=actor, subject_kind="mcp", subject_id=server.pk
            )
    except IntegrityError:
        raise Conflict(_("There is a server of that name already."), field="name") from None
    refresh(server, seconds=LISTING_SECONDS)
    return server


def list_anew(*, user: User, server_id: UUID) -> McpServer:
    """List the tools of a server that `user` may use. Raises `NotFound` for anybody else's."""
    server = McpServer.objects.usable_by(user).filter(pk=server_id).first()
    if server is None:
        raise NotFound(_("There is no such server here."))
    refresh(server, seconds=LISTING_SECONDS)
    return server


def remove_server(*, user: User, server_id: UUID) -> None:
    """Take a person's server away; admins also one that is for all. Raises `NotFound` for anybody else's."""
    whose = Q(user=user) | Q(user=None) if user.is_superuser else Q(user=user)
    server = McpServer.objects.filter(whose, pk=server_id).first()
    if server is None:
        raise NotFound(_("There is no such server here."))
    audit.note("mcp_server_removed", user_id=user.pk, actor=user, subject_kind="mcp", subject_id=server.pk)
    begin_anew(server)
    server.delete()


def refresh(server: McpServer, *, seconds: float = MOST_SECONDS) -> bool:
    """List a server's tools anew; returns whether they differ. What went wrong stays on the row."""
    try:
        tools = converse(server, list_tools, Deadline.after(seconds))
    except OwnYouError as error:
        server.error, server.failed_at = error.message, timezone.now()
        server.save(update_fields=["error", "failed_at"])
        return False
    digest = hash_of(tools)
    differs = bool(server.tools_hash) and digest != server.tools_hash
    before = {tool["name"]: hash_of(tool) for tool in server.tools}
    if differs:
        audit.note("mcp_tools_changed", user_id=server.user_id, subject_kind="mcp", subject_id=server.pk)
    server.tools, server.tools_hash, server.listed_at = tools, digest, timezone.now()
    server.error = server.failed_at = None
    server.save(update_fields=["tools", "tools_hash", "listed_at", "error", "failed_at"])
    if differs:
        now = {tool["name"]: hash_of(tool) for tool in tools}
        begin_anew(server, tools=[name for name, was in before.items() if now.get(name) != was])
        tell_of_change(server)
    return differs


async def list_tools(session: ClientSession) -> list[dict[str, Any]]:
    """What the server offers, page by page, at most 200 tools; those that cannot be used are passed over."""
    found: list[dict[str, Any]] = []
    cursor: str | None = None
    while True:
        page = await session.list_tools(cursor)
        found += [described(tool) for tool in page.tools if is_usable(tool)]
        cursor = page.nextCursor
        if not cursor or len(found) >= MOST_TOOLS:
            return found[:MOST_TOOLS]


def is_usable(tool: Tool) -> bool:
    """Whether a tool has a plain name, and a schema that fits on a card."""
    return bool(TOOL_NAME.fullmatch(tool.name)) and len(json.dumps(tool.inputSchema)) <= MOST_SCHEMA


def described(tool: Tool) -> dict[str, Any]:
    """A tool as it is kept: name, title, description, schema, and the server's hints."""
    hints = tool.annotations.model_dump(exclude_none=True) if tool.annotations else {}
    return {
        "name": tool.name,
        "title": clean(tool.title or hints.get("title") or tool.name)[:120],
        "description": clean(tool.description or "")[:MOST_WORDS],
        "schema": tool.inputSchema,
        "hints": {name: hints[name] for name in sorted(hints) if isinstance(hints[name], bool)},
    }


def hash_of(tools: object) -> str:
    """The digest by which a change of tools is noticed."""
    return hashlib.sha256(json.dumps(tools, sort_keys=True).encode()).hexdigest()
