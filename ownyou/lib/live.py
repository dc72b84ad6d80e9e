"""Pushing small events from synchronous code to the websockets of a person.

The Channels layer is channels_redis pub/sub. `async_to_sync(group_send)` makes an event loop and a
connection for each push; a plain PUBLISH to the same Redis channel does the same work in a fraction of the
time. The channel's name comes from the layer's own (private) naming function, so channels-redis is pinned
and `tests/up/test_live_contract.py` holds the agreement.
"""

from __future__ import annotations

import logging
from functools import lru_cache
from typing import Any
from uuid import UUID

import redis
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
