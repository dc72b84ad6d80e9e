"""What was trusted of a server does not outlive what it was: changed or reconnected, it begins anew."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import override

from agency.models import McpServer
from trust import grants, notices, scores
from trust.models import Grant, Notification, TrustScore, User

MOST_AGENT = 32
PREFIX = "mcp"


def agent_of(server: McpServer) -> str:
    """The agent whose trust counts for a server's tools."""
    return f"{PREFIX}:{server.name}"[:MOST_AGENT]


def begin_anew(server: McpServer, *, tools: Collection[str] | None = None) -> None:
    """Take back the standing OKs for these tools of a server (None: all that concern it) and what was trusted
    of it, of everybody who may use it."""
    agent = agent_of(server)
    given = Grant.objects.filter(agent=agent, revoked_at=None).select_related("user")
    trusted = TrustScore.objects.filter(agent=agent, level__gt=1).select_related("user")
    if server.user_id is not None:
        given, trusted = given.filter(user=server.user_id), trusted.filter(user=server.user_id)
    named = None if tools is None else {"", *(f"{PREFIX}.{server.name}.{tool}" for tool in tools)}
    with transaction.atomic():
        for grant in given:
            if named is None or grant.tool in named:
                grants.revoke(user=grant.user, grant_id=grant.pk)
        for score in trusted:
            with override(score.user.language):
                why = _("The server is not what it was.")
                scores.begin_anew(user=score.user, agent=agent, kind=score.kind, why=why)


def tell_of_change(server: McpServer) -> None:
    """Tell everybody who may use a server that its tools are others now."""
    people = User.objects.filter(is_active=True)
    for user in people.filter(pk=server.user_id) if server.user_id else people:
        with override(user.language):
            text = _("The tools of the server “%(name)s” have changed. It asks you again, as at first.")
            notices.notify(
                user_id=user.pk,
                key=f"mcp:{server.pk}:{server.tools_hash[:16]}",
                kind=Notification.Kind.TRUST,
                text=text % {"name": server.name},
                url=reverse("settings_servers"),
            )
