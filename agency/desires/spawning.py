"""A wish that fits a mission type becomes a mission, by a tool that the missions offer, through the gate.

Which wishes fit is the missions' to say: they register it, and the tool, from above.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel

from agency.desires import lifecycle
from agency.models import Desire, Plan, Thread, ToolStep
from agency.plans.essence import AssetField, AssetLite, HopLite, MissionLite, PlanLite, ToAsset, ToolStepLite
from agency.runtime.threads import wake_thread
from ownyou.lib.ids import ID_VERSION, parse_id
from ownyou.lib.text import clean_line, shorten
from trust.models import Action, User
from trust.subjects import name_subjects, url_of_subject

BEGIN: Final = "missions.begin"
"""The tool that begins a mission: takes a `goal`, gives the id of the `mission`."""
SUBJECT: Final = "mission"
MOST_NAME = 80

Fits = Callable[[User, str], str]
"""The title of the mission type that a wish fits; empty for none."""
_fits: list[Fits] = []


def register_fits(fits: Fits) -> None:
    """Let the missions say which wishes fit one of their types."""
    _fits[:] = [fits]


def type_for(user: User, wish: str) -> str:
    """The title of the mission type that a wish fits; empty for none."""
    return next((title for fits in _fits if (title := fits(user, wish))), "")


def plan_of_mission(wish: str, title: str) -> PlanLite:
    """The plan of one hop that begins a mission for a wish."""
    what = _("a mission: %(type)s") % {"type": title}
    step = ToolStepLite(
        id="begin",
        tool=BEGIN,
        description=_("Begin a mission for it"),
        parameters={"goal": AssetField(state_asset="goal")},
        results={"mission": ToAsset(state_asset="mission")},
    )
    hop = HopLite(
        name=_("Begin a mission"),
        description=_("A mission of its own finds it, and asks you where the choice is yours"),
        inputs=["goal"],
        outputs=["mission"],
        rationale=_("It is the kind of thing that missions do: %(type)s.") % {"type": title},
        steps=[step],
    )
    mission = MissionLite(
        name=shorten(clean_line(wish), MOST_NAME),
        goal=wish,
        inputs=[AssetLite(name="goal", type="string:text", value=wish)],
        outputs=[AssetLite(name="mission", type="database_entity", description=what)],
    )
    return PlanLite(mission=mission, hops=[hop])


class Left(StrEnum):
    """How a mission was left before it was done."""

    GIVEN_UP = "given_up"
    DELETED = "deleted"
    TAKEN_BACK = "taken_back"


LEFT_WORDS: Final = {
    Left.GIVEN_UP: gettext_noop("Its mission was given up."),
    Left.DELETED: gettext_noop("You deleted its mission."),
    Left.TAKEN_BACK: gettext_noop("You took its mission back."),
}


@dataclass(frozen=True, slots=True)
class Stands:
    """How a mission stands. `left`: how it was left before it was done; `why`: what went wrong, in words;
    `made`: what came of it."""

    ended: bool
    done: bool = False
    left: Left | None = None
    why: str = ""
    made: str = ""


GONE: Final = Stands(ended=True, left=Left.DELETED)
UNBEGUN: Final = Stands(ended=True, left=Left.TAKEN_BACK)
TAKEN_BACK = (Action.Status.UNDOING, Action.Status.UNDONE)
BEGAN = (Action.Status.SUCCEEDED, Action.Status.UNDO_FAILED, *TAKEN_BACK)
StandsOf = Callable[[User, UUID], Stands | None]
_stands: list[StandsOf] = []


def register_stands(stands_of: StandsOf) -> None:
    """Let the missions say how one of theirs stands; None for one that is gone."""
    _stands[:] = [stands_of]


def begun_by(desire: Desire, plan: Plan) -> list[Stands]:
    """How the missions stand that a plan began; one whose beginning was undone was taken back."""
    steps = ToolStep.objects.filter(hop__plan=plan, tool=BEGIN).exclude(action_id=None)
    acts = Action.objects.filter(
        user_id=desire.user_id,
        pk__in=list(steps.values_list("action_id", flat=True)),
        status__in=BEGAN,
    )
    return [
        UNBEGUN if act.status in TAKEN_BACK else stands_of(desire.user, mission_id) or GONE
        for act in acts
        if (mission_id := parse_id(str((act.result or {}).get("mission", ""))))
        for stands_of in _stands
    ]


def under_way(desire: Desire, plan: Plan | None) -> bool:
    """Whether a mission that a plan began has not ended."""
    return plan is not None and not all(one.ended for one in begun_by(desire, plan))


def may_be_an_act(key: UUID | None) -> bool:
    """Whether a mission's key can be the id of an act that began it, told without a look: acts have ids of
    ours, and a browser makes keys of another version."""
    return key is not None and key.version == ID_VERSION


def mission_ended(act_id: UUID) -> None:
    """Wake the run of the desire whose act began a mission that has ended, in the transaction of the end."""
    acts = Action.objects.filter(pk=act_id, tool=BEGIN, subject_kind=lifecycle.KIND)
    for desire_id in acts.values_list("subject_id", flat=True):
        runs = Thread.objects.about(lifecycle.KIND, desire_id).live()
        for thread_id in runs.values_list("pk", flat=True):
            wake_thread(thread_id)


class MissionLink(BaseModel):
    """A mission that a desire began."""

    subject_kind: str = SUBJECT
    subject_id: UUID
    subject_title: str = ""
    url: str


def missions_of(desire: Desire) -> list[MissionLink]:
    """The missions that a desire began, newest first; those that are gone are left out."""
    acts = Action.objects.of(desire.user).filter(
        subject_kind=lifecycle.KIND, subject_id=desire.pk, tool=BEGIN, status=Action.Status.SUCCEEDED
    )
    found = [parse_id(str((act.result or {}).get("mission", ""))) for act in acts.order_by("-created_at")]
    links = [MissionLink(subject_id=one, url=url_of_subject(SUBJECT, one)) for one in found if one]
    name_subjects(desire.user, links)
    return [link for link in links if link.subject_title]
