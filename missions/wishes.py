"""Missions that desires begin: which wishes fit a type, and the tool that begins one through the gate."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pydantic import BaseModel, Field, JsonValue

from agency.desires import spawning
from agency.tools.shapes import Words
from missions import services
from missions.models import Mission
from missions.open_goals import TYPE as OPEN_GOAL
from missions.plugins.discovery import is_built, type_named
from missions.understanding import SURE, kind_by_rules
from ownyou.lib.errors import Conflict, NotFound, OwnYouError
from ownyou.lib.text import clean_line, shorten
from trust.models import User
from trust.tools import Done, Errand, Kind, Risk, ToolFailed, ToolSpec


class NewMission(BaseModel):
    goal: Words = Field(max_length=services.LONGEST_GOAL, description="what is wanted, in words")


class MissionBegun(BaseModel):
    mission: str = Field(description="id of the mission")


def type_for(user: User, wish: str) -> str:
    """The title of the built type that a wish surely fits; empty for none and for open goals."""
    found = kind_by_rules(wish)
    kind = found.mission_type
    if found.confidence < SURE or kind is None or kind == OPEN_GOAL or not is_built(kind):
        return ""
    return type_named(kind).config.title_words


def begin(errand: Errand, new: NewMission) -> Done[MissionBegun]:
    """Begin a mission; the same act begins it once."""
    try:
        mission = services.create_mission(user=errand.user, goal=new.goal, request_key=errand.action_id)
    except OwnYouError as error:
        raise ToolFailed(error.message) from error
    return Done(
        MissionBegun(mission=str(mission.pk)),
        receipt=_("The mission has begun; it asks you where a choice is yours."),
        inverse={"mission": str(mission.pk)},
    )


def give_up(errand: Errand, new: NewMission, inverse: Mapping[str, JsonValue]) -> str:
    """Give the mission up again. Raises `ToolFailed` when it is gone or over."""
    try:
        services.cancel_mission(user=errand.user, mission_id=UUID(str(inverse["mission"])))
    except (Conflict, NotFound) as error:
        raise ToolFailed(error.message) from error
    return _("The mission was given up.")


def stands_of(user: User, mission_id: UUID) -> spawning.Stands | None:
    """How a mission of this person stands; None for one that is gone."""
    mission = Mission.objects.filter(user=user, pk=mission_id).first()
    if mission is None:
        return None
    result = mission.result or {}
    said = [str(result.get(name, "")) for name in ("title", "words", "text")]
    return spawning.Stands(
        ended=mission.status in Mission.ENDED,
        done=mission.status == Mission.Status.COMPLETED,
        left=spawning.Left.GIVEN_UP if mission.status == Mission.Status.ABANDONED else None,
        why=mission.problem or "",
        made="\n".join(line for line in said if line),
    )


def _sentence(new: NewMission) -> str:
    return _("Begin a mission: “%(goal)s”") % {"goal": shorten(clean_line(new.goal), 80)}


BEGIN = ToolSpec(
    name=spawning.BEGIN,
    title=gettext_noop("Begin a mission"),
    verb=gettext_noop("Begin it"),
    agent="missions",
    kind=Kind.WRITE,
    description="Begin a mission that finds something for the person and asks where a choice is theirs.",
    arguments=NewMission,
    result=MissionBegun,
    run=begin,
    risk=Risk.LOW,
    idempotent=True,
    undo=give_up,
    describe=_sentence,
    consumes={"goal": "string:text"},
    produces={"mission": "database_entity"},
    by_words=False,
)
