"""One conversation with a server: connected, asked, and closed within a deadline."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import httpx
from django.utils.translation import gettext as _

from agency.models import McpServer
from agency.tools.mcp.line import Line, unless_lost
from ownyou.lib.deadline import Deadline, finish_within
from ownyou.lib.errors import OwnYouError
from ownyou.lib.outgoing import AsyncPublicTransport, check_url

if TYPE_CHECKING:
    from mcp import ClientSession

MOST_SECONDS = 30.0


class ServerAway(OwnYouError):
    """The server could not be reached; nothing was asked of it."""

    status = 503
    code = "mcp_away"


class ServerBroke(OwnYouError):
    """The server was asked, and the conversation ended before it answered."""

    status = 503
    code = "mcp_broke"


def converse[T](server: McpServer, work: Callable[[ClientSession], Awaitable[T]], deadline: Deadline) -> T:
    """Connect to `server`, let `work` ask, and close. Call it outside an event loop.

    Raises `ServerAway` when it never answered the greeting, `ServerBroke` when it was lost or too slow after
    that, `AddressRefused`, and what `work` raises of ours.
    """
    reached = False

    async def talk() -> T:
        nonlocal reached
        from langchain_mcp_adapters.sessions import create_session  # takes a second; only who talks waits

        lost = asyncio.Event()
        async with create_session(_way_to(server, lost)) as session:
            await session.initialize()
            reached = True
            return await unless_lost(work(session), lost)

    async def bounded() -> T:
        async with asyncio.timeout(deadline.remaining()):
            return await talk()

    try:
        return finish_within(deadline, lambda: asyncio.run(bounded()))
    except BaseExceptionGroup as group:
        raise _named(_first(group), server, reached) from group
    except OwnYouError:
        raise
    except Exception as error:
        raise _named(error, server, reached) from error


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    inner = group.exceptions[0]
    return _first(inner) if isinstance(inner, BaseExceptionGroup) else inner


def _named(error: BaseException, server: McpServer, reached: bool) -> OwnYouError:
    if isinstance(error, OwnYouError):
        return error
    if not reached:
        return ServerAway(_("The server “%(name)s” could not be reached.") % {"name": server.name})
    slow = isinstance(error, TimeoutError)
    late, broke = _("The server “%(name)s” did not answer in time."), _("The server “%(name)s” broke off.")
    return ServerBroke((late if slow else broke) % {"name": server.name})


def check_way_to(server: McpServer) -> None:
    """Raises `ServerAway` for a program without a name, `AddressRefused` for an address that is none, or
    private."""
    if server.transport != McpServer.Transport.STDIO:
        check_url(server.url or "")
    elif not (server.command or [""])[0]:
        raise ServerAway(_("The server “%(name)s” has no program.") % {"name": server.name})


def _way_to(server: McpServer, lost: asyncio.Event) -> Any:
    """How to connect: a program with arguments, or an address with headers.

    `lost` is set when an answer over HTTP breaks off. Raises as `check_way_to`.
    """
    check_way_to(server)
    if server.transport == McpServer.Transport.STDIO:
        program, *arguments = server.command
        environment = server.environment or None
        return {"transport": "stdio", "command": program, "args": arguments, "env": environment}
    return {
        "transport": "streamable_http",
        "url": server.url,
        "headers": server.headers or {},
        "timeout": MOST_SECONDS,
        "sse_read_timeout": MOST_SECONDS,
        "httpx_client_factory": _guarded_clients(lost),
    }


def _guarded_clients(lost: asyncio.Event) -> Callable[..., httpx.AsyncClient]:
    """Makes clients that connect to public addresses only and set `lost` when an answer breaks off."""

    def client(
        headers: dict[str, str] | None = None,
        timeout: httpx.Timeout | None = None,
        auth: httpx.Auth | None = None,
    ) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            transport=Line(AsyncPublicTransport(), lost),
            headers=headers,
            timeout=timeout or MOST_SECONDS,
            auth=auth,
            follow_redirects=True,
        )

    return client
