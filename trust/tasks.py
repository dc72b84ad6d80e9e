"""Celery tasks of trust. They carry ids only."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from trust.ledger import performing


@shared_task(name="trust.perform_act")
def perform_act(action_id: str) -> None:
    """Perform an approved act that no run waits for."""
    performing.perform(UUID(action_id))
