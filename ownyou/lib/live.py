"""Pushing small events from synchronous code to the websockets of a person.

The Channels layer is channels_redis pub/sub. `async_to_sync(group_send)` makes an event loop and a
connection for each push; a plain PUBLISH to the same Redis channel does the same work in a fraction of the
time. The channel's name comes from the layer's own (private) naming function, so channels-redis is pinned
and `tests/up/test_live_contract.py` holds the agreement.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any
from uuid import UUID

import redis
import redis.asyncio
from channels_redis.serializers import registry
from django.conf import settings

log = logging.getLogger(__name__)
PREFIX = "ownyou"


def group_of(user_id: UUID) -> str:
    """Return the name of the Channels group of one person's sockets."""
    return f"user.{user_id.hex}"


@lru_cache(maxsize=1)
def connection() -> redis.Redis:
    """Return this process's connection pool to Redis."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


@lru_cache(maxsize=1)
def _serializer() -> Any:
    return registry.get_serializer("msgpack")


def channel_of(group: str) -> str:
    """Return the Redis channel that the pub/sub layer listens on for `group`."""
    return f"{PREFIX}__group__{group}"


def push(user_id: UUID, event: dict[str, object]) -> None:
    """Send `event` (ids and types only, never a person's words) to all sockets of `user_id`.

    A push that fails is logged and forgotten: the row is the truth, and a page that reconnects reads it.
    """
    message = {"type": "feed.event", **event}
    try:
        connection().publish(channel_of(group_of(user_id)), _serializer().serialize(message))
    except redis.RedisError as error:
        log.warning("push failed: %s", type(error).__name__)


class Ear:
    """Hears that something was pushed to a person; what it was stands in the rows."""

    def __init__(self, subscription: redis.asyncio.client.PubSub) -> None:
        self._subscription = subscription

    async def heard(self, *, seconds: float) -> bool:
        """Wait for the next push, at most so long; whether there was one."""
        message = await self._subscription.get_message(ignore_subscribe_messages=True, timeout=seconds)
        return message is not None


@asynccontextmanager
async def listening(user_id: UUID) -> AsyncIterator[Ear]:
    """Listen to a person's pushes from an async view. Raises `redis.RedisError`."""
    client = redis.asyncio.Redis.from_url(settings.REDIS_URL)
    try:
        async with client.pubsub() as subscription:
            await subscription.subscribe(channel_of(group_of(user_id)))
            await subscription.get_message(timeout=1.0)  # the answer to the subscription
            yield Ear(subscription)
    finally:
        await client.aclose()
