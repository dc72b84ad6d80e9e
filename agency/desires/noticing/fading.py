"""Letting go of what nothing speaks for any more: visibly, and so that new evidence takes it up again."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from agency.desires import config, lifecycle, recurring
from agency.desires.noticing.proposing import strength_now
from agency.desires.noticing.strength import STALE
from agency.models import Desire, DesireEvidence
from trust import decisions
from trust.models import Decision, User

S = Desire.Stage
LOOSE_FOR: Final = timedelta(days=180)
"""How long evidence waits for more of its kind."""


def fade(user: User) -> int:
    """Give up desires that were never planned and have faded; returns how many. The feed says so of each."""
    DesireEvidence.objects.filter(user=user, desire=None, at__lt=timezone.now() - LOOSE_FOR).delete()
    waiting = Desire.objects.filter(user=user, plannings=0).at(S.NASCENT, S.PENDING)
    settings, faded = config.settings_of(user), 0
    for desire in waiting:
        desire.user = user
        if strength_now(desire, settings) < STALE:
            faded += _let_go(desire)
    return faded


def _let_go(desire: Desire) -> bool:
    with override(desire.user.language), transaction.atomic():
        decisions.close(subject_id=desire.pk, status=Decision.Status.CANCELLED)
        recurring.drop(desire)
        words = _("I let this go, since nothing has spoken for it in a long time: %(title)s")
        return lifecycle.move(desire, S.ABANDONED, words % {"title": desire.title})
