"""Feedback as the source of a memory, in words: "from your feedback on Dinner in Paris"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from feedback.models import Feedback
from memory.provenance import Described
from ownyou.lib.text import shorten
from trust.models import User

TITLE_LENGTH = 60


def describe_feedback(user: User, ids: Iterable[UUID]) -> Mapping[UUID, Described]:
    """Say which mission each piece of feedback was about, and link it."""
    rows = Feedback.objects.filter(user=user, words_id__in=list(ids)).select_related("mission")
    return {
        row.words_id: Described(
            _("from your feedback on “%(goal)s”") % {"goal": shorten(row.mission.goal, TITLE_LENGTH)},
            reverse("mission", args=[row.mission_id]),
        )
        for row in rows
    }
