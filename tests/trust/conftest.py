"""A page's websocket, opened as the browser opens it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from trust.models import User

PATIENCE = 30


class Socket:
    """One websocket to the feed. Make it outside of the event loop, use it within one."""

    def __init__(self, user: User | None) -> None:
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
        if user is not None:
            client = Client()
            client.force_login(user)
            name = settings.SESSION_COOKIE_NAME
            headers.append((b"cookie", f"{name}={client.cookies[name].value}".encode()))
        self.headers = headers

    @cached_property
    def link(self) -> WebsocketCommunicator:
        from ownyou.asgi import application

        return WebsocketCommunicator(application, "/ws/feed", headers=self.headers)

    async def open(self, **page: Any) -> dict[str, Any]:
        """Connect and say what the page shows; the first answer comes back."""
        connected, _ = await self.link.connect(timeout=PATIENCE)
        assert connected
        await self.link.send_json_to(page)
        return await self.next()

    async def next(self) -> dict[str, Any]:
        answer: dict[str, Any] = await self.link.receive_json_from(timeout=PATIENCE)
        return answer

    async def until(self, seq: int) -> list[dict[str, Any]]:
        """Everything that comes until the page stands at `seq`."""
        answers = [await self.next()]
        while answers[-1]["seq"] < seq:
            answers.append(await self.next())
        return answers

    async def close(self) -> None:
        await self.link.disconnect(timeout=PATIENCE)


@pytest.fixture
def socket() -> Callable[[User | None], Socket]:
    """Makes a websocket of a person, or of nobody."""
    return Socket
