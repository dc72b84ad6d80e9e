"""Skill: what does the person want changed ("cheaper", "closer", "not Italian after all")?"""

from __future__ import annotations

import re
from typing import Any, Literal

from pydantic import BaseModel, Field, ValidationError, computed_field, field_serializer, model_validator

from agency.reasoning.choice_words import counts_extreme, number_taken, taken, wants_others
from agency.reasoning.misread import as_meant
from agency.reasoning.narrowing import narrowed, quality_in
from agency.reasoning.refinement_rules import read_otherwise, read_refinement, without_refused_titles
from agency.reasoning.skill import Skill
from agency.reasoning.skills.slots import EMPTY, calendar_of, in_brief, names_of
from agency.reasoning.slots import EXCLUDE, SlotContext, SlotSpec, extract_slots, slots_model
from agency.reasoning.unread import unread_changes

_NOW = re.compile(r"(?:right\s+|just\s+)?now|jetzt|nun|maintenant", re.IGNORECASE)
"""Beside a number of people it says since when they are so many, not when they come."""


class WordsToRefine(BaseModel):
    """What was said about the options shown, and what had been understood before."""

    text: str
    goal: str
    slots: dict[str, Any] = {}
    titles: list[str] = []
    extremes: dict[str, int] = Field(
        default={},
        description="number of the cheapest (price) and the best rated (rating), where only one is",
    )
    specs: list[SlotSpec] = []
    context: SlotContext

    @computed_field  # type: ignore[prop-decorator]
    @property
    def calendar(self) -> list[str]:
        """Today and the days after it with their names."""
        return calendar_of(self.context)

    @field_serializer("specs")
    def _said_briefly(self, specs: list[SlotSpec]) -> list[dict[str, Any]]:
        return in_brief(specs)


class Refinement(BaseModel):
    """What to change: directions; new values in `slots`; slots that no longer hold in `drop`."""

    price: Literal["lower", "higher", "any"] | None = Field(
        default=None, description="any: no price limit from now on"
    )
    distance: Literal["nearer", "further", "usual", "any"] | None = Field(
        default=None, description="usual: no further away than at first; any: no learned limit of distance"
    )
    hours: Literal["any"] | None = Field(default=None, description="any: at whatever hour")
    rating: Literal["better", "same", "any"] | None = Field(
        default=None, description="same: none that is rated worse; any: no floor from now on"
    )
    min_rating: float | None = Field(default=None, ge=0, le=5, description="a floor of ratings as a figure")
    afresh: bool = Field(default=False, description="all that was wished since the goal is taken back")
    exclude: list[str] = Field(default=[], max_length=10, description="kinds that are ruled out")
    exclude_titles: list[str] = Field(default=[], max_length=10, description="titles as shown")
    prefer: list[str] = Field(default=[], max_length=10, description="qualities that are wanted")
    slots: dict[str, Any] = Field(default={}, description="only slots with a new value")
    drop: list[str] = Field(default=[], max_length=10, description="names of slots that no longer hold")
    ignore_tastes: bool = False
    give_up: bool = False
    others: bool = Field(default=False, description="other options are wanted than those shown")
    chosen: str = Field(default="", description="the title, as shown, of the option that is taken")
    chosen_number: int | None = Field(
        default=None, ge=1, description="its number among the titles, from 1, which may be alike"
    )
    left_out: list[str] = Field(
        default=[], max_length=10, description="phrases of the text, word for word, that no other field says"
    )

    @property
    def empty(self) -> bool:
        """Whether nothing was understood."""
        return not any(self.model_dump(exclude={"left_out", "chosen_number"}).values())


def by_rules(question: WordsToRefine) -> Refinement:
    """Answer by patterns for directions and by the slot grammars for values."""
    place = taken(question.text, question.titles, question.extremes)
    if place is not None:
        return Refinement(chosen=question.titles[place], chosen_number=place + 1)
    no_such = number_taken(question.text) or counts_extreme(question.text)
    if question.titles and no_such:  # one that there is none of, and no day of a month
        return Refinement()
    readable = without_refused_titles(question.text, question.titles)
    found = extract_slots(readable, question.specs, question.context)
    found = as_meant(found, readable, question.specs, question.context, question.slots)
    values = {
        name: slot.value
        for name, slot in found.items()
        if not ("people" in found and _NOW.fullmatch(slot.text))
    }
    left_out = unread_changes(question.text, question.specs, question.context, titles=question.titles)
    words = question.text
    near = found.get("near")
    if near and isinstance(near.value, dict) and near.value.get("km"):  # a limit, and no direction
        words = f"{words[: near.start]} {words[near.end :]}"
    read = read_refinement(words, slots=question.slots, new_slots=values, titles=question.titles)
    others = wants_others(question.text)
    reply = Refinement.model_validate({**read, "others": others, "left_out": left_out})
    _narrow(question, reply)
    return reply


