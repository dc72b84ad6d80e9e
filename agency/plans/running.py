"""Running a plan: which step is next, doing it through the gate, and keeping what it makes.

Every function may be called again after a crash: acts are found by their keys, results are written once.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from agency.models import Asset, Hop, Plan, ToolStep
from agency.plans.acts import Gate, Outcome
from agency.plans.looking import Look, look_ahead
from agency.plans.recording import Ending, assets_made_by, keep_results, results_beside
from agency.plans.resolving import QUOTE, Resolved, Unresolvable, fingerprint, resolve
from agency.plans.standing import OPEN, Standing, ready_assets, standing_after
from agency.plans.titles import title_of_step, words_of_hop
from agency.plans.toolview import ToolView, view_of
from ownyou.lib.errors import NotFound
from ownyou.lib.fields import seal
from ownyou.lib.prepared import Change, Writes, updates
from ownyou.lib.text import clean_line, shorten
from trust import activity
from trust.activity import Beside, Subject
from trust.models import Activity
from trust.tools import tool_named

T = ToolStep.Status


class State(StrEnum):
    """How a step stands after it was worked on."""

    DONE = "done"
    UNCHANGED = "unchanged"
    """Its arguments are those that it ran with before, so its results still hold."""
    ASKS = "asks"
    """Acts of it wait for the person's OK."""
    HELD = "held"
    """Acts of it are approved and wait for their time."""
    REFUSED = "refused"
    FAILED = "failed"


def next_step(plan: Plan) -> ToolStep | None:
    """The first step that can be worked on: not done, its hop not failed, and all that it needs is there."""
    ahead = look_ahead(plan)
    if ahead is None:
        return None
    step, look = ahead
    if assets_of(step) <= look.assets.keys():  # mostly the first can be, and the others need not be decrypted
        step.look = look
        return step
    ready = ready_assets(plan)
    steps = (
        ToolStep.objects.filter(hop__plan=plan, status__in=OPEN)
        .exclude(hop__status=Hop.Status.FAILED)
        .select_related("hop")
        .order_by("hop__position", "position")
    )
    found = next((step for step in steps if assets_of(step) <= ready), None)
    if found is not None:
        found.hop.plan = plan
    return found


def assets_of(step: ToolStep) -> set[str]:
    """The names of the assets that a step takes."""
    return {str(m["state_asset"]) for m in step.parameters.values() if m["type"] == "asset_field"}


def run_step(step: ToolStep, *, thread_id: UUID | None = None) -> State:
    """Work on a step as far as it goes, and say how it stands. Call it outside of any transaction."""
    plan = step.hop.plan
    look, step.look = step.look, None  # it holds once: the step may be worked on again later
    assets = look.assets if look else _assets_for(step)
    try:
        tool = view_of(tool_named(step.tool, plan.user))
        resolved = resolve(step.parameters, assets, tool)
    except NotFound as error:
        return _fail(step, error.message)
    except Unresolvable as error:
        return _fail(step, str(error))
    used = fingerprint(plan.user_id, resolved.arguments)
    if step.used == used and _made_before(step):
        return _still_holds(step)
    if plan.tainted and not resolved.tainted:  # also what it says in fixed words
        resolved = replace(resolved, tainted=True, shaped_by=(shorten(clean_line(plan.goal), QUOTE),))
    fresh = step.started_at is None and step.run == 0 and step.action_id is None
    begun = _beginning(step)
    if not (fresh and tool.acts):
        begun.make()
    subject = Subject(plan.subject_kind, plan.subject_id)
    kept = _Kept(step, tool, resolved, used, look)
    taught = look is None or look.taught
    gate = Gate(plan.user, subject, thread_id, plan.pk, fresh, begun, taught, kept.beside)
    outcomes = gate.run(step, tool, resolved)
    begun.make()  # where no act was written down with it
    if kept.made:
        return State.DONE
    return _settle(step, tool, resolved, used, outcomes, look)


