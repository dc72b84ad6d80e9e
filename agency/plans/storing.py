"""A plan's essence as rows, and back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from django.db import IntegrityError, transaction
from django.db.models import Model, Prefetch, prefetch_related_objects
from pydantic import JsonValue

from agency.models import Asset, Hop, Plan, ToolStep
from agency.plans.essence import AssetLite, HopLite, LiteralValue, MissionLite, PlanLite, ToolStepLite
from agency.plans.faults import Fault
from agency.plans.resolving import fingerprint
from agency.plans.toolview import ToolView, toolbox, views_of
from agency.plans.validate import validate
from ownyou.lib.errors import OwnYouError
from ownyou.lib.prepared import insert_all, prepared_cursor
from trust.activity import Subject
from trust.models import User
from trust.tools import Risk

RISKS = list(Risk)
"""From none to critical."""


class PlanInvalid(OwnYouError):
    """The plan could not run."""

    status = 422
    code = "plan_invalid"

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(" ".join(str(fault) for fault in faults))
        self.faults = list(faults)


def store(
    plan: PlanLite,
    *,
    user: User,
    subject: Subject,
    made_by: Literal["rules", "model"] = "rules",
    tools: Sequence[ToolView] | None = None,
    tainted: bool = False,
    because: Sequence[dict[str, str]] = (),
) -> Plan:
    """Validate a plan and store it as the next version of its subject's; the one before is replaced.

    `tainted`: the words that it was made of came from outside, so all that it does is shaped by them.
    `because`: what was said or learned that this version is made for. Raises `PlanInvalid`.
    """
    if subject.id is None:
        raise ValueError("a plan is about something")
    views = views_of(toolbox(user) if tools is None else tools)
    if faults := validate(plan, views.values()):
        raise PlanInvalid(faults)
    while True:
        try:
            with transaction.atomic():
                return _write(plan, views, user, subject, made_by, tainted, list(because))
        except IntegrityError:
            continue  # another version was stored meanwhile


def _write(
    plan: PlanLite,
    views: dict[str, ToolView],
    user: User,
    subject: Subject,
    made_by: str,
    tainted: bool,
    because: list[dict[str, str]],
) -> Plan:
    about: dict[str, Any] = {"user": user, "subject_kind": subject.kind, "subject_id": subject.id}
    versions = Plan.objects.filter(**about)
    last = _last_version(subject)
    if last:
        versions.filter(ended_at=None).update(status=Plan.Status.REPLACED)
    row = Plan(
        **about,
        version=last + 1,
        name=plan.mission.name,
        goal=plan.mission.goal,
        success_criteria=list(plan.mission.success_criteria),
        made_by=made_by,
        risk=risk_of(plan, views),
        tainted=tainted,
        because=because,
        status=Plan.Status.VALID,
    )
    _write_all(row, plan)
    return row


def _last_version(subject: Subject) -> int:
    """The newest version that there is of a subject's plan; 0 where there is none."""
    with prepared_cursor() as cursor:
        cursor.execute(_LAST, {"subject": subject.id})
        [(last,)] = cursor.fetchall()
        return int(last)


_LAST = f"SELECT COALESCE(max(version), 0) FROM {Plan._meta.db_table} WHERE subject_id = %(subject)s"


def _write_all(plan: Plan, lite: PlanLite) -> None:
    """Write a plan with its hops, their steps and its assets, by one statement; they stay with it, as they
    are now."""
    hops = [_hop(plan, position, hop) for position, hop in enumerate(lite.hops)]
    steps = [
        [_step(hop, number, step) for number, step in enumerate(part.steps)]
        for hop, part in zip(hops, lite.hops, strict=True)
    ]
    makers = {
        name: row
        for part, rows in zip(lite.hops, steps, strict=True)
        for step, row in zip(part.steps, rows, strict=True)
        for name in step.makes()
    }
    assets = _assets(plan, lite, makers)
    insert_all([plan], hops, [row for rows in steps for row in rows], assets)
    _keep_with(plan, "hops", hops)
    _keep_with(plan, "assets", assets)
    for hop, rows in zip(hops, steps, strict=True):
        _keep_with(hop, "steps", rows)


def _keep_with(row: Plan | Hop, name: str, rows: Sequence[Model]) -> None:
    """Let a row know those that belong to it, as if they had been prefetched."""
    found = getattr(row, name).all()
    found._result_cache = list(rows)
    vars(row).setdefault("_prefetched_objects_cache", {})[name] = found


