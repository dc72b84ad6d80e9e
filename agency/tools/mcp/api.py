"""MCP servers over the API: which are connected, connecting, listing anew, taking away."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from django.utils.translation import gettext as _
from ninja import Router, Schema, Status
from pydantic import Field

from agency.tools.mcp import servers as service
from agency.tools.mcp.cards import ServerCard, servers_of
from ownyou.lib.errors import NotFound
from trust.api.auth import PersonApiRequest
from trust.models import User

router = Router(tags=["servers"])
Word = Annotated[str, Field(max_length=2_000)]


class Servers(Schema):
    """The servers that you may use, your own first."""

    items: list[ServerCard]


class ServerIn(Schema):
    """A server of your own that speaks streamable HTTP. `headers` are not shown again."""

    name: str = Field(description="lower-case letters, digits, - and _, at most 28", examples=["calendar"])
    url: str = Field(max_length=2_000)
    headers: dict[str, Word] = Field({}, max_length=20)


class ProgramIn(Schema):
    """A program on the machine of OwnYou, for all. Nothing of it is given to a shell."""

    name: str
    command: list[Word] = Field(min_length=1, max_length=50, description="the program and its arguments")


@router.get("/mcp-servers", response=Servers, summary="The connected MCP servers")
def list_servers(request: PersonApiRequest) -> Servers:
    return Servers(items=servers_of(request.auth))


@router.post("/mcp-servers", response={201: ServerCard}, summary="Connect an MCP server")
def connect_server(request: PersonApiRequest, wanted: ServerIn) -> Status[ServerCard]:
    """One that does not answer is kept with its `problem`. 409 for a name in use."""
    server = service.connect_server(
        user=request.auth, name=wanted.name, url=wanted.url, headers=wanted.headers or None
    )
    return Status(201, _card(request.auth, server.pk))


@router.post("/mcp-servers/programs", response={201: ServerCard}, summary="Connect a program as a server")
def connect_program(request: PersonApiRequest, wanted: ProgramIn) -> Status[ServerCard]:
    """For admins, and for everybody."""
    server = service.connect_program(admin=request.auth, name=wanted.name, command=wanted.command)
    return Status(201, _card(request.auth, server.pk))


@router.post("/mcp-servers/{server_id}/list", response=ServerCard, summary="List a server's tools anew")
def list_server_anew(request: PersonApiRequest, server_id: UUID) -> ServerCard:
    server = service.list_anew(user=request.auth, server_id=server_id)
    return _card(request.auth, server.pk)


@router.delete("/mcp-servers/{server_id}", response={204: None}, summary="Disconnect a server")
def remove_server(request: PersonApiRequest, server_id: UUID) -> Status[None]:
    """Its tools, and the trust in them, go with it."""
    service.remove_server(user=request.auth, server_id=server_id)
    return Status(204, None)


def _card(user: User, server_id: UUID) -> ServerCard:
    card = next((card for card in servers_of(user) if card.id == server_id), None)
    if card is None:
        raise NotFound(_("There is no such server here."))
    return card
