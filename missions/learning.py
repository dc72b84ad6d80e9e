"""What a completed mission teaches without words: favourites, preferred retailers, and that it happened."""

from __future__ import annotations

import logging
from datetime import timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from memory.names import COMPLETED, preferences_of
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import remember, withdraw
from missions import subgoals
from missions.brief import Brief
from missions.levels.briefs import brief_of
from missions.levels.complex import drafts
from missions.models import Mission
from missions.plugins.base import Learning
from missions.plugins.complex import ComplexMission
from missions.plugins.discovery import type_named
from trust.models import User

log = logging.getLogger(__name__)
SOON = timedelta(minutes=1)
"""How long the message that a mission was completed may take, before the sweep does without it."""
TOO_LATE = timedelta(days=30)
BATCH = 100


def learn_from_choice(mission_id: UUID) -> None:
    """Remember the choice and the mission, and note that on its row. Doing it twice changes nothing, and a
    choice that is taken back meanwhile waits, or teaches nothing."""
    with transaction.atomic():
        held = Mission.objects.select_related("user").select_for_update(of=("self",), no_key=True)
        mission = held.get(pk=mission_id)
        if mission.learned_at is not None or mission.result is None:
            return
        brief = brief_of(mission)
        with override(mission.user.language):
            for learning in _learnings(mission, brief):
                _remember(mission.user, mission, learning)
            _remember_mission(mission.user, mission, brief)
        Mission.objects.filter(pk=mission.pk).update(learned_at=timezone.now())


def _learnings(mission: Mission, brief: Brief) -> list[Learning]:
    kind, result = type_named(mission.mission_type), mission.result or {}
    if isinstance(kind, ComplexMission) and "version" in result:
        draft = drafts.draft_of(mission, result["version"])
        return kind.learn(draft, brief, subgoals.done_of(mission))
    return kind.learnings(result.get("option", {}), brief)


def learn_what_was_missed() -> int:
    """Learn from completed missions whose message was lost, or whose worker died. Returns how many."""
    now = timezone.now()
    missed = Mission.objects.untaught().filter(completed_at__range=(now - TOO_LATE, now - SOON))
    return sum(_learned(pk) for pk in missed.order_by("completed_at").values_list("pk", flat=True)[:BATCH])


def _learned(mission_id: UUID) -> bool:
    try:
        learn_from_choice(mission_id)
    except Exception:  # the edge of this job: one mission must not keep the others from being learned from
        log.exception("nothing could be learned from mission %s", mission_id)
        return False
    return True


def _remember(user: User, mission: Mission, learning: Learning) -> None:
    cause = Provenance(ProvenanceKind.CHOICE, mission.pk)
    if learning.value is None:
        withdraw(user=user, namespace=preferences_of(user), key=learning.key, cause=cause)
        return
    remember(
        user=user,
        namespace=preferences_of(user),
        key=learning.key,
        value=learning.value,
        text=learning.sentence,
        provenance=cause,
        stated=False,
        confidence=0.8,
    )


def _in_words(goal: str, title: str) -> str:
    """What came of a goal; what was only done, and chosen from nothing, is called as it was asked for."""
    if not title or goal.startswith(title.rstrip("…. ")):
        return _("“%(goal)s”: done.") % {"goal": goal}
    return _("“%(goal)s”: you chose %(title)s.") % {"goal": goal, "title": title}


def _remember_mission(user: User, mission: Mission, brief: Brief) -> None:
    title = (mission.result or {}).get("title", "")
    remember(
        user=user,
        namespace=(COMPLETED, str(user.pk)),
        key=str(mission.pk),
        value={
            "mission_id": str(mission.pk),
            "mission_type": mission.mission_type,
            "goal": mission.goal,
            "chosen": title,
            "slots": brief.slots,
            "completed_at": mission.completed_at.isoformat() if mission.completed_at else None,
        },
        text=_in_words(mission.goal, title),
        provenance=Provenance(ProvenanceKind.MISSION, mission.pk),
    )
