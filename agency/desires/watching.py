"""Desires that stopped moving: noticed, told of, and put back where nothing of them runs any more.

The runtime's watchdog brings back runs whose worker died. This one finds what it cannot: desires whose run
has ended without moving them on, waits for nothing, or has shown nothing for long.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from agency.desires import lifecycle, services, spawning, telling
from agency.desires.executing import plan_of
from agency.models import Desire, Thread
from ownyou.lib.errors import Conflict
from trust.models import Action, Decision, Notification
from trust.notices import notify

log = logging.getLogger(__name__)
S, A, T = Desire.Stage, Action.Status, Thread.Status
WATCHED = (S.PLANNING, S.REVIEWING, S.EXECUTING, S.ASSESSING)
UNDER_WAY = (A.PROPOSED, A.WAITING, A.APPROVED, A.CLAIMED)
BATCH = 200


class Stuck(StrEnum):
    """How a desire can be stuck."""

    OVER = "over"
    """Its run has ended, and has not moved it on."""
    IDLE = "idle"
    """Its run waits, and for nothing."""
    STILL = "still"
    """Its run is said to work, and shows nothing for long."""


def watch() -> None:
    """One round over the desires that are at work. What it does not get to, the next round finds."""
    quiet = timezone.now() - timedelta(seconds=settings.DESIRE_QUIET_SECONDS)
    rows = Desire.objects.at(*WATCHED).filter(updated_at__lt=quiet).select_related("user")
    for desire in rows.order_by("updated_at")[:BATCH]:
        try:
            look_after(desire)
        except Exception:  # the edge of this job: one desire must not keep the others from being found
            log.exception("desire %s could not be looked after", desire.pk)


def look_after(desire: Desire) -> None:
    """Put a desire back to its last sound stage when nothing of it runs; else say that it does not move."""
    how = how_stuck(desire)
    if how is None:
        Desire.objects.filter(pk=desire.pk).exclude(stuck_since=None).update(stuck_since=None)
        return
    with override(desire.user.language):
        if how is Stuck.STILL:
            _mark(desire, _("It has shown nothing for a while. You can put it back a step."))
        else:
            _put_back(desire)


def how_stuck(desire: Desire) -> Stuck | None:
    """How a desire is stuck; None while anything of it moves or waits for the person."""
    runs = list(Thread.objects.about(lifecycle.KIND, desire.pk).live())
    if not runs:
        return Stuck.OVER
    idle = all(run.status == T.WAITING and not _waits_for_something(run) for run in runs)
    if idle and not spawning.under_way(desire, plan_of(desire)):
        return Stuck.IDLE
    still = timezone.now() - timedelta(seconds=settings.DESIRE_STILL_SECONDS)
    working = [run for run in runs if run.status == T.RUNNING]
    if working and all(_last_sign(desire, run) < still for run in working):
        return Stuck.STILL
    return None


def _waits_for_something(run: Thread) -> bool:
    """Whether a waiting run has a question open, or acts that are held back or being done."""
    if Decision.objects.open().filter(thread_id=run.pk).exists():
        return True
    return Action.objects.filter(thread_id=run.pk, status__in=UNDER_WAY).exists()


def _last_sign(desire: Desire, run: Thread) -> datetime:
    newest = desire.entries.order_by("-at").values_list("at", flat=True).first()
    return max(filter(None, (desire.updated_at, run.updated_at, newest)))


def _put_back(desire: Desire) -> None:
    words = _("It stopped while it was at “%(stage)s”. What was done stays done.") % {
        "stage": str(S(desire.stage).label)
    }
    try:
        services.put_back(desire, words, problem=words)
    except Conflict as error:
        if Desire.objects.filter(pk=desire.pk, stage=desire.stage, updated_at=desire.updated_at).exists():
            _mark(desire, error.message)
        return
    log.warning("desire %s was stuck and put back to %s", desire.pk, desire.stage)
    _notify(desire, words)


def _mark(desire: Desire, words: str) -> None:
    """Say once, on its page, in the feed and as a notice, that a desire does not move."""
    if not Desire.objects.filter(pk=desire.pk, stuck_since=None).update(stuck_since=timezone.now()):
        return
    lifecycle.note(desire, "stuck", stage=desire.stage)
    lifecycle.tell(desire, words)
    _notify(desire, words)


def _notify(desire: Desire, words: str) -> None:
    """A notice for each planning and execution that got stuck, unless the person wants none."""
    way = telling.way_of(desire.user, telling.What.NEEDS)
    if way is telling.By.FEED:
        return
    notify(
        user_id=desire.user_id,
        key=f"desire-stuck:{desire.pk}:{desire.plannings}:{desire.executions}",
        kind=Notification.Kind.FAILED,
        text=f"{desire.title}: {words}",
        url=f"/agency/{desire.pk}/",
        mail=way is telling.By.MAIL,
    )
