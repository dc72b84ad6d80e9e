"""Skill: which domain and mission type is this goal?"""

from __future__ import annotations

from pydantic import BaseModel, Field

from agency.reasoning.routing import DOMAINS, MISSION_TYPES, route
from agency.reasoning.skill import Skill


class GoalText(BaseModel):
    """A goal in a person's words."""

    text: str


class GoalKind(BaseModel):
    """What kind of goal it is."""

    domain: str = Field(json_schema_extra={"enum": list(DOMAINS)})
    mission_type: str | None = Field(default=None, json_schema_extra={"enum": [*MISSION_TYPES, None]})
    confidence: float = Field(
        default=0.8, ge=0, le=1, description="how sure the type is; below 0.4 the person is asked"
    )
    level: int | None = Field(default=None, ge=1, le=3, description="how much work it is; null if no mission")
    reason: str = Field(default="", description="why that level, in at most 15 plain words of English")


def by_rules(question: GoalText) -> GoalKind:
    """Answer by nearest labelled examples."""
    found = route(question.text)
    return GoalKind(domain=found.domain, mission_type=found.mission_type, confidence=found.confidence)


def check(question: GoalText, reply: GoalKind) -> list[str]:
    """Only known names, and a mission type exactly for missions."""
    wrong = []
    if reply.domain not in DOMAINS:
        wrong.append(f"domain must be one of {', '.join(DOMAINS)}.")
    if (reply.domain == "missions") != (reply.mission_type is not None):
        wrong.append("mission_type must be given for the domain missions, and null for every other domain.")
    if reply.mission_type is not None and reply.mission_type not in MISSION_TYPES:
        wrong.append(f"mission_type must be one of {', '.join(MISSION_TYPES)}.")
    return wrong


classify_goal = Skill(
    "classify_goal", GoalText, GoalKind, rules=by_rules, check=check, version=3, most_tokens=200
)
