"""A mission in short, as lists show it. The card of its own page has more: `missions.cards`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal
from uuid import UUID

from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from missions import open_goals
from missions.models import Mission, SourceReport, Subgoal
from ownyou.lib.cards import Card
from ownyou.lib.prepared import prepared_cursor
from ownyou.lib.text import shorten
from trust.cards import DecisionCard, card_of
from trust.models import Action, Decision

S = Mission.Status
PROGRESS = {
    S.CREATED: 5,
    S.QUEUED: 0,
    S.PLANNING: 15,
    S.EXECUTING: 45,
    S.REFLECTING: 70,
    S.REPLANNING: 40,
    S.INTERRUPTED: 80,
    S.COMPLETED: 100,
    S.FAILED: 100,
    S.ABANDONED: 100,
}


STATUS_WORDS = {
    S.CREATED: gettext_lazy("Starting"),
    S.QUEUED: gettext_lazy("In the queue"),
    S.PLANNING: gettext_lazy("Planning"),
    S.EXECUTING: gettext_lazy("Searching"),
    S.REFLECTING: gettext_lazy("Comparing"),
    S.REPLANNING: gettext_lazy("Trying another way"),
    S.PAUSED: gettext_lazy("Paused"),
    S.COMPLETED: gettext_lazy("Done"),
    S.FAILED: gettext_lazy("Did not work"),
    S.ABANDONED: gettext_lazy("Given up"),
}
NEXT_WORDS = {
    S.CREATED: gettext_lazy("I am reading your goal."),
    S.PLANNING: gettext_lazy("I am working out where to look."),
    S.EXECUTING: gettext_lazy("I am asking the sources."),
    S.REFLECTING: gettext_lazy("I am checking whether this is good enough."),
    S.REPLANNING: gettext_lazy("Too little was found, so I look further."),
    S.PAUSED: gettext_lazy("Nothing happens until you let it go on."),
    S.FAILED: gettext_lazy("You can try again; what was found is kept."),
    S.COMPLETED: gettext_lazy("Tell me how I did, and I will do better next time."),
}
COLUMNS = (
    "user",
    "goal",
    "mission_type",
    "level",
    "status",
    "provisional",
    "problem",
    "round",
    "created_at",
    "updated_at",
    "completed_at",
    "estimated_completion",
    "archived_at",
)
"""What a row needs of a mission; its other columns are a person's words, and opening them takes time."""
URLS_KEPT = 4096


PARTS_LEVEL = 3
UNDER_WAY = (S.EXECUTING, S.INTERRUPTED, S.REFLECTING, S.REPLANNING, S.PAUSED)
PLANNED, DRAFTED = 10, 90
"""Per cent: once the parts are known, and once all of them are settled."""


@dataclass(frozen=True, slots=True)
class PartsDone:
    """How many of a mission's parts are settled."""

    settled: int
    all: int

    @property
    def per_cent(self) -> int:
        """How far the mission is."""
        return PLANNED + round((DRAFTED - PLANNED) * self.settled / self.all)

    @property
    def words(self) -> str:
        """The same in words."""
        words = ngettext("%(done)s of %(all)s part done", "%(done)s of %(all)s parts done", self.all)
        return words % {"done": self.settled, "all": self.all}


class MissionRow(Card):
    """A mission in a list."""

    id: UUID
    goal: str
    title: str
    mission_type: str
    level: int
    status: str
    status_words: str
    next_words: str
    tone: Literal["needs", "working", "done", "failed", "quiet"]
    provisional: bool
    progress: int
    progress_words: str
    created_at: datetime
    completed_at: datetime | None
    estimated_completion: datetime | None
    url: str
    can: set[str]
    problem: str | None
    decisions: list[DecisionCard]


def rows_for(missions: list[Mission], waiting: dict[UUID, list[Decision]] | None = None) -> list[MissionRow]:
    """Present missions with two or three more queries. Of what waits, only the best option is shown;
    `waiting` has it by mission, where it is known."""
    if waiting is None:
        waiting = waiting_of(mission.pk for mission in missions)
    asked, parts, held = _asked_of(missions), parts_of(missions), held_of(missions)
    return [
        MissionRow(
            **row_fields(
                mission,
                waiting.get(mission.pk, []),
                asked.get(mission.pk, []),
                parts.get(mission.pk),
                held.get(mission.pk),
            ),
            decisions=[card_of(decision, shown=1) for decision in waiting.get(mission.pk, [])],
        )
        for mission in missions
    ]


def waiting_of(ids: Iterable[UUID]) -> dict[UUID, list[Decision]]:
    """Return the open decisions of missions, oldest first."""
    found: dict[UUID, list[Decision]] = {}
    rows = Decision.objects.filter(subject_id__in=list(ids), status=Decision.Status.OPEN)
    for decision in rows.order_by("created_at"):
        found.setdefault(decision.subject_id, []).append(decision)  # type: ignore[arg-type]
    return found


