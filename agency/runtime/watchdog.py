"""Finding what a dead worker or a lost message left behind, and retiring what is over."""

from __future__ import annotations

import logging
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from agency.models import Thread
from agency.runtime import checkpoints, driving
from agency.runtime.graphs import known, newest
from agency.runtime.threads import enqueue_after_commit

log = logging.getLogger(__name__)
BATCH = 200
KEEP_DONE = timedelta(days=30)
KEEP_FAILED = timedelta(days=7)


def watch() -> None:
    """Return crashed threads to the queue and send lost messages again."""
    _revive_crashed()
    _send_again()


def _revive_crashed() -> None:
    stale = timezone.now() - timedelta(seconds=settings.THREAD_STALE_SECONDS)
    rows = Thread.objects.filter(status=Thread.Status.RUNNING, heartbeat_at__lt=stale)
    for thread in rows.order_by("heartbeat_at")[:BATCH]:
        try:
            _revive(thread)
        except Exception:  # the edge of this job: one thread must not keep the others from being found
            log.exception("thread %s could not be revived", thread.pk)


def _revive(thread: Thread) -> None:
    log.warning("thread %s lost its worker (%d times)", thread.pk, thread.attempt + 1)
    if thread.attempt + 1 >= settings.THREAD_MOST_ATTEMPTS:
        with override(thread.user.language):
            driving.fail(thread, _("The program that worked on this died several times. You can try again."))
        return
    with transaction.atomic():
        if Thread.objects.filter(
            pk=thread.pk,
            status=Thread.Status.RUNNING,
            revision=thread.revision,
            heartbeat_at=thread.heartbeat_at,
        ).update(status=Thread.Status.READY, attempt=thread.attempt + 1, updated_at=timezone.now()):
            enqueue_after_commit(thread.pk, thread.queue)


def _send_again() -> None:
    late = timezone.now() - timedelta(seconds=settings.WATCHDOG_SECONDS)
    with transaction.atomic():
        rows = list(
            Thread.objects.select_for_update(skip_locked=True)
            .filter(status=Thread.Status.READY, updated_at__lt=late)
            .order_by("updated_at")[:BATCH]
        )
        Thread.objects.filter(pk__in=[row.pk for row in rows]).update(updated_at=timezone.now())
        for row in rows:
            enqueue_after_commit(row.pk, row.queue)


def retire() -> None:
    """Put threads that ended long ago away: their subject keeps the final state, their checkpoints go."""
    now = timezone.now()
    over = Q(status=Thread.Status.FAILED, ended_at__lt=now - KEEP_FAILED) | Q(
        status__in=[Thread.Status.DONE, Thread.Status.CANCELLED], ended_at__lt=now - KEEP_DONE
    )
    for thread in Thread.objects.filter(over, archived_at=None).order_by("ended_at")[:BATCH]:
        try:
            _retire(thread, now)
        except Exception:  # the edge of this job: one thread must not keep the others from being put away
            log.exception("thread %s could not be put away", thread.pk)


def _retire(thread: Thread, now: datetime) -> None:
    retired = newest(thread.graph).retired if known(thread.graph) else None
    if retired is not None:
        retired(thread, checkpoints.final_state(thread.pk))
    checkpoints.delete_thread(thread.pk)
    Thread.objects.filter(pk=thread.pk).update(archived_at=now)
