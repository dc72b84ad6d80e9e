"""One card: one committed statement, one plain PUBLISH."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from channels_redis.serializers import registry
from django.db import connection
from django.utils import timezone

from ownyou.lib import live

_INSERT = """
INSERT INTO bench_card (run_id, step, text, created_at) VALUES (%s, %s, %s, %s)
ON CONFLICT (run_id, step) DO NOTHING
"""


def group_of(user_hex: str) -> str:
    """Return the Channels group of one person's bare sockets."""
    return f"bare.{user_hex}"


@lru_cache(maxsize=1)
def _serializer() -> Any:
    return registry.get_serializer("msgpack")


def commit(run: str, step: str, text: str) -> None:
    """Commit one card (once: a node that runs again adds nothing)."""
    with connection.cursor() as cursor:
        cursor.execute(_INSERT, [run, step, text, timezone.now()])


def show(user_hex: str, run: str, step: str, text: str) -> None:
    """Commit a card and push it."""
    commit(run, step, text)
    push(user_hex, run, step, text)


def push(user_hex: str, run: str, step: str, text: str) -> None:
    """Tell the sockets of a person."""
    message = {"type": "bare.card", "run": run, "step": step, "text": text}
    live.connection().publish(live.channel_of(group_of(user_hex)), _serializer().serialize(message))
