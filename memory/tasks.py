"""Celery tasks of memory."""

from __future__ import annotations

from celery import shared_task

from memory import notes


@shared_task(name="memory.drop_expired", expires=3600)
def drop_expired() -> None:
    """Remove agents' notes whose time is over."""
    notes.drop_expired()