def _assets_for(step: ToolStep) -> dict[str, Asset]:
    named = step.hop.plan.assets.filter(name__in=assets_of(step)).defer("description")
    return {asset.name: asset for asset in named}


def _settle(
    step: ToolStep,
    tool: ToolView,
    resolved: Resolved,
    used: str,
    outcomes: list[Outcome],
    look: Look | None,
) -> State:
    done_first = sorted(outcomes, key=lambda outcome: outcome.result is None)
    acts = [outcome.action_id for outcome in done_first if outcome.action_id]
    if any(outcome.waits for outcome in outcomes):
        asks = any(outcome.asks for outcome in outcomes)
        _set(step, T.WAITING if asks else T.RUNNING, action_id=acts[0] if acts else None)
        return State.ASKS if asks else State.HELD
    failures = [outcome for outcome in outcomes if outcome.error and not outcome.refused]
    if failures:
        failed = min(failures, key=lambda one: one.away)  # away only where nothing else went wrong
        return _fail(step, failed.error, action_id=acts[0] if acts else None, away=failed.away)
    done = [outcome for outcome in outcomes if outcome.result is not None]
    if outcomes and not done:
        return _fail(step, outcomes[0].error, action_id=acts[0], refused=True)
    step.used, step.action_id = used, acts[0] if acts else None
    made = assets_made_by(step)
    standing = look.standing(made) if look else standing_after(step, made)
    while not _keep(step, tool, resolved, done, standing):  # somebody changed the plan meanwhile
        standing = standing_after(step, made)
    return State.DONE


def _keep(
    step: ToolStep, tool: ToolView, resolved: Resolved, done: list[Outcome], standing: Standing
) -> bool:
    """Keep what a step made, and end what ends with it; False where the plan does not stand so any more."""
    if standing.is_sure:
        return keep_results(step, tool, resolved, done, standing, _ending(step, standing))
    with transaction.atomic(), activity.told_last():
        keep_results(step, tool, resolved, done)
        _end_hop(step.hop)
    return True


def _ending(step: ToolStep, standing: Standing) -> Ending | None:
    """What ends with a step after which the plan surely goes on, or surely does not."""
    if not standing.hop_ends:
        return None
    status = Plan.Status.FAILED if standing.lacks else Plan.Status.COMPLETED
    return Ending(_done_line(step.hop, standing.runs), None if standing.goes_on else status)


@dataclass(slots=True)
class _Kept:
    """Keeps what the only act of a step came to by the statement that ends the act, where the plan still
    stands as was seen with the step. Where it does not, the step is settled after."""

    step: ToolStep
    tool: ToolView
    resolved: Resolved
    used: str
    look: Look | None
    wanted: Beside | None = None

    def beside(self, outcome: Outcome) -> Beside | None:
        step = self.step
        standing = self.look.standing(assets_made_by(step)) if self.look else None
        if standing is None or not standing.is_sure:
            return None
        step.used, step.action_id = self.used, outcome.action_id
        ending = _ending(step, standing)
        self.wanted = results_beside(step, self.tool, self.resolved, outcome, standing, ending)
        return self.wanted

    @property
    def made(self) -> bool:
        return self.wanted is not None and self.wanted.made


def _made_before(step: ToolStep) -> bool:
    return not Asset.objects.filter(made_by=step, value__isnull=True).exists()


def _still_holds(step: ToolStep) -> State:
    """What the step made is still right: nothing is done again, least of all an act."""
    with transaction.atomic(), activity.told_last():
        Asset.objects.filter(made_by=step).update(status=Asset.Status.READY)
        _set(step, T.DONE, ended_at=timezone.now())
        _end_hop(step.hop)
    return State.UNCHANGED


