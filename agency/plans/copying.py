"""A plan once more for another subject, with all that it has made: what is not touched is not done again."""

from __future__ import annotations

from django.db import transaction

from agency.models import Asset, Hop, Plan, ToolStep
from ownyou.lib.ids import new_id
from trust.activity import Subject

T = ToolStep.Status


@transaction.atomic
def copy_plan(plan: Plan, *, subject: Subject) -> Plan:
    """Copy a plan with its values. What was done counts as done, what failed or waited is to be done.

    A copied step keeps the act of its model: it is asked for, should it be done again.
    """
    if subject.id is None:
        raise ValueError("a plan is about something")
    hops = list(plan.hops.prefetch_related("steps").order_by("position"))
    assets = list(plan.assets.all())
    copy = Plan(
        user=plan.user,
        subject_kind=subject.kind,
        subject_id=subject.id,
        status=Plan.Status.VALID,
        **{
            name: getattr(plan, name)
            for name in ("name", "goal", "success_criteria", "made_by", "risk", "tainted", "because")
        },
    )
    copy.save(force_insert=True)
    steps = {step.pk: made for hop in hops for step, made in _copy_hop(hop, copy)}
    for asset in assets:
        asset.made_by = steps[asset.made_by_id] if asset.made_by_id else None
        _copy_asset(asset, copy)
    return copy


def _copy_hop(hop: Hop, plan: Plan) -> list[tuple[ToolStep, ToolStep]]:
    """Store the copy of a hop; returns its steps, each with its copy."""
    done = hop.status == Hop.Status.COMPLETED
    names = ("position", "name", "description", "rationale", "inputs", "outputs")
    made = Hop.objects.create(
        user=plan.user,
        plan=plan,
        status=Hop.Status.COMPLETED if done else Hop.Status.RESOLVED,
        started_at=hop.started_at if done else None,
        ended_at=hop.ended_at if done else None,
        **{name: getattr(hop, name) for name in names},
    )
    return [(step, _copy_step(step, made)) for step in hop.steps.all()]


def _copy_step(step: ToolStep, hop: Hop) -> ToolStep:
    names = ("position", "tool", "description", "parameters", "results", "used", "action_id")
    done = step.status == T.DONE
    return ToolStep.objects.create(
        user=hop.user,
        hop=hop,
        status=T.DONE if done else T.PENDING,
        started_at=step.started_at if done else None,
        ended_at=step.ended_at if done else None,
        **{name: getattr(step, name) for name in names},
    )


def _copy_asset(asset: Asset, plan: Plan) -> None:
    asset.pk, asset.plan = new_id(), plan
    if asset.status == Asset.Status.FAILED:
        asset.status = Asset.Status.MISSING
    asset._state.adding = True
    asset.save(force_insert=True)
