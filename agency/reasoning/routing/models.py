"""What routing answers with."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from pydantic import BaseModel, Field

Vector = npt.NDArray[np.float32]

DOMAINS = (
    "missions",
    "calendar",
    "tasks",
    "workflows",
    "contacts",
    "email",
    "research",
    "briefing",
    "other",
)
MISSION_TYPES = (
    "shopping",
    "bill_switching",
    "dining",
    "events",
    "travel",
    "itinerary",
    "gathering",
    "fitness_coach",
    "home_services",
    "gift_planning",
    "health_checkups",
    "birthday_planning",
    "open_goal",
)


class Route(BaseModel):
    """Where a sentence belongs, and how sure that is.

    `runner_up` is the second best label: a mission type or, outside missions, a domain.
    A low `confidence` is an invitation to ask; no label is a fallback for another.
    """

    domain: str
    mission_type: str | None
    confidence: float = Field(ge=0, le=1)
    runner_up: str | None = None

    @property
    def label(self) -> str:
        """The mission type or, outside missions, the domain."""
        return self.mission_type or self.domain


class Level(BaseModel):
    """How much work a goal is: 1 simple, 2 coordinated, 3 complex; `reason` is for people to read."""

    level: int = Field(ge=1, le=3)
    steps: int = Field(ge=1)
    reason: str
    confidence: float = Field(ge=0, le=1)
