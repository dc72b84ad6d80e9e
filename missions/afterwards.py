"""How was it? Asked once, in the evening after the last day of a plan; each part of it can be rated then.

An evening on which it could not be asked is followed by the next, for as long as `EVENINGS` says.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from agency.models import Schedule
from agency.runtime.schedules.services import drop_schedule, end_schedule, set_schedule
from missions import lifecycle, subgoals
from missions.levels.briefs import brief_of
from missions.levels.complex import drafts
from missions.lifecycle import Line
from missions.models import Mission, Subgoal
from missions.plugins.base import Learning
from missions.plugins.complex import ComplexMission
from missions.plugins.discovery import type_named
from trust import notices
from trust.models import Activity, Notification, User

KIND: Final = "mission_afterwards"
AT: Final = time(18)
"""On the person's own clock, on the day after the last one of the plan."""

EVENINGS: Final = "FREQ=DAILY;COUNT=5"

OVER_ON: Final = "over_on"
"""The last day of what was planned, in a mission's result."""

PANEL: Final = "#feedback-place"


@dataclass(frozen=True, slots=True)
class RatedPart:
    """A part of a plan that can be rated: its key and its title."""

    key: str
    title: str


def ask_later(mission: Mission, over_on: date) -> None:
    """Have it asked on the day after `over_on`; tomorrow, where that has passed. Doing it twice is once."""
    tomorrow = timezone.localdate(timezone=mission.user.zone) + timedelta(days=1)
    set_schedule(
        user=mission.user,
        key=f"{KIND}:{mission.pk}",
        kind=KIND,
        rule=EVENINGS,
        at=AT,
        starts_on=max(over_on + timedelta(days=1), tomorrow),
        payload={"mission": str(mission.pk)},
    )


def ask(schedule: Schedule, slot: datetime) -> None:
    """The job of the schedule: tell the person once, unless they gave the mission up or deleted it.

    Where that fails, the schedule's next evening tries again.
    """
    mission_id = UUID(str((schedule.payload or {})["mission"]))
    mission = Mission.objects.select_related("user").filter(pk=mission_id, user_id=schedule.user_id).first()
    if mission is not None and mission.status == Mission.Status.COMPLETED and mission.result:
        _tell(mission, mission.result["title"])
    end_schedule(schedule)


def _tell(mission: Mission, title: str) -> None:
    with override(mission.user.language):
        text = _("How was it? %(title)s") % {"title": title}
    lifecycle.tell(mission, Line(text, Activity.Kind.APPROVAL_REQUIRED, key=f"mission:{mission.pk}:over"))
    notices.notify(
        user_id=mission.user_id,
        key=f"{KIND}:{mission.pk}",
        kind=Notification.Kind.NEWS,
        text=text,
        url=reverse("mission", args=[mission.pk]) + PANEL,
        mail=mission.user.notice_mail != User.NoticeMail.NEVER,
    )


def answered(mission: Mission) -> None:
    """Ask no more: the person said how it was by themselves."""
    drop_schedule(user=mission.user, key=f"{KIND}:{mission.pk}")


def is_over(mission: Mission) -> bool:
    """Whether the days of what was planned have passed; never for what has no days."""
    said = (mission.result or {}).get(OVER_ON)
    if mission.status != Mission.Status.COMPLETED or not said:
        return False
    return date.fromisoformat(said) < timezone.localdate(timezone=mission.user.zone)


def parts_to_rate(mission: Mission) -> list[RatedPart]:
    """The parts of a plan that is over and of which something was chosen, in its order."""
    if not is_over(mission):
        return []
    rows = Subgoal.objects.of(mission).filter(status=Subgoal.Status.DONE)
    return [RatedPart(row.key, row.title) for row in rows if row.chosen]


def taught_by(mission: Mission, stars: dict[str, int]) -> list[Learning]:
    """What the stars (1-5) of parts teach, by their keys."""
    kind, result = type_named(mission.mission_type), mission.result or {}
    if not stars or not isinstance(kind, ComplexMission) or "version" not in result:
        return []
    draft = drafts.draft_of(mission, result["version"])
    return kind.learn_from_stars(draft, brief_of(mission), subgoals.done_of(mission), stars)
