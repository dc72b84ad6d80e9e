"""Skill: what does an open goal want, and what does it give?"""

from __future__ import annotations

from datetime import datetime

from pydantic import BaseModel, Field, PrivateAttr

from agency.plans.essence import AssetLite, MissionLite, PlanLite
from agency.plans.toolview import ToolView
from agency.plans.types import parse_type
from agency.reasoning.dates import find_dates
from agency.reasoning.skill import Skill
from ownyou.lib.text import key_of

ONESELF = "me"
DAY, MINUTE = 10, 16
WRITTEN = {"date": DAY, "datetime": MINUTE}
"""By the sense of a type: how much of an ISO 8601 text must be as it was said."""


class GoalToRead(BaseModel):
    """A goal in a person's words, and the tools that there are for it. `now` is in the person's zone;
    `addresses` are those known for the name to whom the goal wants a mail sent."""

    text: str
    language: str = "en"
    now: datetime | None = None
    tools: list[ToolView] = Field(default_factory=list)
    addresses: list[str] = Field(default_factory=list)


class Unsaid(BaseModel):
    """What only the person can tell."""

    name: str
    question: str = Field(description="to the person, in their language")
    suggestions: list[str] = Field(default_factory=list, max_length=5)


class GoalRead(BaseModel):
    """What is wanted and given; what must still be asked. Without a mission nothing could be read."""

    mission: MissionLite | None = None
    missing: list[Unsaid] = Field(default_factory=list)
    _way: PlanLite | None = PrivateAttr(None)

    @property
    def way(self) -> PlanLite | None:
        """The plan for the mission that rules found as they saw whether it can be done at all."""
        return self._way

    def found(self, way: PlanLite) -> GoalRead:
        """The same with the plan that leads there."""
        self._way = way
        return self


def check(question: GoalToRead, reply: GoalRead) -> list[str]:
    """Nothing is invented: values are in the goal, outputs are what some tool makes, names stand once."""
    if reply.mission is None:
        asks = "?" in question.text  # what only wants an answer is looked up without a plan
        return [] if reply.missing or asks else ["give a mission, or say what is missing."]
    mission = reply.mission
    names = [asset.name for asset in (*mission.inputs, *mission.outputs)]
    wrong = [f"{name} stands more than once." for name in sorted({n for n in names if names.count(n) > 1})]
    said = key_of(question.text)
    wrong += [
        f"input {asset.name}: {value!r} is not in the goal; ask for it instead."
        for asset in mission.inputs
        for value in _words_of(asset)
        if key_of(value) not in said and value != ONESELF and not _is_when_said(asset, value, question)
    ]
    makes = {gives.base for tool in question.tools if tool.enabled for gives in tool.gives.values()}
    wrong += [
        f"output {asset.name}: no tool makes {asset.type}."
        for asset in mission.outputs
        if parse_type(asset.type).base not in makes
    ]
    return wrong[:5]


def _words_of(asset: AssetLite) -> list[str]:
    values = asset.value if isinstance(asset.value, list) else [asset.value]
    return [value for value in values if isinstance(value, str)]


def _is_when_said(asset: AssetLite, value: str, question: GoalToRead) -> bool:
    """Whether a value is a day, or a moment, that the goal says in words, reckoned from `now`."""
    long = WRITTEN.get(parse_type(asset.type).sense)
    if long is None or question.now is None:
        return False
    spans = find_dates(question.text, ref=question.now.replace(tzinfo=None), language=question.language[:2])
    said = [span.point for span in spans if span.point is not None]
    return any(
        one.isoformat()[:long] == value[:long] for one in said if long == DAY or isinstance(one, datetime)
    )


def _by_rules(question: GoalToRead) -> GoalRead:
    from agency.plans.reading import read_by_rules  # reading needs the shapes of this module

    return read_by_rules(question)


read_open_goal = Skill(
    "read_open_goal", GoalToRead, GoalRead, rules=_by_rules, check=check, most_tokens=1_500
)
