"""Skill: the typed pieces of a goal. The reply's shape is made from the plugin's slot declarations."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, create_model

from agency.reasoning.skill import Skill
from agency.reasoning.slots import SlotContext, SlotSpec, extract_slots, slots_model, validate_slots


class GoalToRead(BaseModel):
    """A sentence, what to look for in it, and what is known around it."""

    text: str
    specs: list[SlotSpec]
    context: SlotContext


class Slots(BaseModel):
    """Normalised values by slot name; what the sentence does not say is left out."""

    model_config = {"extra": "allow"}

    @property
    def values(self) -> dict[str, Any]:
        """The slots that were found."""
        return {name: value for name, value in self.model_dump().items() if value is not None}


def by_rules(question: GoalToRead) -> Slots:
    """Answer by the slot grammars."""
    found = extract_slots(question.text, question.specs, question.context)
    return Slots(**{name: slot.value for name, slot in found.items()})


def check(question: GoalToRead, reply: Slots) -> list[str]:
    """Everything said must be typed right and stand in the sentence."""
    given = reply.values
    kept = validate_slots(given, question.specs, question.context, question.text)
    return [
        f"{name} does not fit its type or does not stand in the text." for name in given if name not in kept
    ]


def shape(question: GoalToRead) -> type[Slots]:
    """Return the reply type for the declared slots."""
    return create_model("Slots", __base__=(slots_model(question.specs), Slots))  # type: ignore[arg-type]


extract = Skill("extract_slots", GoalToRead, Slots, rules=by_rules, check=check, shape=shape)
