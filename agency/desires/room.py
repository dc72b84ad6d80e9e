"""How many desires a person may have that have not ended."""

from __future__ import annotations

from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _

from agency.models import Desire
from ownyou.lib.errors import Conflict
from trust.models import User

MOST_DESIRES: Final = 500
MOST_IN_WORDS_OF_OTHERS: Final = 100


def has_room(user: User, *, tainted: bool = False) -> bool:
    """Whether a person may have one more desire that has not ended. What was noticed in words of others
    (`tainted`), and nobody took up, takes no room of theirs and has its own."""
    theirs = Q(tainted=True, stage=Desire.Stage.NASCENT)
    rows = Desire.objects.of(user).filter(theirs if tainted else ~theirs)
    most = MOST_IN_WORDS_OF_OTHERS if tainted else MOST_DESIRES
    return rows.exclude(stage__in=Desire.ENDED).count() < most


def may_come_back(desire: Desire) -> bool:
    """Whether a desire may be worked on again: one that has ended needs room, as does one in words of others
    that was only noticed."""
    is_new = desire.stage in Desire.ENDED or (desire.tainted and desire.stage == Desire.Stage.NASCENT)
    return not is_new or has_room(desire.user)


def full() -> Conflict:
    """What to say where no more fit."""
    return Conflict(_("You have as many desires as can be pursued. Let one go first."))