def _assets(plan: Plan, lite: PlanLite, made_by: Mapping[str, ToolStep]) -> list[Asset]:
    """The assets of a plan; `made_by`: the step that makes each, by its name."""
    roles = (
        (Asset.Role.INPUT, lite.mission.inputs),
        (Asset.Role.INTERMEDIATE, [asset for hop in lite.hops for asset in hop.intermediates]),
        (Asset.Role.OUTPUT, lite.mission.outputs),
    )
    return [_asset(plan, role, asset, made_by.get(asset.name)) for role, assets in roles for asset in assets]


def _asset(plan: Plan, role: Asset.Role, lite: AssetLite, made_by: ToolStep | None) -> Asset:
    ready = role == Asset.Role.INPUT and lite.value is not None
    return Asset(
        user=plan.user,
        plan=plan,
        name=lite.name,
        type=lite.type,
        collection=lite.collection_type or "",
        role=role,
        description=lite.description or None,
        value=lite.value,
        fingerprint=fingerprint(plan.user_id, lite.value) if ready else "",
        status=Asset.Status.READY if ready else Asset.Status.MISSING,
        tainted=plan.tainted and role == Asset.Role.INPUT,
        made_by=made_by,
    )


def _hop(plan: Plan, position: int, lite: HopLite) -> Hop:
    return Hop(
        user=plan.user,
        plan=plan,
        position=position,
        name=lite.name,
        description=lite.description,
        rationale=lite.rationale,
        inputs=list(lite.inputs),
        outputs=list(lite.outputs),
        status=Hop.Status.RESOLVED,
    )


def _step(hop: Hop, position: int, lite: ToolStepLite) -> ToolStep:
    dumped = lite.model_dump(mode="json")
    return ToolStep(
        user=hop.user,
        hop=hop,
        position=position,
        tool=lite.tool,
        description=lite.description,
        parameters=dumped["parameters"],
        results=dumped["results"],
    )


def risk_of(plan: PlanLite, views: dict[str, ToolView]) -> Risk:
    """The highest risk of a plan's steps, as far as their arguments are known."""
    given = {asset.name: asset.value for asset in plan.mission.inputs}
    risks = [views[step.tool].risk_with(_known_arguments(step, given)) for _, step in plan.steps()]
    return max(risks, key=RISKS.index, default=Risk.NONE)


def _known_arguments(step: ToolStepLite, given: dict[str, JsonValue]) -> dict[str, JsonValue]:
    return {
        name: mapping.value if isinstance(mapping, LiteralValue) else given[mapping.state_asset]
        for name, mapping in step.parameters.items()
        if isinstance(mapping, LiteralValue) or (mapping.state_asset in given and not mapping.path)
    }


def essence(plan: Plan) -> PlanLite:
    """Return a stored plan as its essence. Steps are called by their place: `hop1_step2`. Its hops and their
    steps stay with the plan, as they are now."""
    made = Prefetch("assets", Asset.objects.select_related("made_by"))
    prefetch_related_objects([plan], made, "hops__steps")
    assets = sorted(plan.assets.all(), key=lambda asset: asset.pk)
    mission = MissionLite(
        name=plan.name,
        goal=plan.goal,
        success_criteria=list(plan.success_criteria),
        inputs=[_lite(asset) for asset in assets if asset.role == Asset.Role.INPUT],
        outputs=[_lite(asset) for asset in assets if asset.role == Asset.Role.OUTPUT],
    )
    hops = sorted(plan.hops.all(), key=lambda hop: hop.position)
    return PlanLite(mission=mission, hops=[_hop_lite(hop, assets) for hop in hops])


def _hop_lite(hop: Hop, assets: list[Asset]) -> HopLite:
    between = [
        asset
        for asset in assets
        if asset.role == Asset.Role.INTERMEDIATE and asset.made_by and asset.made_by.hop_id == hop.pk
    ]
    return HopLite(
        name=hop.name,
        description=hop.description,
        inputs=hop.inputs,
        outputs=hop.outputs,
        rationale=hop.rationale,
        intermediates=[_lite(asset) for asset in between],
        steps=[_step_lite(hop, step) for step in sorted(hop.steps.all(), key=lambda s: s.position)],
    )


def _step_lite(hop: Hop, step: ToolStep) -> ToolStepLite:
    return ToolStepLite.model_validate(
        {
            "id": f"hop{hop.position + 1}_step{step.position + 1}",
            "tool": step.tool,
            "description": step.description,
            "parameters": step.parameters,
            "results": step.results,
        }
    )


def _lite(asset: Asset) -> AssetLite:
    return AssetLite.model_validate(
        {
            "name": asset.name,
            "type": asset.type,
            "description": asset.description or "",
            "is_collection": bool(asset.collection),
            "collection_type": asset.collection or None,
            "value": asset.value if asset.role == Asset.Role.INPUT else None,
        }
    )
