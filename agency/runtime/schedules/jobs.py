"""What a kind of schedule starts. Higher layers register theirs."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext as _

from agency.models import Schedule
from ownyou.lib.errors import InvalidInput

Job = Callable[[Schedule, datetime], None]
"""Gets the schedule and the slot. May be called again for the same slot when it died before its end."""

_jobs: dict[str, Job] = {}


def register_job(kind: str, job: Job) -> None:
    """Say what schedules of this kind start."""
    _jobs[kind] = job


def check_kind(kind: str) -> None:
    """Raise `InvalidInput` for a kind that nobody registered."""
    if kind not in _jobs:
        raise InvalidInput(
            _("There is nothing called “%(kind)s” that could be scheduled.") % {"kind": kind}, field="kind"
        )


def job_of(kind: str) -> Job | None:
    """The job of a kind; None when this version knows it no more."""
    return _jobs.get(kind)