def _narrow(question: WordsToRefine, reply: Refinement) -> None:
    """Words that say how the product is to be stand beside it, in place of none."""
    before, said = question.slots.get("product"), reply.slots.get("product")
    if not isinstance(before, str) or not before:
        return
    qualities = []
    if isinstance(said, str):
        reply.slots["product"], quality = narrowed(before, said, question.text)
        qualities = [quality] if quality else []
        if reply.slots["product"] == before:
            del reply.slots["product"]
    if "product" not in reply.slots:
        more = {phrase: quality for phrase in reply.left_out if (quality := quality_in(phrase))}
        qualities += more.values()
        reply.left_out = [phrase for phrase in reply.left_out if phrase not in more]
    qualities = [quality for quality in qualities if not read_otherwise(quality)]
    reply.prefer = list(dict.fromkeys([*reply.prefer, *qualities]))


def shape(question: WordsToRefine) -> type[Refinement]:
    """Return the reply type for the slots of this mission; what it says twice or halfway is put in order."""

    class Said(Refinement):
        @model_validator(mode="after")
        def _in_order(self) -> Said:
            put_in_order(question, self)
            return self

    Said.__name__ = "Refinement"
    return Said


def put_in_order(question: WordsToRefine, reply: Refinement) -> None:
    """Leave out slots that stay as they are, and drop those that wanted just what is ruled out now.

    Titles that were not shown and phrases that were not said change nothing: they must not cost the rest.
    """
    reply.exclude_titles = [title for title in reply.exclude_titles if title in question.titles]
    said = " ".join(question.text.casefold().split())
    reply.left_out = [phrase for phrase in reply.left_out if " ".join(phrase.casefold().split()) in said]
    for name in [name for name in reply.slots if name.startswith(EXCLUDE)]:
        value = reply.slots.pop(name)
        reply.exclude += [str(item) for item in (value if isinstance(value, list) else [value])]
    reply.exclude = list(dict.fromkeys(reply.exclude))
    reply.slots = {
        name: value
        for name, value in reply.slots.items()
        if value not in EMPTY and value != question.slots.get(name)
    }
    _narrow(question, reply)
    ruled = {item.casefold() for item in reply.exclude}
    for name, value in question.slots.items():
        wanted = {str(item).casefold() for item in (value if isinstance(value, list) else [value])}
        if wanted and wanted <= ruled and name not in {*reply.drop, *reply.slots}:
            reply.drop.append(name)


def check(question: WordsToRefine, reply: Refinement) -> list[str]:
    """Only known slots, typed right, and titles that were shown; something, where the rules see something."""
    if reply.empty and not reply.left_out and not by_rules(question).empty:
        return ["the text asks for a change; say which."]
    known = names_of(question.specs)
    wrong = [f"{name} is not a slot here." for name in {*reply.slots, *reply.drop} - known]
    wrong += [
        f"{spec.name} has not the form of a {spec.type}."
        for spec in question.specs
        if spec.name in reply.slots and not _fits(spec, reply.slots[spec.name])
    ]
    if reply.chosen and reply.chosen not in question.titles:
        wrong.append(f"“{reply.chosen}” was not shown.")
    if reply.chosen_number and reply.chosen != "".join(question.titles[reply.chosen_number - 1 :][:1]):
        wrong.append(f"number {reply.chosen_number} of the titles is not “{reply.chosen}”.")
    return wrong[:3]


def _fits(spec: SlotSpec, value: object) -> bool:
    try:
        slots_model([spec]).model_validate({spec.name: value})
    except ValidationError:
        return False
    return True


extract_refinement = Skill(
    "extract_refinement", WordsToRefine, Refinement, rules=by_rules, check=check, shape=shape, version=10
)
