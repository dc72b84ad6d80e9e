"""What a person sees of a desire, as typed shapes: its card, its page, and the lines on it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import BaseModel

from agency.desires import lifecycle
from agency.desires.comparing import PlanChange
from agency.desires.noticing.evidence import EvidenceLine
from agency.desires.spawning import MissionLink
from agency.models import Desire
from agency.plans.cards import HopCard
from agency.plans.running import State
from ownyou.lib.markdown import to_html
from trust.cards import DecisionCard
from trust.models import Decision

S = Desire.Stage
WORKING = frozenset({S.PLANNING, S.EXECUTING, S.ASSESSING})
TONES: dict[str, str] = {S.COMPLETED: "done", S.DORMANT: "done", S.FAILED: "failed"}
TURN_TONES: dict[str, str] = {
    State.DONE: "done",
    State.UNCHANGED: "done",
    State.FAILED: "failed",
    State.REFUSED: "failed",
    State.ASKS: "needs",
    State.HELD: "needs",
}
MOMENTS = {
    "created": gettext_lazy("Asked"),
    "plan_started": gettext_lazy("Planning began"),
    "plan_completed": gettext_lazy("Planned"),
    "review_completed": gettext_lazy("Reviewed"),
    "critique": gettext_lazy("You said what is to be different"),
    "execution_started": gettext_lazy("Begun"),
    "execution_completed": gettext_lazy("Executed"),
    "ended": gettext_lazy("Ended"),
}
SOUND = {stage: to.label for stage, to in lifecycle.RESETS.items()}
"""By stage, what the last sound one is called."""


class DesirePlan(BaseModel):
    """One version of a desire's plan, with the contract that was written before it ran."""

    version: int
    estimated_risk: str
    made_by: str
    made_words: str
    because: list[str]
    success_criteria: list[str]
    hops: list[HopCard]

    @property
    def anchor(self) -> str:
        """What ids of this version begin with."""
        return f"plan-v{self.version}"


class ReviewLine(BaseModel):
    """What one reviewer found."""

    name: str
    score: int
    passed: bool
    made_by: str
    why_rules: str
    findings: list[str]


class LogLine(BaseModel):
    """One turn of the operator."""

    execution: int
    thought: str
    tool: str
    observation: str
    state: str
    at: datetime

    @property
    def tone(self) -> str:
        """The tone that it is shown in; empty while it is being done."""
        return TURN_TONES.get(self.state, "")


class JudgedLine(BaseModel):
    """One success criterion, judged."""

    words: str
    met: bool


class OutcomeLine(BaseModel):
    """How one execution was judged."""

    execution: int
    plan_version: int
    verdict: str
    verdict_words: str
    text: str
    judged: list[JudgedLine]
    made_by: str
    at: datetime


class DesireCard(BaseModel):
    """A desire in short."""

    id: UUID
    title: str
    description: str
    source: str
    source_words: str
    stage: str
    stage_words: str
    every: str
    weekday: str = ""
    strength: float
    proposed: bool
    tainted: bool
    priority: str
    risk: str
    created_at: datetime
    updated_at: datetime
    problem: str
    stuck_since: datetime | None
    archived_at: datetime | None
    auto_approve_reason: str
    review_bypassed: bool
    url: str
    decision_id: UUID | None = None
    can: list[str]

    @property
    def strength_percent(self) -> int:
        return round(self.strength * 100)

    @property
    def working(self) -> bool:
        return self.stage in WORKING and self.stuck_since is None

    @property
    def needs_you(self) -> bool:
        """Whether it waits for the person: with a question, since it does not move, or put back by itself."""
        put_back = bool(self.problem) and self.stage in (S.PENDING, S.APPROVED)
        return self.decision_id is not None or self.stuck_since is not None or put_back

    @property
    def state_words(self) -> str:
        """What its badge says: what it wants of the person, else its stage."""
        if self.proposed:
            return _("waits for your yes")
        return _("asks you something") if self.decision_id and self.stage in WORKING else self.stage_words

    @property
    def tone(self) -> str:
        """The tone that its stage is shown in."""
        if self.needs_you or self.stage == S.ESCALATED:
            return "needs"
        return "working" if self.working else TONES.get(self.stage, "quiet")

    @property
    def risk_words(self) -> str:
        return str(Decision.Risk(self.risk).label)

    @property
    def every_words(self) -> str:
        often = str(Desire.Every(self.every).label)
        return _("%(often)s (%(day)s)") % {"often": often, "day": self.weekday} if self.weekday else often

    @property
    def priority_words(self) -> str:
        return str(Desire.Priority(self.priority).label)


@dataclass(frozen=True, slots=True)
class Run:
    """One execution: its log, and how it was judged, once it was."""

    execution: int
    log: list[LogLine]
    outcome: OutcomeLine | None


@dataclass(frozen=True, slots=True)
class Version:
    """An earlier version of a plan, and what the next one changed."""

    plan: DesirePlan
    change: PlanChange


class DesirePage(DesireCard):
    """A desire with its plan, reviews, log and outcomes. The newest plan comes first."""

    plan: DesirePlan | None
    earlier: list[DesirePlan]
    iterations: dict[str, int]
    timestamps: dict[str, datetime | None]
    critique: str
    reviews: list[ReviewLine]
    text: str
    log: list[LogLine]
    outcomes: list[OutcomeLine]
    recalled: list[str]
    learned: list[str]
    threshold: float
    evidence: list[EvidenceLine]
    heard_as_goal: bool
    changes: list[PlanChange]
    missions: list[MissionLink]
    helped: str
    helped_words: str
    helped_said: str
    helped_at: datetime | None
    next_at: datetime | None
    """When it comes again, where it waits for that."""
    decisions: list[DecisionCard] = []

    @property
    def strength_words(self) -> str:
        """Strength and threshold as a person reads them."""
        return _("%(now)d of 100; I propose it from %(from)d on") % {
            "now": round(self.strength * 100),
            "from": round(self.threshold * 100),
        }

    @property
    def problem_beside(self) -> str:
        """The problem, where no open question says it already."""
        return "" if any(one.why == self.problem for one in self.decisions) else self.problem

    @property
    def html(self) -> SafeString:
        """The text that came of it for the page, sanitised."""
        return mark_safe(to_html(self.text))

    @property
    def sound_words(self) -> str:
        """Where a reset puts it."""
        return str(SOUND.get(self.stage, ""))

    @property
    def done_count(self) -> int:
        """How many hops of the plan are done."""
        return sum(hop.status == "completed" for hop in self.plan.hops) if self.plan else 0

    @cached_property
    def versions(self) -> list[Version]:
        """The earlier versions of the plan, newest first, each with what the one after it makes otherwise."""
        return [Version(plan, change) for plan, change in zip(self.earlier, self.changes, strict=True)]

    @cached_property
    def runs(self) -> list[Run]:
        """The executions with their logs, newest first."""
        outcomes = {one.execution: one for one in self.outcomes}
        numbers = sorted({line.execution for line in self.log} | outcomes.keys(), reverse=True)
        return [
            Run(number, [line for line in self.log if line.execution == number], outcomes.get(number))
            for number in numbers
        ]

    @property
    def moments(self) -> list[tuple[str, datetime]]:
        """What happened last when, in words, oldest first."""
        known = [(str(MOMENTS[name]), at) for name, at in self.timestamps.items() if at and name in MOMENTS]
        return sorted(known, key=lambda one: one[1])
