"""Understanding a goal: domain, type, level, slots. By rules at once, by the skills in the worker."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from pydantic import BaseModel

from agency.reasoning.budget import Asker
from agency.reasoning.engine import reason
from agency.reasoning.skills.complexity import GoalToWeigh, classify_complexity
from agency.reasoning.skills.goal import GoalKind, GoalText, classify_goal
from agency.reasoning.skills.slots import GoalToRead, Slots, extract
from agency.reasoning.slots import COMMON_SLOTS, SlotContext, SlotSpec
from missions.plugins.discovery import is_built, type_named
from missions.plugins.routing import recognise
from trust.models import User

SURE = 0.45
"""Below this confidence the person is asked what kind of goal it is."""


class Understanding(BaseModel):
    """What a sentence means to us. `source` is "model" or "rules"."""

    domain: str
    mission_type: str | None
    level: int
    level_reason: str = ""
    slots: dict[str, Any] = {}
    confidence: float
    source: str = "rules"

    @property
    def sure(self) -> bool:
        """Whether to go on without asking what kind of goal it is."""
        return self.confidence >= SURE


def specs_for(mission_type: str | None) -> list[SlotSpec]:
    """The slots to look for: those of the type, or the common ones for types not built."""
    if mission_type is not None and is_built(mission_type):
        return list(type_named(mission_type).config.all_slots)
    return [*COMMON_SLOTS, SlotSpec(name="duration", type="duration")]


def context_of(user: User, now: datetime, asked: tuple[str, ...] = ()) -> SlotContext:
    """What is known around a sentence of this person."""
    return SlotContext(
        ref=now.astimezone(user.zone).replace(tzinfo=None),
        zone=user.time_zone,
        language=user.language,
        currency=user.currency,
        home=user.home_name,
        asked=asked,
    )


def by_rules(text: str, context: SlotContext, mission_type: str | None = None) -> Understanding:
    """Understand by rules alone; a given mission type is taken as said."""
    kind = _given(mission_type or recognise(text)) or classify_goal.rules(GoalText(text=text))
    slots = extract.rules(GoalToRead(text=text, specs=specs_for(kind.mission_type), context=context)).values
    return _weighed(text, kind, slots, "rules", asker=None)


def by_skills(
    text: str, context: SlotContext, asker: Asker, mission_type: str | None = None
) -> Understanding:
    """Understand with the model where one is configured, by rules where not."""
    given = _given(mission_type or recognise(text))
    found = None if given else reason(classify_goal, GoalText(text=text), asker=asker)
    kind = given or (found.value if found else GoalKind(domain="other"))
    question = GoalToRead(text=text, specs=specs_for(kind.mission_type), context=context)
    slots = reason(extract, question, asker=asker)
    source = "model" if found is not None and found.source != "rules" else "rules"
    return _weighed(text, kind, _values(slots.value), source, asker=asker)


def _given(mission_type: str | None) -> GoalKind | None:
    return GoalKind(domain="missions", mission_type=mission_type, confidence=1.0) if mission_type else None


def _values(slots: Slots) -> dict[str, Any]:
    return {name: value for name, value in slots.values.items() if value not in (None, "", [], {})}


def _weighed(
    text: str, kind: GoalKind, slots: dict[str, Any], source: str, *, asker: Asker | None
) -> Understanding:
    if kind.mission_type is None:
        return Understanding(
            domain=kind.domain,
            mission_type=None,
            level=1,
            slots=slots,
            confidence=kind.confidence,
            source=source,
        )
    question = GoalToWeigh(text=text, mission_type=kind.mission_type, slots=slots)
    weighed = (
        reason(classify_complexity, question, asker=asker).value
        if asker is not None
        else classify_complexity.rules(question)
    )
    level = weighed.level
    if is_built(kind.mission_type):
        level = type_named(kind.mission_type).config.levels.bound(level)
    return Understanding(
        domain=kind.domain,
        mission_type=kind.mission_type,
        level=level,
        level_reason=weighed.reason,
        slots=slots,
        confidence=kind.confidence,
        source=source,
    )
