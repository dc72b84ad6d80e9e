"""Skill: what does the person want changed ("cheaper", "closer", "not Italian after all")?"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, Field

from agency.reasoning.refinement_rules import read_refinement
from agency.reasoning.skill import Skill
from agency.reasoning.slots import SlotContext, SlotSpec, extract_slots


class WordsToRefine(BaseModel):
    """What was said about the options shown, and what had been understood before."""

    text: str
    goal: str
    slots: dict[str, Any] = {}
    titles: list[str] = []
    specs: list[SlotSpec] = []
    context: SlotContext


class Refinement(BaseModel):
    """What to change: directions; new values in `slots`; slots that no longer hold in `drop`."""

    price: Literal["lower", "higher"] | None = None
    distance: Literal["nearer", "further"] | None = None
    rating: Literal["better"] | None = None
    exclude: list[str] = Field(default=[], max_length=10)
    exclude_titles: list[str] = Field(default=[], max_length=10)
    prefer: list[str] = Field(default=[], max_length=10)
    slots: dict[str, Any] = {}
    drop: list[str] = Field(default=[], max_length=10)
    ignore_tastes: bool = False
    give_up: bool = False

    @property
    def empty(self) -> bool:
        """Whether nothing was understood."""
        return self == Refinement()


def by_rules(question: WordsToRefine) -> Refinement:
    """Answer by patterns for directions and by the slot grammars for values."""
    found = extract_slots(question.text, question.specs, question.context)
    values = {name: slot.value for name, slot in found.items()}
    return Refinement.model_validate(
        read_refinement(question.text, slots=question.slots, new_slots=values, titles=question.titles)
    )


def check(question: WordsToRefine, reply: Refinement) -> list[str]:
    """Only known slots and titles that were shown."""
    known = {spec.name for spec in question.specs} | {f"exclude_{spec.name}" for spec in question.specs}
    wrong = [f"{name} is not a slot here." for name in {*reply.slots, *reply.drop} - known]
    wrong += [f"“{title}” was not shown." for title in reply.exclude_titles if title not in question.titles]
    return wrong[:3]


extract_refinement = Skill("extract_refinement", WordsToRefine, Refinement, rules=by_rules, check=check)
