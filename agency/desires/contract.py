"""What is agreed before anything runs: the success criteria of a plan, one for each of its outputs."""

from __future__ import annotations

from django.utils.translation import gettext as _
from pydantic import JsonValue

from agency.desires.outcomes import Met
from agency.desires.spawning import BEGIN
from agency.models import Asset, Plan, ToolStep
from agency.plans.acts import acts_by_step
from agency.plans.essence import AssetLite, PlanLite
from ownyou.lib.text import shorten
from trust.models import Action, User
from trust.tools import Kind, tool_named

S = Action.Status
MOST_TEXTS, MOST_TEXT = 4, 2_000
EMPTY: tuple[JsonValue, ...] = (None, "", [], {})


def with_contract(plan: PlanLite, user: User) -> PlanLite:
    """A plan whose success criteria say what must be there in the end, in the order of its outputs."""
    acted = {
        name
        for _hop, step in plan.steps()
        if tool_named(step.tool, user).kind is not Kind.READ
        for name in step.makes()
    }
    begun = {name for _hop, step in plan.steps() if step.tool == BEGIN for name in step.makes()}
    outputs = plan.mission.outputs
    missions = _("The mission that it begins is done")
    criteria = [
        missions if output.name in begun else _criterion(output, output.name in acted) for output in outputs
    ]
    mission = plan.mission.model_copy(update={"success_criteria": criteria})
    return plan.model_copy(update={"mission": mission})


def _criterion(output: AssetLite, acted: bool) -> str:
    what = {"what": output.description or output.name.replace("_", " ")}
    return _("“%(what)s” is done") % what if acted else _("“%(what)s” is there, and not empty") % what


def judged(plan: Plan) -> list[Met]:
    """Each criterion of a stored plan, and whether its output is there and holds something."""
    outputs = plan.assets.filter(role=Asset.Role.OUTPUT).order_by("pk")
    met = [asset.status == Asset.Status.READY and asset.value not in EMPTY for asset in outputs]
    return [Met(words=words, met=one) for words, one in zip(plan.success_criteria, met, strict=False)]


def made(plan: Plan) -> list[str]:
    """The texts of a plan's outputs that are there, each shortened. Of what an act made, what it did: the
    value is but the id of a note or a mail."""
    outputs = plan.assets.filter(role=Asset.Role.OUTPUT, status=Asset.Status.READY).order_by("pk")
    acted = _acted(plan)
    return [shorten(acted.get(asset.name) or str(asset.value), MOST_TEXT) for asset in outputs[:MOST_TEXTS]]


def _acted(plan: Plan) -> dict[str, str]:
    """What the acts did that made the assets of a plan, by asset."""
    steps = list(ToolStep.objects.filter(hop__plan=plan).order_by("hop__position", "position"))
    acts = acts_by_step(plan, steps)
    found: dict[str, str] = {}
    for step in steps:
        done = [act for act in acts[step.pk] if act.status == S.SUCCEEDED and act.kind != Kind.READ]
        made = [str(to["state_asset"]) for to in step.results.values() if to["type"] == "asset_field"]
        found |= dict.fromkeys(made, "\n\n".join(map(_said, done)))
    return found


def _said(act: Action) -> str:
    words = (value for value in act.arguments.values() if isinstance(value, str))
    return "\n".join([act.title, *words])
