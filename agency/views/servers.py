"""Settings: the MCP servers that a person connected, and those that an admin connected for all."""

from __future__ import annotations

import shlex
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from agency.tools.mcp import cards
from agency.tools.mcp import servers as service
from ownyou.lib.errors import InvalidInput, OwnYouError
from trust.views.http import PersonRequest, person_required

FIELDS = ("name", "url", "header", "value")


@person_required
@require_http_methods(["GET", "POST"])
def servers(request: PersonRequest) -> HttpResponse:
    """The list; a POST connects a server."""
    if request.method != "POST":
        return _page(request)
    given = {name: request.POST.get(name, "").strip() for name in FIELDS}
    headers = {given["header"]: given["value"]} if given["header"] else None
    try:
        server = service.connect_server(
            user=request.user, name=given["name"], url=given["url"], headers=headers
        )
    except OwnYouError as error:
        given["value"] = ""  # a secret is not shown again
        return _page(request, error=error, place="server", given=given)
    return _told(request, server.name, server.error)


@person_required
@require_POST
def program_add(request: PersonRequest) -> HttpResponse:
    """Connect a program on this machine; for admins."""
    given = {name: request.POST.get(name, "").strip() for name in ("name", "command")}
    try:
        command = _words(given["command"])
        server = service.connect_program(admin=request.user, name=given["name"], command=command)
    except OwnYouError as error:
        if error.status == 404:
            raise
        return _page(request, error=error, place="program", given=given)
    return _told(request, server.name, server.error)


@person_required
@require_POST
def server_list(request: PersonRequest, server_id: UUID) -> HttpResponse:
    """List a server's tools anew."""
    server = service.list_anew(user=request.user, server_id=server_id)
    return _told(request, server.name, server.error)


@person_required
@require_POST
def server_remove(request: PersonRequest, server_id: UUID) -> HttpResponse:
    """Take a server away."""
    service.remove_server(user=request.user, server_id=server_id)
    messages.success(request, _("The server is no longer connected."))
    return redirect("settings_servers")


def _words(command: str) -> list[str]:
    """A command line as program and arguments. Nothing of it is given to a shell."""
    try:
        words = shlex.split(command)
    except ValueError:
        raise InvalidInput(_("The quotes in this command do not match."), field="command") from None
    if not words:
        raise InvalidInput(_("Name the program to start."), field="command")
    return words


def _told(request: PersonRequest, name: str, problem: str | None) -> HttpResponse:
    if problem:
        messages.error(request, problem)
    else:
        messages.success(request, _("“%(name)s” answered; its tools are listed.") % {"name": name})
    return redirect("settings_servers")


def _page(
    request: PersonRequest,
    *,
    error: OwnYouError | None = None,
    place: str = "",
    given: dict[str, str] | None = None,
) -> HttpResponse:
    context = {
        "servers": cards.servers_of(request.user),
        "programs": request.user.is_superuser,
        "error": {"words": error.message, "place": place} if error else {},
        "given": given or {},
    }
    return render(request, "settings/servers.html", context, status=error.status if error else 200)
