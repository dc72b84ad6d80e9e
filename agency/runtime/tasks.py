"""Celery tasks of the runtime. They carry ids only.

What they call is imported when they run: who only sends them, as the web does, need not load LangGraph.
"""

from __future__ import annotations

from uuid import UUID

from celery import shared_task


@shared_task(name="agency.runtime.drive_thread")
def drive_thread(thread_id: str) -> None:
    """Drive a thread until it waits, ends or fails."""
    from agency.runtime import driving

    driving.drive(UUID(thread_id))


@shared_task(name="agency.runtime.watch_threads", expires=30)
def watch_threads() -> None:
    """Find threads that a dead worker or a lost message left behind."""
    from agency.runtime import watchdog

    watchdog.watch()


@shared_task(name="agency.runtime.retire_threads")
def retire_threads() -> None:
    """Archive what is over and delete its checkpoints."""
    from agency.runtime import watchdog

    watchdog.retire()


@shared_task(name="agency.runtime.sweep_schedules", expires=30)
def sweep_schedules() -> None:
    """Start the schedules that are due."""
    from agency.runtime.schedules import sweep

    sweep.sweep()


@shared_task(name="agency.runtime.run_schedule")
def run_schedule(run_id: str) -> None:
    """Do the job of one slot of a schedule."""
    from agency.runtime.schedules import sweep

    sweep.run(UUID(run_id))
