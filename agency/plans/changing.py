"""Changing an input of a plan, trying a failed hop again, taking up what became of its act later: only what
depends on it is done again."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from pydantic import JsonValue

from agency.models import Asset, Hop, Plan, ToolStep
from agency.plans.acts import acts_of_step, latest_acts, lines_of
from agency.plans.essence import AssetLite
from agency.plans.resolving import fingerprint
from agency.plans.running import assets_of
from agency.plans.toolview import view_of
from agency.plans.validate import value_misfit
from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from ownyou.lib.fields import seal
from trust import decisions, ledger
from trust.ledger import move
from trust.models import Action, Decision
from trust.tools import tool_named

T = ToolStep.Status
AGAIN = frozenset(
    {Action.Status.FAILED, Action.Status.DENIED, Action.Status.REJECTED, Action.Status.EXPIRED}
    | {Action.Status.CANCELLED, Action.Status.SUPERSEDED, Action.Status.UNDONE}
)
"""Acts that may be proposed anew: it is certain that they did not happen, or were taken back."""


def change_input(plan: Plan, name: str, value: JsonValue) -> list[ToolStep]:
    """Give an input another value. Returns the steps that depend on it and are to be done again.

    What the plan says of the old value in fixed words says the new one. Their assets become stale, their hops
    open again; open questions about their acts are superseded. A step whose arguments turn out the same as
    before is not run again (`running.run_step`); an act that was done before asks anew, whatever the trust
    (`acts.Before`). Raises `NotFound`, `InvalidInput` for a value that the type or a tool does not
    take, and `Conflict` while it is not known whether an act happened.
    """
    asset = plan.assets.filter(name=name, role=Asset.Role.INPUT).first()
    if asset is None:
        raise NotFound(_("This plan has no input “%(name)s”.") % {"name": name})
    steps = list(ToolStep.objects.filter(hop__plan=plan).order_by("hop__position", "position"))
    _check(asset, value, steps)
    fresh = fingerprint(plan.user_id, value)
    if asset.fingerprint == fresh and asset.status == Asset.Status.READY:
        return []
    stale = dependants(steps, name)
    with transaction.atomic():
        _check_known(stale)
        Asset.objects.filter(pk=asset.pk).update(
            value=seal(plan.user_id, value), fingerprint=fresh, status=Asset.Status.READY
        )
        _say_anew(plan, stale, asset.value, value)
        _reopen(plan, stale)
        _supersede_acts(stale)
    return stale


def dependants(steps: list[ToolStep], name: str) -> list[ToolStep]:
    """The steps that use an asset or what was made from it, in their order."""
    touched, found = {name}, []
    for step in steps:
        if assets_of(step) & touched:
            found.append(step)
            touched |= {str(m["state_asset"]) for m in step.results.values() if m["type"] == "asset_field"}
    return found


def reworded(text: str, before: JsonValue, after: JsonValue) -> str:
    """A text with the old value said as the new one; as it was where it does not say the old one.

    What a list gained is said after its last; a text does not say what a list lost.
    """
    olds, news = _words(before), _words(after)
    if not olds or len(news) < len(olds) or not all(old in text for old in olds):
        return text
    said = [*news[: len(olds) - 1], ", ".join(news[len(olds) - 1 :])]
    for old, new in zip(olds, said, strict=True):
        text = text.replace(old, new)
    return text


def _words(value: JsonValue) -> list[str]:
    return [str(part) for part in (value if isinstance(value, list) else [value]) if part not in (None, "")]


def _say_anew(plan: Plan, steps: list[ToolStep], before: JsonValue, after: JsonValue) -> None:
    """Titles and the like that name the old value name the new one."""
    plan.name, plan.goal = (reworded(text, before, after) for text in (plan.name, plan.goal))
    plan.save(update_fields=["name", "goal"])
    for step in steps:
        parameters = {name: _mapped_anew(one, before, after) for name, one in step.parameters.items()}
        if parameters != step.parameters:
            step.parameters = parameters
            step.save(update_fields=["parameters"])


def _mapped_anew(mapping: dict[str, JsonValue], before: JsonValue, after: JsonValue) -> dict[str, JsonValue]:
    value = mapping.get("value")
    if mapping["type"] != "literal" or not isinstance(value, str):
        return mapping
    return {**mapping, "value": reworded(value, before, after)}


def _check_known(steps: list[ToolStep]) -> None:
    unsettled = (Action.Status.CLAIMED, Action.Status.UNKNOWN, Action.Status.UNDOING)
    for step in steps:
        if act := next(iter(acts_of_step(step, unsettled)), None):
            raise Conflict(
                _("I do not know yet whether “%(title)s” happened. Check that first.") % {"title": act.title},
                action=str(act.pk),
            )


def _check(asset: Asset, value: JsonValue, steps: list[ToolStep]) -> None:
    lite = AssetLite(
        name=asset.name,
        type=asset.type,
        is_collection=bool(asset.collection),
        collection_type=asset.collection or None,
        value=value,
    )
    refusal = _("has no value.") if value in (None, "", []) else value_misfit(lite)
    refusal = refusal or next((said for step in steps if (said := _refused(step, lite))), "")
    if refusal:
        raise InvalidInput(f"“{asset.name}”: {refusal}", field=asset.name)


def _refused(step: ToolStep, asset: AssetLite) -> str:
    """What a step's tool has against the value."""
    names = [
        name
        for name, mapping in step.parameters.items()
        if mapping.get("state_asset") == asset.name and not mapping.get("path")
    ]
    if not names:
        return ""
    tool = view_of(tool_named(step.tool, step.user))
    values = asset.value if asset.typed.many and isinstance(asset.value, list) else [asset.value]
    said = (tool.refusal(name, one) for name in names if not tool.wants_list(name) for one in values)
    return next((words for words in said if words), "")


