"""Celery tasks of the runtime. They carry ids only."""

from __future__ import annotations

from uuid import UUID

from celery import shared_task

from agency.runtime import driving, watchdog
from agency.runtime.schedules import sweep


@shared_task(name="agency.runtime.drive_thread")
def drive_thread(thread_id: str) -> None:
    """Drive a thread until it waits, ends or fails."""
    driving.drive(UUID(thread_id))


@shared_task(name="agency.runtime.watch_threads", expires=30)
def watch_threads() -> None:
    """Find threads that a dead worker or a lost message left behind."""
    watchdog.watch()


@shared_task(name="agency.runtime.retire_threads")
def retire_threads() -> None:
    """Archive what is over and delete its checkpoints."""
    watchdog.retire()


@shared_task(name="agency.runtime.sweep_schedules", expires=30)
def sweep_schedules() -> None:
    """Start the schedules that are due."""
    sweep.sweep()


@shared_task(name="agency.runtime.run_schedule")
def run_schedule(run_id: str) -> None:
    """Do the job of one slot of a schedule."""
    sweep.run(UUID(run_id))
