"""What a completed mission teaches without words: favourites, preferred retailers, and that it happened."""

from __future__ import annotations

from uuid import UUID

from memory.names import COMPLETED, preferences_of
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import remember
from missions.brief import Brief
from missions.levels.desk import brief_of
from missions.models import Mission
from missions.plugins.base import Learning
from missions.plugins.discovery import type_named
from trust.models import User


def learn_from_choice(mission_id: UUID) -> None:
    """Remember the choice and the mission. Doing it twice changes nothing."""
    mission = Mission.objects.select_related("user").get(pk=mission_id)
    if mission.result is None:
        return
    option = mission.result["option"]
    brief = brief_of(mission)
    for learning in type_named(mission.mission_type).learnings(option, brief):
        _remember(mission.user, mission, learning)
    _remember_mission(mission.user, mission, brief)


def _remember(user: User, mission: Mission, learning: Learning) -> None:
    remember(
        user=user,
        namespace=preferences_of(user),
        key=learning.key,
        value=learning.value,
        text=learning.sentence,
        provenance=Provenance(ProvenanceKind.CHOICE, mission.pk),
        stated=False,
        confidence=0.8,
    )


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
        text=f"{mission.goal}: you chose {title}.",
        provenance=Provenance(ProvenanceKind.MISSION, mission.pk),
    )
