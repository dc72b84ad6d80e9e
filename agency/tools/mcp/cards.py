"""Connected servers as a person sees them."""

from __future__ import annotations

import shlex
from datetime import datetime
from uuid import UUID

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from agency.models import McpServer
from agency.tools.mcp.offered import tool_of
from ownyou.lib.cards import Card
from trust import policy
from trust.ledger.weighing import Ground
from trust.models import User
from trust.policy import Circumstances, Verdict
from trust.tools import AnyTool, Risk
from trust.wording import NAMED, RISKS

STATES = {
    Verdict.ALLOW: gettext_lazy("on its own"),
    Verdict.ASK: gettext_lazy("asks you"),
    Verdict.DENY: gettext_lazy("not done"),
}


class ServerTool(Card):
    """One tool of a server. `state`: allow, ask or deny, as things stand; `reason` says why."""

    name: str
    title: str
    description: str
    kind_words: str
    risk_words: str
    state: str
    state_words: str
    reason: str


class ServerCard(Card):
    """One connected server."""

    id: UUID
    name: str
    where: str
    program: bool
    shared: bool
    removable: bool
    problem: str
    listed_at: datetime | None
    failed_at: datetime | None
    tools: list[ServerTool]


def servers_of(user: User) -> list[ServerCard]:
    """The servers that a person may use, their own first."""
    ground = Ground(user)
    rows = McpServer.objects.usable_by(user).order_by(F("user").asc(nulls_last=True), "name")
    return [_card(row, user, ground) for row in rows]


def _card(server: McpServer, user: User, ground: Ground) -> ServerCard:
    program = server.transport == McpServer.Transport.STDIO
    shown = user.is_superuser or not program
    where = shlex.join(server.command or []) if program else server.url or ""
    return ServerCard(
        id=server.pk,
        name=server.name,
        where=where if shown else _("a program on this machine"),
        program=program,
        shared=server.user_id is None,
        removable=server.user_id == user.pk or user.is_superuser,
        problem=server.error or "",
        listed_at=server.listed_at,
        failed_at=server.failed_at,
        tools=[_tool(tool_of(server, described), ground) for described in server.tools],
    )


def _tool(spec: AnyTool, ground: Ground) -> ServerTool:
    ruling = policy.decide(
        Circumstances(
            kind=spec.kind,
            level=ground.level(spec),
            risk=Risk.MEDIUM if callable(spec.risk) else spec.risk,
            private=spec.private,
            egress=spec.egress,
            reversible=spec.reversible,
            autonomy=ground.autonomy,
            enabled=spec.name not in ground.off,
        )
    )
    return ServerTool(
        name=spec.name,
        title=spec.title,
        description=spec.description,
        kind_words=str(NAMED[spec.kind]),
        risk_words=str(RISKS[ruling.circumstances.risk]),
        state=ruling.decision.value,
        state_words=str(STATES[ruling.decision]),
        reason=ruling.reason,
    )
