"""The line to a server over HTTP: it notices when an answer breaks off.

The protocol's client notes a lost stream only in its log, and goes on waiting until its time is over.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable

import httpx

BREAKS = (httpx.NetworkError, httpx.ProtocolError)


class LineLost(Exception):
    """The server went away in the middle of an answer, and gave no place from which to go on."""


class Line(httpx.AsyncBaseTransport):
    """A transport that sets `lost` when the answer to a message breaks off for good.

    A server whose events carry ids can be asked for the rest (Model Context Protocol 2025-06-18, transports,
    "Resumability and Redelivery"); its breaks are left to the protocol's client.
    """

    def __init__(self, inner: httpx.AsyncBaseTransport, lost: asyncio.Event) -> None:
        self._inner = inner
        self._lost = lost

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.method != "POST":
            return await self._inner.handle_async_request(request)
        try:
            response = await self._inner.handle_async_request(request)
        except BREAKS:
            self._lost.set()
            raise
        if isinstance(response.stream, httpx.AsyncByteStream):
            response.stream = _Watched(response.stream, self._lost)
        return response

    async def aclose(self) -> None:
        await self._inner.aclose()


class _Watched(httpx.AsyncByteStream):
    """The body of an answer."""

    def __init__(self, inner: httpx.AsyncByteStream, lost: asyncio.Event) -> None:
        self._inner = inner
        self._lost = lost

    async def __aiter__(self) -> AsyncIterator[bytes]:
        resumable = False
        try:
            async for part in self._inner:
                resumable = resumable or part.startswith(b"id:") or b"\nid:" in part
                yield part
        except BREAKS:
            if not resumable:
                self._lost.set()
            raise

    async def aclose(self) -> None:
        await self._inner.aclose()


async def unless_lost[T](answer: Awaitable[T], lost: asyncio.Event) -> T:
    """Wait for `answer`. Raises `LineLost` when the line is lost first, and what `answer` raises."""
    asked, broken = asyncio.ensure_future(answer), asyncio.ensure_future(lost.wait())
    try:
        done, _ = await asyncio.wait({asked, broken}, return_when=asyncio.FIRST_COMPLETED)
        if asked in done:
            return asked.result()
        raise LineLost
    finally:
        asked.cancel()
        broken.cancel()
