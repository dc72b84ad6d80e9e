"""Beat's scheduler: django-celery-beat, touching only the rows of the system's own jobs."""

from __future__ import annotations

from typing import Any

from django_celery_beat.models import PeriodicTask
from django_celery_beat.schedulers import DatabaseScheduler

PREFIX = "ownyou: "


class SystemScheduler(DatabaseScheduler):  # type: ignore[misc]
    """Writes the schedule of the settings to rows at start and removes rows of ours that left it."""

    def setup_schedule(self) -> None:
        configured: dict[str, Any] = self.app.conf.beat_schedule
        PeriodicTask.objects.filter(name__startswith=PREFIX).exclude(name__in=configured).delete()
        self.update_from_dict(configured)