def _asked_of(missions: list[Mission]) -> dict[UUID, list[str]]:
    """Return the statuses of the sources that working missions ask in their current round."""
    rounds = {mission.pk: mission.round for mission in missions if mission.status in Mission.WORKING}
    if not rounds:
        return {}
    with prepared_cursor() as cursor:
        cursor.execute(_REPORTED, {"missions": list(rounds)})
        rows = cursor.fetchall()
    asked: dict[UUID, list[str]] = {}
    for mission_id, number, status in rows:
        if number == rounds[mission_id]:
            asked.setdefault(mission_id, []).append(status)
    return asked


_REPORTED = f"""
SELECT mission_id, round, status FROM {SourceReport._meta.db_table}
WHERE mission_id = ANY(%(missions)s::uuid[])
"""


def parts_of(missions: list[Mission]) -> dict[UUID, PartsDone]:
    """How many of their parts are settled, of missions that are under way and have parts."""
    planned = [one.pk for one in missions if one.level == PARTS_LEVEL and one.status in UNDER_WAY]
    if not planned:
        return {}
    settled = Count("pk", filter=Q(status__in=Subgoal.SETTLED))
    rows = Subgoal.objects.filter(mission_id__in=planned).order_by().values("mission_id")
    counted = rows.annotate(all=Count("pk"), settled=settled)
    return {row["mission_id"]: PartsDone(row["settled"], row["all"]) for row in counted}


def held_of(missions: list[Mission]) -> dict[UUID, Action]:
    """The next act of each open goal at work that has its OK and is held back for a moment."""
    at_work = (mission for mission in missions if mission.status in Mission.WORKING)
    ids = [mission.pk for mission in at_work if mission.mission_type == open_goals.TYPE]
    if not ids:
        return {}
    rows = Action.objects.filter(subject_id__in=ids, status=Action.Status.APPROVED)
    soon = rows.filter(not_before__gt=timezone.now()).order_by("-not_before")
    return {action.subject_id: action for action in soon if action.subject_id}


def row_fields(
    mission: Mission,
    waiting: list[Decision],
    asked: list[str],
    parts: PartsDone | None = None,
    held: Action | None = None,
) -> dict[str, Any]:
    """The fields of a row, except its decisions. `asked`: the statuses of the sources of this round; `held`:
    an act of it that is about to happen.

    A mission with parts is as far on as its parts are, whatever one of them does at the moment. One that has
    asked stands as asking, also in the moment before its run has come to rest.
    """
    stands = S.INTERRUPTED if waiting and mission.status in Mission.WORKING else S(mission.status)
    return {
        "id": mission.pk,
        "goal": mission.goal,
        "title": shorten(mission.goal, 80),
        "mission_type": mission.mission_type,
        "level": mission.level,
        "status": mission.status,
        "status_words": _("About to happen") if held and not waiting else status_words(stands),
        "next_words": _held_words(held) if held and not waiting else _next_words(mission, waiting),
        "tone": _tone(stands),
        "provisional": mission.provisional,
        "progress": parts.per_cent if parts else PROGRESS.get(stands, 50),
        "progress_words": parts.words if parts else _progress_words(stands, asked),
        "created_at": mission.created_at,
        "completed_at": mission.completed_at,
        "estimated_completion": mission.estimated_completion,
        "url": url_of_mission(mission.pk),
        "can": _can(mission),
        "problem": mission.problem,
    }


@lru_cache(maxsize=URLS_KEPT)
def url_of_mission(mission_id: UUID) -> str:
    """The page of a mission."""
    return reverse("mission", args=[mission_id])


def status_words(status: Mission.Status) -> str:
    """How a mission stands, in words."""
    return _("Asks you") if status == S.INTERRUPTED else str(STATUS_WORDS.get(status, status))


def _held_words(held: Action) -> str:
    return _("%(title)s: in a moment. Until then you can stop it.") % {"title": held.title}


def _next_words(mission: Mission, waiting: list[Decision]) -> str:
    if waiting and mission.status not in (S.PAUSED, *Mission.ENDED):
        return str(waiting[0].title)
    return str(NEXT_WORDS.get(S(mission.status), ""))


def _tone(status: Mission.Status) -> Literal["needs", "working", "done", "failed", "quiet"]:
    if status == S.INTERRUPTED:
        return "needs"
    if status in Mission.WORKING:
        return "working"
    if status == S.COMPLETED:
        return "done"
    return "failed" if status == S.FAILED else "quiet"


def _progress_words(status: Mission.Status, asked: list[str]) -> str:
    if status not in Mission.WORKING or not asked:
        return ""
    answered = sum(status == SourceReport.Status.ANSWERED for status in asked)
    return ngettext(
        "%(answered)d of %(all)d source answered", "%(answered)d of %(all)d sources answered", len(asked)
    ) % {"answered": answered, "all": len(asked)}


def _can(mission: Mission) -> set[str]:
    can: set[str] = set()
    if mission.status in (*Mission.WORKING, S.INTERRUPTED) and mission.status != S.CREATED:
        can |= {"pause"}
    if mission.status not in (S.COMPLETED, S.ABANDONED):
        can |= {"cancel"}
    if mission.status == S.PAUSED:
        can |= {"resume"}
    if mission.status == S.FAILED:
        can |= {"retry", "feedback"}
    if mission.status in (S.COMPLETED, S.ABANDONED):
        can |= {"again", "feedback"}
    if mission.status in Mission.ENDED and mission.archived_at is None:
        can |= {"archive"}
    return can
