"""Putting missions away: what a run came to stays in memory, readable long after its checkpoints are gone."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from agency.models import Thread
from memory.names import ARCHIVED
from memory.provenance import Provenance, ProvenanceKind
from memory.writing import remember
from missions.levels.complex import drafts
from missions.models import Mission, Subgoal
from trust.models import Decision

PLAIN = (str, int, float, bool)
"""What a graph's state holds: ids, numbers and enumerations."""


def put_away(thread: Thread, state: dict[str, Any]) -> None:
    """Keep the final state of a mission's newest run, and move the mission to the archive.

    Doing it twice changes nothing. Earlier runs, that handed over, leave nothing.
    """
    mission = Mission.objects.filter(pk=thread.subject_id).select_related("user").first()
    newest = Thread.objects.about(thread.subject_kind, thread.subject_id).order_by("-created_at").first()
    if mission is None or newest is None or newest.pk != thread.pk or mission.status not in Mission.ENDED:
        return
    title = (mission.result or {}).get("title", "")
    remember(
        user=mission.user,
        namespace=(ARCHIVED, str(mission.user_id)),
        key=str(mission.pk),
        value=_kept(mission, thread, state),
        text=f"{mission.goal}: {title or Mission.Status(mission.status).label}.",
        provenance=Provenance(ProvenanceKind.MISSION, mission.pk),
        stated=False,
    )
    Mission.objects.filter(pk=mission.pk, archived_at=None).update(archived_at=timezone.now())


def _kept(mission: Mission, thread: Thread, state: dict[str, Any]) -> dict[str, Any]:
    asked = Decision.objects.filter(subject_id=mission.pk).order_by("created_at")
    return {
        "mission_id": str(mission.pk),
        "mission_type": mission.mission_type,
        "level": mission.level,
        "goal": mission.goal,
        "status": mission.status,
        "slots": mission.slots,
        "result": mission.result,
        "problem": mission.problem,
        "parts": [
            {"key": row.key, "status": row.status, "chosen": [offer["title"] for offer in row.chosen]}
            for row in Subgoal.objects.of(mission)
        ],
        "asked": [_answered(decision) for decision in asked],
        "files": [row.path for row in drafts.files_of(mission)],
        "state": {name: value for name, value in state.items() if isinstance(value, PLAIN)},
        "graph": thread.graph,
        "version": thread.version,
    }


def _answered(decision: Decision) -> dict[str, str]:
    given: dict[str, Any] = decision.answer or {}
    return {"title": decision.title, "verdict": decision.verdict, "text": str(given.get("text", ""))}
