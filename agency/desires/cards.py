"""A desire as a person sees it: one typed presenter for page, live region and API."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import pairwise
from uuid import UUID

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import BaseModel

from agency.desires import executing, lifecycle, recurring
from agency.desires.because import reason_words
from agency.desires.comparing import PlanChange, hop_changes
from agency.desires.config import settings_of
from agency.desires.findings import Review
from agency.desires.noticing.evidence import EvidenceLine, lines_of
from agency.desires.noticing.proposing import is_proposal, strength_now
from agency.desires.spawning import MissionLink, missions_of
from agency.models import Asset, Desire, DesireEntry, DesireSettings, Heard, Plan
from agency.plans.cards import HopCard, hop_cards, made_words
from agency.plans.running import State
from agency.reasoning.standing_in import why_words
from agency.tools.markdown import to_html
from ownyou.lib.text import shorten
from trust.cards import DecisionCard, card_of
from trust.models import Decision, User

S = Desire.Stage
MOST_TEXT = 20_000
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
        return str(Desire.Every(self.every).label)

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
        return _("%(now)d of 100; proposed from %(from)d on") % {
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


def cards_for(desires: Iterable[Desire], user: User) -> list[DesireCard]:
    """Present desires in short, with the question that each waits with."""
    rows = list(desires)
    ids = [desire.pk for desire in rows]
    open_ones = Decision.objects.of(user).open().filter(subject_kind=lifecycle.KIND, subject_id__in=ids)
    waiting = {one.subject_id: one for one in open_ones.order_by("-created_at")}
    settings = settings_of(user)
    return [DesireCard(**_short(desire, waiting.get(desire.pk), settings)) for desire in rows]


def page_for(desire: Desire) -> DesirePage:
    """Present one desire whole."""
    rows = Decision.objects.of(desire.user).open().filter(subject_id=desire.pk).order_by("created_at")
    waiting = list(rows)
    review = next((one for one in waiting if one.kind == Decision.Kind.REVIEW), None)
    plans = list(Plan.objects.of(desire.user).about(lifecycle.KIND, desire.pk))
    shown = [_plan(plan) for plan in plans]
    settings = settings_of(desire.user)
    return DesirePage(
        **_short(desire, review or next(iter(waiting), None), settings),
        plan=shown[0] if shown else None,
        earlier=shown[1:],
        iterations={
            "planning": desire.plannings,
            "execution": desire.executions,
            "review": desire.reviews,
        },
        timestamps=timestamps_of(desire),
        critique=desire.critique or "",
        reviews=_reviews(desire),
        text=text_of(plans[0]) if plans else "",
        log=[_line(entry) for entry in desire.entries.order_by("execution", "at")],
        outcomes=_outcomes(desire),
        recalled=list(desire.guidance.get("recalled", [])),
        learned=list(desire.guidance.get("words", [])),
        threshold=settings.threshold,
        evidence=lines_of(desire),
        heard_as_goal=desire.plannings == 0 and _heard_in_the_ask_box(desire),
        changes=changes_of(shown),
        missions=missions_of(desire),
        helped=desire.helped,
        helped_words=str(Desire.Helped(desire.helped).label) if desire.helped else "",
        helped_said=desire.helped_words or "",
        helped_at=desire.helped_at,
        next_at=recurring.next_time(desire) if desire.stage == S.DORMANT else None,
        decisions=[card_of(one) for one in waiting],
    )


def timestamps_of(desire: Desire) -> dict[str, datetime | None]:
    """When what happened."""
    return {
        "created": desire.created_at,
        "last_updated": desire.updated_at,
        "plan_started": desire.plan_started_at,
        "plan_completed": desire.plan_completed_at,
        "execution_started": desire.execution_started_at,
        "execution_completed": desire.execution_completed_at,
        "review_completed": desire.review_completed_at,
        "critique": desire.critique_at,
        "ended": desire.ended_at,
    }


def _short(desire: Desire, waiting: Decision | None, settings: DesireSettings) -> dict[str, object]:
    return {
        "id": desire.pk,
        "title": desire.title,
        "description": desire.description,
        "source": desire.source,
        "source_words": str(Desire.Source(desire.source).label),
        "stage": desire.stage,
        "stage_words": str(S(desire.stage).label),
        "every": desire.every,
        "strength": round(strength_now(desire, settings), 3),
        "tainted": desire.tainted,
        "proposed": waiting is not None and is_proposal(waiting),
        "priority": desire.priority,
        "risk": desire.risk,
        "created_at": desire.created_at,
        "updated_at": desire.updated_at,
        "problem": desire.problem or "",
        "stuck_since": desire.stuck_since,
        "archived_at": desire.archived_at,
        "auto_approve_reason": desire.approve_reason or "",
        "review_bypassed": desire.bypassed,
        "url": url_of(desire.pk),
        "decision_id": waiting.pk if waiting else None,
        "can": can(desire, reviewing=waiting is not None and waiting.kind == Decision.Kind.REVIEW),
    }


def _heard_in_the_ask_box(desire: Desire) -> bool:
    heard = Heard.objects.filter(user_id=desire.user_id, origin=Heard.Origin.ASK)
    return heard.filter(pk__in=desire.evidence.values("seen_id")).exists()


def can(desire: Desire, *, reviewing: bool) -> list[str]:
    """What can be asked of a desire now."""
    verbs = ["delete"]
    if reviewing and desire.stage in (S.REVIEWING, S.PENDING):
        verbs += ["approve", "revise"]
    if S.REJECTED in lifecycle.MOVES[desire.stage]:
        verbs.append("reject")
    if desire.stage in lifecycle.PLANNABLE:
        verbs.append("generate-plan")
    if desire.stage == S.APPROVED and desire.user.autonomy != User.Autonomy.OBSERVE:
        verbs.append("execute")
    if desire.stage in Desire.ENDED and desire.archived_at is None:
        verbs.append("archive")
    if desire.archived_at is not None:
        verbs.append("unarchive")
    if desire.stage in lifecycle.RESETS and not (reviewing and desire.stage == S.REVIEWING):
        verbs.append("reset")
    return sorted(verbs)


def url_of(desire_id: UUID) -> str:
    """Where a desire is shown."""
    return reverse("desire", args=[desire_id])


def titles_of(user: User, ids: set[UUID]) -> dict[UUID, str]:
    """What desires are called, by id."""
    return {row.pk: row.title for row in Desire.objects.of(user).filter(pk__in=ids).only("title")}


def _plan(plan: Plan) -> DesirePlan:
    return DesirePlan(
        version=plan.version,
        estimated_risk=plan.risk,
        made_by=plan.made_by,
        made_words=made_words(plan),
        because=reason_words(plan.because),
        success_criteria=list(plan.success_criteria),
        hops=hop_cards(plan),
    )


def changes_of(plans: Sequence[DesirePlan]) -> list[PlanChange]:
    """What each version makes otherwise than the one before it; `plans` and the changes newest first."""
    return [
        PlanChange(
            before=before.version,
            after=after.version,
            because=after.because,
            hops=hop_changes(before.hops, after.hops),
            agreed=[words for words in after.success_criteria if words not in before.success_criteria],
            dropped=[words for words in before.success_criteria if words not in after.success_criteria],
        )
        for after, before in pairwise(plans)
    ]


def text_of(plan: Plan) -> str:
    """The longest text that a plan made: what the person wants to read; empty until there is one."""
    made = plan.assets.filter(status=Asset.Status.READY, type="markdown").exclude(role=Asset.Role.INPUT)
    texts = [asset.value for asset in made if isinstance(asset.value, str)]
    return shorten(max(texts, key=len, default=""), MOST_TEXT)


def _reviews(desire: Desire) -> list[ReviewLine]:
    titles = {"safety": _("Safety"), "alignment": _("Your values")}
    found = desire.reviewed or {}
    lines = []
    for name, title in titles.items():
        if name in found:
            review = Review.model_validate(found[name])
            lines.append(
                ReviewLine(
                    name=title,
                    score=review.score,
                    passed=review.passed,
                    made_by=review.made_by,
                    why_rules=why_words(review.fallback),
                    findings=[finding.words for finding in review.findings],
                )
            )
    return lines


def _line(entry: DesireEntry) -> LogLine:
    return LogLine(
        execution=entry.execution,
        thought=entry.thought,
        tool=entry.tool,
        observation=entry.observation or "",
        state=entry.state,
        at=entry.at,
    )


def _outcomes(desire: Desire) -> list[OutcomeLine]:
    return [
        OutcomeLine(
            execution=one.execution,
            plan_version=one.plan_version,
            verdict=one.verdict,
            verdict_words=str(executing.V(one.verdict).label),
            text=one.text,
            judged=[JudgedLine.model_validate(line) for line in one.judged],
            made_by=one.made_by,
            at=one.created_at,
        )
        for one in desire.outcomes.order_by("-execution")
    ]
