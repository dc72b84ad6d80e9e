"""Missions as sources of memories: which one, with a link, for the memory page."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from memory.provenance import Described
from missions.models import Mission
from ownyou.lib.text import shorten
from trust.models import User

TITLE_LENGTH = 60


def describe_missions(user: User, ids: Iterable[UUID]) -> Mapping[UUID, Described]:
    """Say which mission a memory came from."""
    return _described(user, ids, _("from your mission “%(goal)s”"))


def describe_choices(user: User, ids: Iterable[UUID]) -> Mapping[UUID, Described]:
    """Say in which mission the choice was made that a memory came from."""
    return _described(user, ids, _("from what you chose for “%(goal)s”"))


def _described(user: User, ids: Iterable[UUID], words: str) -> dict[UUID, Described]:
    missions = Mission.objects.filter(user=user, pk__in=list(ids)).only("id", "user_id", "goal")
    return {
        mission.pk: Described(
            words % {"goal": shorten(mission.goal, TITLE_LENGTH)}, reverse("mission", args=[mission.pk])
        )
        for mission in missions
    }
