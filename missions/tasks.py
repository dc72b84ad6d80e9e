"""Celery tasks of missions. They carry ids only."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from missions import healing, learning


@shared_task(name="missions.learn_from_choice")
def learn_from_choice(mission_id: str) -> None:
    """Remember what a completed mission teaches without words."""
    learning.learn_from_choice(UUID(mission_id))


@shared_task(name="missions.learn_what_was_missed", expires=300)
def learn_what_was_missed() -> None:
    """Learn from completed missions that no message led to."""
    learning.learn_what_was_missed()


@shared_task(name="missions.heal", expires=300)
def heal() -> None:
    """Let go on, or end, what works with nobody working on it."""
    healing.heal()
