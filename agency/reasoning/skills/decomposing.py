"""Skill: take a goal that needs planning apart into parts, out of those that its type can work out."""

from __future__ import annotations

from pydantic import BaseModel, Field

from agency.reasoning.skill import Skill
from agency.reasoning.skills.facts import other_language, unknown_in
from ownyou.lib.text import key_of

MOST_PARTS, MOST_TITLE = 40, 80
LEAST_QUOTED = 8
"""Letters of the goal that must be quoted for a change: a single "the" speaks for nothing."""


class PartToName(BaseModel):
    """One part as the rules would have it. `needed`: no plan of this kind can be made without it."""

    key: str
    title: str
    needed: bool = True


class GoalToTakeApart(BaseModel):
    """A goal, the parts that it falls into by rule, and what could be worked out as well (`further`)."""

    goal: str
    parts: list[PartToName]
    further: list[PartToName] = []


class NamedPart(BaseModel):
    key: str
    title: str


class Quoted(BaseModel):
    """Why a part is added or left out: words of the goal."""

    key: str
    words: str = Field(description="words of the goal, exactly as they stand there")


class Decomposition(BaseModel):
    """The parts in the order in which a person should read them, and why others than by rule."""

    parts: list[NamedPart] = Field(min_length=1, max_length=MOST_PARTS)
    because: list[Quoted] = Field(default=[], max_length=MOST_PARTS)


def by_rules(question: GoalToTakeApart) -> Decomposition:
    """The parts as the type has them."""
    return Decomposition(parts=[NamedPart(key=one.key, title=one.title) for one in question.parts])


def check(question: GoalToTakeApart, reply: Decomposition) -> list[str]:
    """Known parts, each once, all that are needed; every change quotes the goal; titles add no fact."""
    known = {one.key: one for one in (*question.parts, *question.further)}
    keys = [one.key for one in reply.parts]
    wrong = [f"there is no part {key}." for key in keys if key not in known]
    wrong += [f"the part {key} stands there twice." for key in set(keys) if keys.count(key) > 1]
    wrong += [
        f"the part {one.key} is needed." for one in question.parts if one.needed and one.key not in keys
    ]
    wrong += _unsaid(question, reply)
    wrong += [text for one in reply.parts if one.key in known for text in _of_title(question, one, known)]
    return wrong[:3]


def changed(question: GoalToTakeApart, reply: Decomposition) -> set[str]:
    """The keys that are in the one and not in the other."""
    return {one.key for one in question.parts} ^ {one.key for one in reply.parts}


def _unsaid(question: GoalToTakeApart, reply: Decomposition) -> list[str]:
    said = {one.key: key_of(one.words) for one in reply.because}
    goal = key_of(question.goal)
    return [
        f"{key}: quote the words of the goal that ask for this change."
        for key in sorted(changed(question, reply))
        if len(said.get(key, "")) < LEAST_QUOTED or said[key] not in goal
    ]


def _of_title(question: GoalToTakeApart, part: NamedPart, known: dict[str, PartToName]) -> list[str]:
    if not part.title.strip() or len(part.title) > MOST_TITLE:
        return [f"the title of {part.key} has 1 to {MOST_TITLE} characters."]
    if other_language(part.title, f"{question.goal} {known[part.key].title}", question.goal):
        return [f"the title of {part.key} is not in the language of the goal."]
    return [
        f"{word} in the title of {part.key} is not in the goal."
        for word in unknown_in(part.title, f"{question.goal} {known[part.key].title}")
    ]


take_apart = Skill(
    "take_apart", GoalToTakeApart, Decomposition, rules=by_rules, check=check, most_tokens=1200
)
