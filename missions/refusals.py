"""What becomes of an open goal whose acts a person said no to: their reason changes them once, or it ends.

A reason is read like a critique: what it refuses is left out, what else it says is worked into the acts.
Where it asks for nothing, what was found is what the goal comes to.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from agency.acting.desk import ActingDesk
from agency.acting.drafting import Wanted, redrafted
from agency.desires.critique import read_critique
from agency.models import Asset, Hop, Plan, ToolStep
from agency.plans.acts import done_for_good, latest_acts
from agency.plans.by_rules import NoWay
from agency.plans.changing import go_on
from agency.plans.essence import PlanLite
from agency.plans.storing import essence
from agency.plans.swapping import swapped, tool_meant
from agency.plans.toolview import toolbox
from agency.reasoning.budget import Asker
from missions import open_goals
from missions.models import Mission
from trust.models import Action


@dataclass(frozen=True, slots=True)
class Refusal:
    """Acts of a plan that a person said no to, where nothing else of it is left; `reason`: in their words."""

    plan: Plan
    acts: list[Action]
    reason: str

    @property
    def tools(self) -> set[str]:
        return {act.tool for act in self.acts}

    @property
    def words(self) -> str:
        """What else the reason asks for, without what it only refuses."""
        used = [tool for tool in toolbox(self.plan.user) if tool.name in self.tools]
        return read_critique(self.reason, used).words


def refusal_of(plan: Plan) -> Refusal | None:
    """What the person said no to, with a reason, where that is all that is left of a plan that failed."""
    left = plan.hops.exclude(status=Hop.Status.COMPLETED)
    steps = ToolStep.objects.filter(hop__in=left).exclude(status=ToolStep.Status.DONE)
    if left.exclude(status=Hop.Status.FAILED).exists() or not steps:
        return None
    acts = [act for step in steps.select_related("hop__plan") for act in latest_acts(step)[:1]]
    reason = next((act.error for act in acts if act.error), "")
    refused = len(acts) >= len(steps) and all(act.status == Action.Status.REJECTED for act in acts)
    return Refusal(plan, acts, reason) if refused and reason else None


def changed_by(refusal: Refusal, *, thread_id: UUID, asker: Asker) -> bool:
    """Work the reason into the acts ("send it to Anna instead"), and let the plan go on to the card for them.
    Tells whether it changed any."""
    words = refusal.words
    if not words:
        return False
    desk, changed = ActingDesk(thread_id), False
    for act in refusal.acts:
        fresh = redrafted(act, Wanted(words, now=act.ended_at or timezone.now()), asker=asker)
        if fresh.arguments != act.arguments:
            why = _("You said no: “%(reason)s”. This is what came of that.") % {
                "reason": refusal.reason.strip()
            }
            desk.redraft(act, fresh.arguments, notes=act.error or "", caution=why)
            changed = True
    return changed


def made_otherwise(refusal: Refusal, mission: Mission) -> PlanLite | None:
    """The plan with the tool that the reason names in the place of the refused one ("keep it as a note
    instead"); None where it names none, or nothing leads there."""
    tools = [tool for tool in toolbox(mission.user) if tool.enabled]
    meant = tool_meant(refusal.words or refusal.reason, tools, refused=refusal.tools)
    if meant is None:
        return None
    before, done = essence(refusal.plan), done_for_good(refusal.plan, tools)
    if any(step.tool == meant.name and done.intersection(step.makes()) for _hop, step in before.steps()):
        return None  # it is kept so already
    used = {step.tool for _hop, step in before.steps()} - refusal.tools
    try:
        return swapped(
            before,
            meant,
            [one for one in tools if one.name in used],
            words=refusal.reason,
            done=done,
        )
    except NoWay:
        return None


def take_up_changed(plan: Plan) -> bool:
    """Let the steps go on whose refused act another one has replaced. Tells whether there were any."""
    steps = ToolStep.objects.filter(hop__plan=plan, status=ToolStep.Status.SKIPPED).select_related(
        "hop__plan"
    )
    waits = [step for step in steps if any(act.status == Action.Status.WAITING for act in latest_acts(step))]
    with transaction.atomic():
        go_on(plan, waits)
    return bool(waits)


def result_without(refusal: Refusal, mission: Mission) -> dict[str, Any] | None:
    """What the goal came to without what was refused, which its words say; None where nothing was found."""
    made = refusal.plan.assets.filter(status=Asset.Status.READY).exclude(role=Asset.Role.INPUT)
    if not made.exists():
        return None
    result = open_goals.result_of(mission, refusal.plan)
    titles = ", ".join(f"“{act.title}”" for act in refusal.acts)
    words = ngettext(
        "%(acts)s was not done, because you said no: “%(reason)s”.",
        "%(acts)s were not done, because you said no: “%(reason)s”.",
        len(refusal.acts),
    )
    said = words % {"acts": titles, "reason": refusal.reason.strip()}
    done = open_goals.done_words(mission)
    return {**result, "words": " ".join([_("What was found is here to read."), said, *done])}
