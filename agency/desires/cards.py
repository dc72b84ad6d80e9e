"""A desire as a person sees it: one typed presenter for page, live region and API."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import pairwise
from uuid import UUID

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from agency.desires import executing, lifecycle, recurring
from agency.desires.because import reason_words
from agency.desires.comparing import PlanChange, hop_changes
from agency.desires.config import settings_of
from agency.desires.findings import Review
from agency.desires.noticing.evidence import lines_of
from agency.desires.noticing.proposing import is_proposal, strength_now
from agency.desires.shapes import (
    DesireCard,
    DesirePage,
    DesirePlan,
    JudgedLine,
    LogLine,
    OutcomeLine,
    ReviewLine,
)
from agency.desires.spawning import missions_of
from agency.models import Desire, DesireEntry, DesireSettings, Heard, Plan
from agency.plans.cards import hop_cards, made_words
from agency.plans.readable import text_of
from agency.reasoning.standing_in import why_words
from trust.cards import card_of
from trust.models import Decision, User

S = Desire.Stage


def cards_for(desires: Iterable[Desire], user: User) -> list[DesireCard]:
    """Present desires in short, with the question that each waits with."""
    rows = list(desires)
    ids = [desire.pk for desire in rows]
    open_ones = Decision.objects.of(user).open().filter(subject_kind=lifecycle.KIND, subject_id__in=ids)
    waiting = {one.subject_id: one for one in open_ones.order_by("-created_at")}
    settings = settings_of(user)
    return [DesireCard(**_short(desire, user, waiting.get(desire.pk), settings)) for desire in rows]


def page_for(desire: Desire) -> DesirePage:
    """Present one desire whole."""
    rows = Decision.objects.of(desire.user).open().filter(subject_id=desire.pk).order_by("created_at")
    waiting = list(rows)
    review = next((one for one in waiting if one.kind == Decision.Kind.REVIEW), None)
    plans = list(Plan.objects.of(desire.user).about(lifecycle.KIND, desire.pk))
    shown = [_plan(plan) for plan in plans]
    settings = settings_of(desire.user)
    return DesirePage(
        **_short(desire, desire.user, review or next(iter(waiting), None), settings),
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


def _weekday(desire: Desire, user: User) -> str:
    """The day on which a weekly desire comes again, where its words name one."""
    if desire.every != Desire.Every.WEEK:
        return ""
    asked = timezone.localtime(desire.created_at, user.zone)
    day = recurring.weekday_said(desire.description, asked, user.language)
    return date_format(day, "l") if day else ""


def _short(
    desire: Desire, user: User, waiting: Decision | None, settings: DesireSettings
) -> dict[str, object]:
    return {
        "id": desire.pk,
        "title": desire.title,
        "description": desire.description,
        "source": desire.source,
        "source_words": str(Desire.Source(desire.source).label),
        "stage": desire.stage,
        "stage_words": str(S(desire.stage).label),
        "every": desire.every,
        "weekday": _weekday(desire, user),
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
