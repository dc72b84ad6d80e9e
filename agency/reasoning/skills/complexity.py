"""Skill: how complex is this goal (level 1, 2 or 3)?"""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from agency.reasoning.routing import classify_level
from agency.reasoning.skill import Skill


class GoalToWeigh(BaseModel):
    """A goal with its type and slots."""

    text: str
    mission_type: str
    slots: dict[str, Any] = {}


class Complexity(BaseModel):
    """The level, the number of steps, and why."""

    level: int = Field(ge=1, le=3)
    steps: int = Field(default=1, ge=1, le=50)
    reason: str = Field(default="", max_length=200)


def by_rules(question: GoalToWeigh) -> Complexity:
    """Answer from steps, dependencies and planning words."""
    level = classify_level(question.text, mission_type=question.mission_type, slots=question.slots)
    return Complexity(level=level.level, steps=level.steps, reason=level.reason)


def check(question: GoalToWeigh, reply: Complexity) -> list[str]:
    """Steps and level must agree as the levels are defined."""
    if reply.level == 1 and reply.steps > 2:
        return ["level 1 has at most 2 steps."]
    if reply.level == 2 and reply.steps > 5:
        return ["level 2 has at most 5 steps."]
    return []


classify_complexity = Skill(
    "classify_complexity", GoalToWeigh, Complexity, rules=by_rules, check=check, most_tokens=160
)