def _beginning(step: ToolStep) -> Writes:
    """What is written of a step, its hop and its plan as it begins."""
    now = timezone.now()
    hop, plan = step.hop, step.hop.plan
    changes: list[Change] = []
    if plan.status != Plan.Status.EXECUTING:
        plan.status, plan.ended_at = Plan.Status.EXECUTING, None
        changes.append(("plan", plan, ("status", "ended_at")))
    if hop.status != Hop.Status.EXECUTING:
        hop.status, hop.started_at, hop.ended_at, hop.error = Hop.Status.EXECUTING, now, None, None
        changes.append(("hop", hop, ("status", "started_at", "ended_at", "error")))
    step.status, step.started_at, step.error = T.RUNNING, step.started_at or now, None
    return updates(*changes, ("step", step, ("status", "started_at", "error")))


def _fail(
    step: ToolStep, words: str, *, action_id: UUID | None = None, refused: bool = False, away: bool = False
) -> State:
    """End a step that did not work, and its hop with it, in words. The act that it had stays its own."""
    plan, now = step.hop.plan, timezone.now()
    said = _("%(step)s: %(words)s") % {"step": title_of_step(step, plan.user).rstrip(".:"), "words": words}
    with transaction.atomic(), activity.told_last():
        status = T.SKIPPED if refused else T.FAILED
        act = {"action_id": action_id} if action_id else {}
        _set(step, status, error=seal(plan.user_id, words), away=away, ended_at=now, **act)
        Asset.objects.filter(made_by=step).update(status=Asset.Status.FAILED)
        Hop.objects.filter(pk=step.hop_id).update(
            status=Hop.Status.FAILED, error=seal(plan.user_id, said), ended_at=now
        )
        name = _name_of(step.hop)
        told = said if said.startswith(name) else f"{name}. {said}"
        kind = Activity.Kind.STATUS_CHANGED if refused else Activity.Kind.AGENT_ERROR
        activity.record(**_line(step.hop, kind, told, f"failed:{step.pk}:{step.run}"))
        _end_plan(plan)
    return State.REFUSED if refused else State.FAILED


def _end_hop(hop: Hop) -> None:
    """Complete a hop whose steps are all done, and the plan with its last hop."""
    steps = list(hop.steps.values_list("status", "run"))
    if any(status != T.DONE for status, _run in steps):
        return
    Hop.objects.filter(pk=hop.pk).update(status=Hop.Status.COMPLETED, ended_at=timezone.now(), error=None)
    activity.record(**_done_line(hop, sum(run for _status, run in steps)))
    _end_plan(hop.plan)


def _done_line(hop: Hop, runs: int) -> dict[str, Any]:
    return _line(hop, Activity.Kind.AGENT_COMPLETED, _name_of(hop), f"done:{hop.pk}:{runs}")


def _name_of(hop: Hop) -> str:
    return words_of_hop(hop, hop.plan.user)[0]


def _end_plan(plan: Plan) -> None:
    """End a plan in which nothing more can be done."""
    if next_step(plan) is not None:
        return
    complete = not plan.assets.filter(role=Asset.Role.OUTPUT).exclude(status=Asset.Status.READY).exists()
    plan.status = Plan.Status.COMPLETED if complete else Plan.Status.FAILED
    plan.ended_at = timezone.now()
    plan.save(update_fields=["status", "ended_at"])


def _set(step: ToolStep, status: ToolStep.Status, **changes: object) -> None:
    step.status = status
    ToolStep.objects.filter(pk=step.pk).update(status=status, **changes)


def _line(hop: Hop, kind: Activity.Kind, text: str, key: str) -> dict[str, Any]:
    """A line of the feed about a hop, as `activity.record` takes it."""
    plan = hop.plan
    return {
        "user_id": plan.user_id,
        "kind": kind,
        "text": text,
        "agent": "plans",
        "subject": Subject(plan.subject_kind, plan.subject_id),
        "detail": {"plan": str(plan.pk), "hop": hop.position},
        "key": f"plan:{key}",
    }
