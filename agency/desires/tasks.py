"""Celery tasks of desires. They carry ids only."""

from __future__ import annotations

from celery import shared_task

from agency.desires.noticing import looking


@shared_task(name="agency.desires.look_for_all", expires=1800)
def look_for_all() -> None:
    """Look at what people did lately, for wishes that they did not say."""
    looking.look_for_all()