def _reopen(plan: Plan, steps: list[ToolStep]) -> None:
    """Let steps be done again: a new run of those that ran, their assets stale, their hops ready."""
    touched = ToolStep.objects.filter(pk__in=[step.pk for step in steps])
    touched.exclude(status=T.PENDING).update(status=T.PENDING, run=F("run") + 1, error=None, ended_at=None)
    Asset.objects.filter(made_by__in=touched).exclude(status=Asset.Status.MISSING).update(
        status=Asset.Status.STALE
    )
    _ready_again(plan, steps)


def _ready_again(plan: Plan, steps: list[ToolStep]) -> None:
    if steps:
        hops = Hop.objects.filter(pk__in=[step.hop_id for step in steps])
        hops.update(status=Hop.Status.RESOLVED, error=None, ended_at=None)
        Plan.objects.filter(pk=plan.pk).update(status=Plan.Status.VALID, ended_at=None)


def _supersede_acts(steps: list[ToolStep]) -> None:
    """What was about to be done with the old value is not done; who was asked about it is asked anew."""
    about_to_be = (Action.Status.WAITING, Action.Status.APPROVED)
    acts = [act for step in steps for act in acts_of_step(step, about_to_be)]
    for thread_id in {act.thread_id for act in acts if act.thread_id and act.decision_id}:
        decisions.close(thread_id=thread_id, status=Decision.Status.SUPERSEDED)
    alone = [act.decision_id for act in acts if act.thread_id is None and act.decision_id]
    decisions.close(decision_ids=alone, status=Decision.Status.SUPERSEDED)
    for act in Action.objects.filter(pk__in=[act.pk for act in acts], status__in=about_to_be):
        move(act, Action.Status.SUPERSEDED)
    stopped = [act.pk for step in steps for act in acts_of_step(step, [Action.Status.CANCELLED])]
    ledger.forget_stopped(stopped)


def retry_hop(hop: Hop) -> None:
    """Try a failed hop again, from the step that failed; what was approved and not begun is done then. Of
    several acts of a step only those that did not happen are proposed anew (`acts.Before`). Raises
    `Conflict` for a hop that has not failed, or with an act that may have happened."""
    if hop.status != Hop.Status.FAILED:
        raise Conflict(_("This step has not failed, so there is nothing to try again."))
    failed = _failed_steps(hop)
    stands = {step.pk: _standing(step) for step in failed}
    if not all(_is_known(found) for found in stands.values()):
        raise Conflict(_("It is not known whether this happened. Check it before it is tried again."))
    approved = [step for step in failed if stands[step.pk] and not stands[step.pk] & AGAIN]
    with transaction.atomic():
        go_on(hop.plan, approved)
        _reopen(hop.plan, [step for step in failed if step not in approved])


def _is_known(stands: frozenset[str]) -> bool:
    """Whether of acts that stand so it is known whether they happened. Where all did, the step finds them."""
    return stands <= AGAIN | {Action.Status.APPROVED, Action.Status.SUCCEEDED}


def take_up_late(plan: Plan) -> bool:
    """Open the steps again whose act ended differently after they had failed: it was asked again and done, or
    checked. Nothing is done anew: their next run finds the act. Tells whether there was one."""
    hops = plan.hops.filter(status=Hop.Status.FAILED)
    late = [step for hop in hops for step in _failed_steps(hop) if _ended_otherwise(step)]
    with transaction.atomic():
        go_on(plan, late)
    return bool(late)


def go_on(plan: Plan, steps: list[ToolStep]) -> None:
    """Let steps be worked on again without a new run of them, so that they find their acts as these stand."""
    ToolStep.objects.filter(pk__in=[step.pk for step in steps]).update(
        status=T.PENDING, error=None, ended_at=None
    )
    _ready_again(plan, steps)


def _failed_steps(hop: Hop) -> list[ToolStep]:
    return list(hop.steps.filter(status__in=(T.FAILED, T.SKIPPED)))


def _standing(step: ToolStep) -> frozenset[str]:
    """How the acts of a step's last run stand now."""
    known = step.action_id
    return frozenset(
        line[-1].status
        for line in lines_of(step)
        if f":{step.pk}:{step.run}:" in line[0].key or any(act.pk == known for act in line)
    )


def _ended_otherwise(step: ToolStep) -> bool:
    """Whether an act of it ended after the step had failed: then its next run finds something else."""
    since = step.ended_at
    return since is not None and any(
        act.ended_at is not None and act.ended_at > since for act in latest_acts(step)
    )
