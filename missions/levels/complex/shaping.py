"""Where a language model helps with a plan: which parts a goal falls into, and how a draft is worded.

What it says is a proposal. Parts come from the type's own, words from the draft's own facts; both are checked
by the skills, and a draft that differs in anything but its words is not taken. Where the model cannot, the
rules' parts and words stand, and `Shape.why` and `Worded.why` say so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _
from pydantic import BaseModel

from agency.reasoning.engine import Reasoned, reason
from agency.reasoning.skills.decomposing import (
    Decomposition,
    GoalToTakeApart,
    PartToName,
    changed,
    take_apart,
)
from agency.reasoning.skills.wording import word_draft
from agency.reasoning.standing_in import Why, why_words
from missions.brief import Brief
from missions.levels.complex.part_desk import planner_of
from missions.levels.desk import Desk
from missions.plugins.complex import ComplexMission, Draft, Part, order_of

MODEL, RULES = "model", "rules"


class Shape(BaseModel):
    """How a goal was taken apart, beside what its type does by rule.

    `titles`: other titles, by those of the rules; `added` and `left_out`: by key, with the words of the goal
    that ask for it; `order`: keys. `why`: why rules did it, where a model was to.
    """

    by: str = RULES
    why: str = ""
    titles: dict[str, str] = {}
    added: dict[str, str] = {}
    left_out: dict[str, str] = {}
    order: list[str] = []


def shape_of(understood: Mapping[str, Any]) -> Shape:
    """How a mission's goal was taken apart."""
    return Shape.model_validate(understood.get("shape") or {})


def taken_apart(desk: Desk, brief: Brief) -> tuple[list[Part], Shape]:
    """The parts of a goal in order, and how they came to be."""
    kind = planner_of(desk)
    parts = kind.decompose(brief)
    question = GoalToTakeApart(
        goal=brief.goal,
        parts=[PartToName(key=one.key, title=one.title, needed=not kind.spare(one, brief)) for one in parts],
        further=[PartToName(key=one.key, title=one.title, needed=False) for one in kind.further(brief)],
    )
    shape = _shape(question, reason(take_apart, question, asker=desk.asker()))
    return shaped(kind, brief, shape), shape


def _shape(question: GoalToTakeApart, answer: Reasoned[Decomposition]) -> Shape:
    if answer.source == "rules":
        return Shape(why=answer.fallback)
    by_rule = {one.key: one.title for one in (*question.parts, *question.further)}
    keys = [one.key for one in answer.value.parts]
    said = {one.key: one.words for one in answer.value.because}
    moved = changed(question, answer.value)
    return Shape(
        by=MODEL,
        titles={by_rule[one.key]: one.title.strip() for one in answer.value.parts},
        added={key: said[key] for key in keys if key in moved},
        left_out={key: said[key] for key in sorted(moved) if key not in keys},
        order=keys,
    )


def shaped(kind: ComplexMission, brief: Brief, shape: Shape) -> list[Part]:
    """The parts of the rules, with what the shape adds, leaves out, and calls otherwise."""
    by_rule = [one for one in kind.decompose(brief) if one.key not in shape.left_out]
    known = {one.key for one in by_rule}
    by_rule += [one for one in kind.further(brief) if one.key in shape.added and one.key not in known]
    known = {one.key for one in by_rule}
    place = {key: number for number, key in enumerate(shape.order)}
    parts = [
        replace(
            one,
            title=shape.titles.get(one.title, one.title),
            depends_on=tuple(key for key in one.depends_on if key in known),
        )
        for one in by_rule
    ]
    return order_of(sorted(parts, key=lambda one: place.get(one.key, len(place))))


def without(shape: Shape, wanted: set[str]) -> Shape:
    """The shape once words of change ask for parts by name: those are not left out any more."""
    kept = {key: words for key, words in shape.left_out.items() if key not in wanted}
    return shape.model_copy(update={"left_out": kept})


class Worded(BaseModel):
    """Who worded a draft; `why`: why rules did it, where a model was to."""

    by: str = RULES
    why: str = ""


def worded(desk: Desk, draft: Draft, brief: Brief) -> tuple[Draft, Worded]:
    """The draft in the words of the model, where there are any and nothing else of it changed."""
    kind = planner_of(desk)
    question = kind.to_word(draft, brief)
    if question is None:
        return draft, Worded()
    answer = reason(word_draft, question, asker=desk.asker())
    if answer.source == "rules":
        return draft, Worded(why=answer.fallback)
    said = kind.worded(draft, answer.value, brief)
    if bare(said.data) != bare(draft.data) or said.misfits != draft.misfits:
        return draft, Worded(why=Why.ALTERED)
    return said, Worded(by=MODEL)


def bare(data: Mapping[str, Any]) -> dict[str, Any]:
    """A draft's data without its words: what must stay as it was planned."""
    days = [{**day, "title": ""} for day in data.get("days", [])]
    return {**data, "summary": "", "days": days}


# In words -------------------------------------------------------------------------------------------------


def shape_in_words(shape: Shape, titles: Mapping[str, str]) -> list[str]:
    """Who took the goal apart, and what a model added or left out, with the words that asked for it."""
    by_model = _("Split into parts by the language model, which chooses among those there are.")
    said = [_by(shape.by, shape.why, by_model, _("Split into parts by the built-in rules."))]
    said += [
        _("Added: %(part)s, for “%(words)s”.") % {"part": titles.get(key, key), "words": words}
        for key, words in shape.added.items()
    ]
    said += [
        _("Left out: %(part)s, for “%(words)s”.") % {"part": titles.get(key, key), "words": words}
        for key, words in shape.left_out.items()
    ]
    return said


def wording_in_words(worded: Worded) -> str:
    """Who worded a draft."""
    return _by(
        worded.by,
        worded.why,
        _("Planned by the built-in rules; summary and titles of days by the language model."),
        _("Planned and worded by the built-in rules."),
    )


def _by(by: str, why: str, model: str, rules: str) -> str:
    if by == MODEL:
        return model
    return " ".join(filter(None, (rules, why_words(why))))
