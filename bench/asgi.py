"""The product's pages and socket, and the bare socket beside them, in one web process."""

from __future__ import annotations

from typing import Any

from channels.auth import AuthMiddlewareStack
from django.urls import path

from ownyou.asgi import application as product  # sets Django up: what follows needs its apps

from channels.routing import URLRouter  # isort: skip
from bench.pipeline.consumers import BareConsumer  # isort: skip

_bare = AuthMiddlewareStack(URLRouter([path("ws/bare", BareConsumer.as_asgi())]))


async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
    """Send the bare socket's traffic past the product, all else into it."""
    bare = scope["type"] == "websocket" and scope["path"] == "/ws/bare"
    await (_bare if bare else product)(scope, receive, send)
