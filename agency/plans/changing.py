"""Changing an input of a plan, or trying a failed hop again: only what depends on it is done again."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _
from pydantic import JsonValue

from agency.models import Asset, Hop, Plan, ToolStep
from agency.plans.essence import AssetLite
from agency.plans.resolving import fingerprint
from agency.plans.running import assets_of
from agency.plans.toolview import view_of
from agency.plans.validate import value_misfit
from ownyou.lib.errors import Conflict, InvalidInput, NotFound
from ownyou.lib.fields import seal
from trust import decisions
from trust.ledger import move
from trust.models import Action, Decision
from trust.tools import tool_named

T = ToolStep.Status
AGAIN = frozenset(
    {Action.Status.FAILED, Action.Status.DENIED, Action.Status.REJECTED, Action.Status.EXPIRED}
    | {Action.Status.CANCELLED, Action.Status.SUPERSEDED}
)
"""Acts that may be proposed anew: it is certain that they did not happen."""


def change_input(plan: Plan, name: str, value: JsonValue) -> list[ToolStep]:
    """Give an input another value. Returns the steps that depend on it and are to be done again.

    Their assets become stale, their hops open again; open questions about their acts are superseded. A step
    whose arguments turn out the same as before is not run again (`running.run_step`). Raises `NotFound`,
    and `InvalidInput` for a value that the type or a tool does not take.
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
        Asset.objects.filter(pk=asset.pk).update(
            value=seal(plan.user_id, value), fingerprint=fresh, status=Asset.Status.READY
        )
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


def _check(asset: Asset, value: JsonValue, steps: list[ToolStep]) -> None:
    lite = AssetLite(
        name=asset.name,
        type=asset.type,
        is_collection=bool(asset.collection),
        collection_type=asset.collection or None,
        value=value,
    )
    refusal = _("has no value.") if value is None else value_misfit(lite)
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
    Hop.objects.filter(steps__in=touched).update(status=Hop.Status.RESOLVED, error=None, ended_at=None)
    Plan.objects.filter(pk=plan.pk).update(status=Plan.Status.VALID, ended_at=None)


def _supersede_acts(steps: list[ToolStep]) -> None:
    """What was about to be done with the old value is not done; who was asked about it is asked anew."""
    acts = Action.objects.filter(
        pk__in=[step.action_id for step in steps if step.action_id],
        status__in=(Action.Status.WAITING, Action.Status.APPROVED),
    )
    for thread_id in {act.thread_id for act in acts if act.thread_id and act.decision_id}:
        decisions.close(thread_id=thread_id, status=Decision.Status.SUPERSEDED)
    for act in acts.all():
        move(act, Action.Status.SUPERSEDED)


def retry_hop(hop: Hop) -> None:
    """Try a failed hop again, from the step that failed. Raises `Conflict` for a hop that has not failed, or
    whose act may have happened."""
    if hop.status != Hop.Status.FAILED:
        raise Conflict(_("This step has not failed, so there is nothing to try again."))
    failed = list(hop.steps.filter(status__in=(T.FAILED, T.SKIPPED)))
    acts = Action.objects.filter(pk__in=[step.action_id for step in failed if step.action_id])
    if any(act.status not in AGAIN for act in acts):
        raise Conflict(_("It is not known whether this happened. Check it before it is tried again."))
    with transaction.atomic():
        _reopen(hop.plan, failed)
