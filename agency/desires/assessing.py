"""Judging the newest execution of a desire, on rows: what came of it, and the outcome that is kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from django.utils.translation import gettext as _

from agency.desires import contract, lifecycle
from agency.desires.executing import V, plan_of
from agency.desires.judging import JudgedBy, verdict_on
from agency.desires.outcomes import Executed, Fault, Wrong, unmet
from agency.desires.spawning import BEGIN, LEFT_WORDS, Stands, begun_by
from agency.models import Desire, DesireOutcome, Plan, ToolStep
from agency.reasoning.budget import Asker
from agency.reasoning.standing_in import is_told, stood_in_words
from ownyou.lib.text import shorten
from trust.models import Action


def executed(desire: Desire, plan: Plan) -> Executed:
    """What came of the newest execution, for the judge."""
    outcomes = list(desire.outcomes.exclude(execution=desire.executions).order_by("execution"))
    missions = begun_by(desire, plan)
    faults = [fault for step in _unfinished(plan) if (fault := _fault(step))]
    criteria = contract.judged(plan)
    if not all(one.done for one in missions):
        criteria = unmet(criteria, range(len(criteria)))
    return Executed(
        criteria=criteria,
        faults=[*faults, *(_fault_of_mission(one) for one in missions if not one.done)],
        retries=sum(one.verdict == V.RETRY and one.plan_version == plan.version for one in outcomes),
        plans=1 + sum(one.verdict == V.LOOP_BACK for one in _of_late(outcomes)),
        recurring=desire.every != Desire.Every.ONCE,
        crashed=desire.problem or "",
    )


def _of_late(outcomes: Sequence[DesireOutcome]) -> list[DesireOutcome]:
    """Those since it was done the last time, or the person was asked: from then on it begins afresh."""
    afresh = (V.COMPLETED, V.CONTINUE, V.ESCALATE)
    return list(takewhile(lambda one: one.verdict not in afresh, reversed(outcomes)))


def _unfinished(plan: Plan) -> list[ToolStep]:
    ended = (ToolStep.Status.FAILED, ToolStep.Status.SKIPPED)
    rows = ToolStep.objects.filter(hop__plan=plan, status__in=ended)
    return list(rows.order_by("hop__position", "position"))


def _fault(step: ToolStep) -> Fault | None:
    action = Action.objects.filter(pk=step.action_id).first() if step.action_id else None
    words = step.error or step.description
    wrong = Wrong.REFUSED if step.status == ToolStep.Status.SKIPPED else Wrong.FAILED
    if step.away and wrong is Wrong.FAILED:
        wrong = Wrong.AWAY
    if action is not None and action.status == Action.Status.DENIED:
        wrong = Wrong.DENIED
    if action is not None and action.status == Action.Status.UNKNOWN:
        wrong = Wrong.UNKNOWN
    said = action.error or "" if action is not None and action.status == Action.Status.REJECTED else ""
    return Fault(tool=step.tool, wrong=wrong, words=words, reason=said)


def _fault_of_mission(stands: Stands) -> Fault:
    """What a mission that was not done comes to: it was left before, or it did not work."""
    if stands.left is not None:
        return Fault(tool=BEGIN, wrong=Wrong.STOPPED, words=_(LEFT_WORDS[stands.left]), again=False)
    words = stands.why or _("its mission did not work.")
    return Fault(tool=BEGIN, wrong=Wrong.FAILED, words=words, again=False)


def judge_execution(desire: Desire, *, asker: Asker) -> str:
    """Judge the newest execution and keep the outcome, once; returns the verdict."""
    found = desire.outcomes.filter(execution=desire.executions).first()
    if found is not None:
        return found.verdict
    plan = plan_of(desire)
    done = executed(desire, plan) if plan is not None else Executed(criteria=[], crashed=desire.problem or "")
    judged = _judged(desire, plan, done, asker)
    outcome, ours = DesireOutcome.objects.get_or_create(
        desire=desire,
        execution=desire.executions,
        defaults={
            "user_id": desire.user_id,
            "plan_version": plan.version if plan else 0,
            "verdict": judged.judged.verdict,
            "text": judged.judged.words,
            "judged": [one.model_dump() for one in judged.criteria],
            "insights": judged.judged.insights.model_dump(),
            "made_by": judged.made_by,
        },
    )
    if not ours:  # another process judged meanwhile, and a model need not say the same twice
        return outcome.verdict
    if is_told(judged.fallback):
        words = stood_in_words(judged.fallback)
        lifecycle.tell(desire, words, key=f"fallback:judge:{desire.executions}")
    lifecycle.note(desire, "judged", execution=desire.executions, verdict=outcome.verdict)
    return outcome.verdict


def _judged(desire: Desire, plan: Plan | None, done: Executed, asker: Asker) -> JudgedBy:
    steps = ToolStep.objects.filter(hop__plan=plan).order_by("hop__position", "position")
    return verdict_on(
        done,
        wish=desire.description,
        made=[*contract.made(plan), *_made_by_missions(desire, plan)] if plan is not None else [],
        tools=list(dict.fromkeys(steps.values_list("tool", flat=True))) if plan is not None else [],
        language=desire.user.language,
        asker=asker,
    )


def _made_by_missions(desire: Desire, plan: Plan) -> list[str]:
    return [shorten(one.made, contract.MOST_TEXT) for one in begun_by(desire, plan) if one.made]
