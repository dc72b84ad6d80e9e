"""Looking at what is new: every hour for whom there is something to look at."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from django.db.models import BigIntegerField, Exists, OuterRef, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce
from django.utils import timezone

from agency.desires.noticing.seen import MISSION
from agency.models import Desire, DesireCursor, Thread
from agency.runtime.threads import start_thread
from memory.models import MemoryRevision
from trust.activity import Subject
from trust.models import Activity, User

S = Desire.Stage
PROACTIVE: Final = "desire.proactive"
KIND: Final = "desires"
FADES_AFTER: Final = timedelta(days=1)
"""How often is looked at what may have faded, where there is nothing new."""


def look_for_all() -> int:
    """Start a look for everybody with something new, or something that may fade; returns how many."""
    return sum(start_look(user, PROACTIVE) is not None for user in due().iterator())


def due() -> QuerySet[User]:
    """The people for whom there is something to look at."""
    mine = DesireCursor.objects.filter(user=OuterRef("user"))
    news = MemoryRevision.objects.filter(user=OuterRef("pk"), id__gt=_after(mine, "revision"))
    goals = Activity.objects.filter(
        user=OuterRef("pk"),
        seq__gt=_after(mine, "seq"),
        kind=Activity.Kind.AGENT_STARTED,
        subject_kind=MISSION,
    )
    unplanned = Desire.objects.filter(user=OuterRef("pk"), plannings=0).at(S.NASCENT, S.PENDING)
    long_ago = Q(desire_cursor=None) | Q(desire_cursor__looked_at__lt=timezone.now() - FADES_AFTER)
    may_fade = Q(Exists(unplanned)) & long_ago
    return User.objects.filter(Q(Exists(news)) | Q(Exists(goals)) | may_fade, is_active=True)


def _after(cursors: QuerySet[DesireCursor], column: str) -> Coalesce:
    return Coalesce(Subquery(cursors.values(column)[:1]), Value(0), output_field=BigIntegerField())


def start_look(user: User, graph: str) -> Thread | None:
    """Start a look for a person, unless one is at work for them."""
    if Thread.objects.about(KIND, user.pk).filter(user=user).live().exists():
        return None
    return start_thread(user_id=user.pk, graph=graph, subject=Subject(KIND, user.pk))
