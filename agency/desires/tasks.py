"""Celery tasks of desires. They carry ids only."""

from __future__ import annotations

from celery import shared_task

from agency.desires import watching
from agency.desires.noticing import looking


@shared_task(name="agency.desires.look_for_all", expires=1800)
def look_for_all() -> None:
    """Look at what people did lately, for wishes that they did not say."""
    looking.look_for_all()


@shared_task(name="agency.desires.watch_desires", expires=60)
def watch_desires() -> None:
    """Find desires that stopped moving."""
    watching.watch()
