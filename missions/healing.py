"""Work that stands still with nobody to go on with it: found by a sweep, and let go on, or ended so that it
can be tried again.

A run moves its mission or part in the transaction that ends it, so this comes about by a fault only: a part
that works by a run that is over, a mission that works with no run, a run that is paused while its mission is
not.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from agency.models import Thread
from agency.runtime.threads import resume_thread, wake_thread
from missions import services, subgoals
from missions.models import Mission, Subgoal
from missions.runs import thread_of
from ownyou.lib.prepared import prepared_cursor
from trust import decisions
from trust.models import Decision

log = logging.getLogger(__name__)
MOST: Final = 100


def heal() -> None:
    """Look once for all kinds of work that nobody goes on with."""
    facts = _facts()
    for sql, mend in _LOOKS:
        for found in _found(sql, facts):
            _mended(sql, facts | {"only": found}, mend, found)


def _mended(sql: str, facts: dict[str, Any], mend: Callable[[UUID], bool], found: UUID) -> None:
    """Mend what is still as it was found; what somebody moves just now is let be."""
    try:
        with transaction.atomic():
            if found in _found(sql + _HELD, facts) and mend(found):
                log.warning("%s: %s", mend.__name__.strip("_"), found)
    except Exception:  # the edge of this job: one row must not keep the others from being found
        log.exception("%s failed for %s", mend.__name__.strip("_"), found)


def _facts() -> dict[str, Any]:
    return {
        "before": timezone.now() - timedelta(seconds=settings.MISSION_QUIET_SECONDS),
        "waiting": Thread.Status.WAITING.value,
        "open": Decision.Status.OPEN.value,
        "paused": Thread.Status.PAUSED.value,
        "over": [status.value for status in Thread.ENDED],
        "stopped": [Mission.Status.PAUSED.value, *(status.value for status in Mission.ENDED)],
        "working": [status.value for status in Mission.WORKING],
        "under_way": [status.value for status in Subgoal.UNDER_WAY],
        "only": None,
        "most": MOST,
    }


def _found(sql: str, facts: dict[str, Any]) -> list[UUID]:
    with prepared_cursor() as cursor:
        cursor.execute(sql, facts)
        return [pk for (pk,) in cursor.fetchall()]


_THREADS, _MISSIONS, _PARTS = (model._meta.db_table for model in (Thread, Mission, Subgoal))
_LEFT_PAUSED = f"""
SELECT thread.id FROM {_THREADS} AS thread
LEFT JOIN {_PARTS} AS part ON thread.subject_kind = 'subgoal' AND part.thread_id = thread.id
JOIN {_MISSIONS} AS mission ON mission.id = part.mission_id
    OR (thread.subject_kind = 'mission' AND mission.id = thread.subject_id)
WHERE thread.status = %(paused)s AND thread.updated_at < %(before)s
    AND NOT mission.status = ANY(%(stopped)s) AND mission.updated_at < %(before)s
    AND thread.id = COALESCE(%(only)s, thread.id)
LIMIT %(most)s
"""
_LEFT_PARTS = f"""
SELECT part.id FROM {_PARTS} AS part
JOIN {_MISSIONS} AS mission ON mission.id = part.mission_id
LEFT JOIN {_THREADS} AS thread ON thread.id = part.thread_id
WHERE part.status = ANY(%(under_way)s) AND part.updated_at < %(before)s
    AND (thread.id IS NULL OR (thread.status = ANY(%(over)s) AND thread.updated_at < %(before)s))
    AND NOT mission.status = ANY(%(stopped)s)
    AND part.id = COALESCE(%(only)s, part.id)
LIMIT %(most)s
"""
_LEFT_ASLEEP = f"""
SELECT thread.id FROM {_MISSIONS} AS mission
JOIN {_THREADS} AS thread ON thread.subject_kind = 'mission' AND thread.subject_id = mission.id
WHERE mission.status = ANY(%(working)s) AND mission.updated_at < %(before)s
    AND thread.status = %(waiting)s AND thread.updated_at < %(before)s
    AND thread.id = COALESCE(%(only)s, thread.id)
    AND NOT EXISTS (
        SELECT FROM {_THREADS} AS child
        WHERE child.parent_id = thread.id AND NOT child.status = ANY(%(over)s))
    AND NOT EXISTS (
        SELECT FROM {Decision._meta.db_table} AS asked
        WHERE asked.thread_id = thread.id AND asked.status = %(open)s)
LIMIT %(most)s
"""
_LEFT_MISSIONS = f"""
SELECT mission.id FROM {_MISSIONS} AS mission
WHERE mission.status = ANY(%(working)s) AND mission.updated_at < %(before)s
    AND mission.id = COALESCE(%(only)s, mission.id) AND NOT EXISTS (
    SELECT FROM {_THREADS} AS thread
    WHERE thread.subject_kind = 'mission' AND thread.subject_id = mission.id
        AND NOT (thread.status = ANY(%(over)s) AND thread.updated_at < %(before)s))
LIMIT %(most)s
"""

_HELD = " FOR NO KEY UPDATE OF mission SKIP LOCKED"


def _go_on(thread_id: UUID) -> bool:
    """Let a run go on that is paused while its mission is not."""
    resume_thread(thread_id)
    return True


def _wake(thread_id: UUID) -> bool:
    """Let a run look again that waits for nothing any more, or for what happens without it."""
    wake_thread(thread_id)
    return True


def _end_part(part_id: UUID) -> bool:
    """Note that a part broke down, so that its mission takes what is ready for that or asks what now."""
    part = Subgoal.objects.select_related("mission", "user").get(pk=part_id)
    own = thread_of(part.mission)
    with override(part.user.language):
        if part.thread_id is not None:
            decisions.close(thread_id=part.thread_id, status=Decision.Status.SUPERSEDED)
        if own is not None:
            wake_thread(own.pk)
        return subgoals.broke(part, _("Its work came to an end without a result."))


def _end_mission(mission_id: UUID) -> bool:
    """End a mission that nobody works on as failed; it can be tried again."""
    mission = Mission.objects.select_related("user").get(pk=mission_id)
    with override(mission.user.language):
        decisions.close(subject_id=mission.pk, status=Decision.Status.SUPERSEDED)
        return services.fail(mission, _("The work came to an end without a result."))


_LOOKS: Final = (
    (_LEFT_PAUSED, _go_on),
    (_LEFT_PARTS, _end_part),
    (_LEFT_ASLEEP, _wake),
    (_LEFT_MISSIONS, _end_mission),
)
