"""When the database or Redis does not answer: which errors say so, and what to tell the person."""

from __future__ import annotations

from typing import Final

import django.db
import psycopg
import redis

AWAY: Final = (
    django.db.OperationalError,
    django.db.InterfaceError,
    psycopg.OperationalError,
    psycopg.InterfaceError,
    redis.RedisError,
)
"""Storage cannot be reached, or is full. Checkpoints use psycopg without Django, so both families count."""

FULL = "The disk is full, so this was not saved. Nothing else was lost. Free some space and try again."
SILENT = "The database is not answering right now. What you saved before is safe. Try again in a moment."


def is_full(error: BaseException) -> bool:
    """Tell whether an error means that there is no space left on the disk."""
    text = str(error).lower()
    return "no space left" in text or "disk full" in text or "misconf" in text


def words_for(error: BaseException) -> str:
    """Say in plain words what a failing database or Redis means for the person."""
    return FULL if is_full(error) else SILENT
