"""Celery tasks of trust. They carry ids only."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task
from django.utils import timezone

from trust import mailing
from trust.ledger import settling, sweeping, taking_back
from trust.sweeping import sweep


@shared_task(name="trust.perform_act")
def perform_act(action_id: str) -> None:
    """Perform an approved act that no run waits for."""
    sweeping.perform_alone(UUID(action_id))


@shared_task(name="trust.undo_act")
def undo_act(action_id: str) -> None:
    """Take an act back."""
    taking_back.take_back(UUID(action_id))


@shared_task(name="trust.settle_act")
def settle_act(action_id: str) -> None:
    """Look whether an act happened."""
    settling.look(UUID(action_id))


@shared_task(name="trust.sweep", expires=30)
def sweep_trust() -> None:
    """Expire, remind, hand out what is due, find what was lost."""
    sweep()


@shared_task(name="trust.mail_notices", expires=60)
def mail_notices() -> None:
    """Mail the notices that are to be mailed."""
    mailing.mail_due(timezone.now())
