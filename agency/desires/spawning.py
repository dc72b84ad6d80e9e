"""A wish that fits a mission type becomes a mission, by a tool that the missions offer, through the gate.

Which wishes fit is the missions' to say: they register it, and the tool, from above.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final
from uuid import UUID

from django.utils.translation import gettext as _
from pydantic import BaseModel

from agency.desires import lifecycle
from agency.models import Desire
from agency.plans.essence import AssetField, AssetLite, HopLite, MissionLite, PlanLite, ToAsset, ToolStepLite
from ownyou.lib.ids import parse_id
from ownyou.lib.text import clean_line, shorten
from trust.cards import name_subjects, url_of_subject
from trust.models import Action, User

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
