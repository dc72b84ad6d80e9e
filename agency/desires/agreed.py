"""An OK to a plan that is an OK to its act: what the card of the plan showed in full is not asked for again.

Only for beginning a mission, the whole of a plan, and only where nothing but the level of trust asks. What is
risky, shaped from outside, done before or other than what was shown asks as ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from agency.desires import executing, lifecycle
from agency.desires.spawning import BEGIN
from agency.models import Desire, Plan
from agency.plans.essence import PlanLite
from trust import activity, approvals, decisions
from trust.decisions import Answer
from trust.ledger.proposing import args_hash
from trust.models import Action, Decision
from trust.policy import GRAVE
from trust.tools import tool_named

SHOWN: Final = "acts_shown"
"""In a review's payload: the hashes of the acts that its card shows in full."""
LEVEL_ONLY: Final = "not_autonomous"
"""The rule that asks for nothing but since the trust is not there yet."""


def goals_in(plan: PlanLite) -> list[str]:
    """The goals, whole, of the missions that a plan begins, where it does nothing else and knows them."""
    steps = [step for hop in plan.hops for step in hop.steps]
    if any(step.tool != BEGIN for step in steps):
        return []
    return [str(one.value) for one in plan.mission.inputs if one.name == "goal" and one.value is not None]


def lines_of(goals: Sequence[str]) -> list[str]:
    """What the card of the plan says of these acts."""
    return [_("Your OK begins it: “%(goal)s”") % {"goal": goal} for goal in goals]


def hashes_of(desire: Desire, goals: Sequence[str]) -> list[str]:
    """The hashes of these acts, as they will be proposed."""
    if not goals:
        return []
    tool = tool_named(BEGIN, desire.user)
    said = [tool.parse({"goal": goal}).model_dump(mode="json") for goal in goals]
    return [args_hash(desire.user_id, BEGIN, arguments) for arguments in said]


def take_review_as_ok(desire: Desire, thread_id: UUID, *, key: str) -> bool:
    """Answer the card of a run's waiting acts where the OK to the plan was one to exactly them; returns
    whether it was answered. `key`: of that card. One OK counts for one act."""
    waiting = list(Action.objects.waiting().filter(user_id=desire.user_id, thread_id=thread_id))
    review = _approved_review(desire)
    if not waiting or review is None or review.answered_at is None:
        return False
    shown = review.payload.get(SHOWN, [])
    if not all(_is_plain(act) and act.args_hash in shown for act in waiting):
        return False
    if any(_was_done_since(act, review.answered_at) for act in waiting):
        return False
    subject = lifecycle.subject_of(desire)
    with transaction.atomic(), activity.told_last():  # nobody is told of a card that asks nothing
        card = approvals.ask_for(waiting, user=desire.user, thread_id=thread_id, subject=subject, key=key)
        if card.status == Decision.Status.OPEN:
            decisions.answer(user=desire.user, decision_id=card.pk, given=Answer(Decision.Verdict.APPROVE))
    return True


def _approved_review(desire: Desire) -> Decision | None:
    """The person's OK to the newest version of the plan."""
    plan: Plan | None = executing.plan_of(desire)
    rows = Decision.objects.of(desire.user).filter(
        subject_kind=lifecycle.KIND, subject_id=desire.pk, kind=Decision.Kind.REVIEW
    )
    review = rows.order_by("-created_at").first()
    if plan is None or review is None or review.payload.get("plan_version") != plan.version:
        return None
    agreed = review.status == Decision.Status.ANSWERED and review.verdict == Decision.Verdict.APPROVE
    return review if agreed and review.answered_by_id == desire.user_id else None


def _is_plain(act: Action) -> bool:
    """Whether only the level of trust makes an act ask, and it was asked for only now."""
    new = act.decision_id is None and act.successor_id is None and not act.difference
    return act.tool == BEGIN and act.rule == LEVEL_ONLY and not act.tainted and act.risk not in GRAVE and new


def _was_done_since(act: Action, agreed: datetime) -> bool:
    """Whether the OK was used already: the same act was proposed since it was given."""
    same = Action.objects.filter(user_id=act.user_id, subject_id=act.subject_id, args_hash=act.args_hash)
    return same.filter(created_at__gte=agreed).exclude(pk=act.pk).exists()
