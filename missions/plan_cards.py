"""A plan as a person sees it: its hops with their steps, what each makes, and the text that came of it."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import BaseModel

from agency.models import Asset, Hop, Plan, ToolStep
from agency.tools.markdown import to_html
from missions import open_goals
from missions.models import Mission
from missions.plan_inputs import PlanInput, inputs_of, why_fixed
from trust.tools import tool_named

HOP_WORDS = {
    Hop.Status.PROPOSED: gettext_lazy("planned"),
    Hop.Status.RESOLVED: gettext_lazy("planned"),
    Hop.Status.EXECUTING: gettext_lazy("at it"),
    Hop.Status.COMPLETED: gettext_lazy("done"),
    Hop.Status.FAILED: gettext_lazy("did not work"),
}


class StepLine(BaseModel):
    """One tool step: what it does, and how it stands."""

    title: str
    status: str
    words: str
    error: str = ""


class HopCard(BaseModel):
    """One hop, with its steps and the names of what goes in and comes out."""

    name: str
    description: str
    rationale: str
    status: str
    words: str
    error: str = ""
    inputs: list[str]
    outputs: list[str]
    steps: list[StepLine]


class PlanCard(BaseModel):
    """One version of a plan. `text`: the Markdown that came of it, empty until there is one. `inputs`: what
    it starts from; `fixed`: why that cannot be changed now, empty where it can. Version 0: there was no plan,
    a model looked it up."""

    version: int
    made_words: str
    hops: list[HopCard]
    text: str = ""
    inputs: list[PlanInput] = []
    fixed: str = ""

    @property
    def html(self) -> SafeString:
        """The text for the page, sanitised."""
        return mark_safe(to_html(self.text))


def plan_card(mission: Mission) -> PlanCard | None:
    """Present the newest plan of a mission, or the text that came without one; None without either."""
    if mission.mission_type != open_goals.TYPE:
        return None
    text = str((mission.result or {}).get("text", ""))
    plan = open_goals.plan_of(mission)
    if plan is None:
        return PlanCard(version=0, made_words="", hops=[], text=text) if text else None
    hops = plan.hops.prefetch_related("steps").order_by("position")
    words = (
        _("planned by a language model") if plan.made_by == "model" else _("planned by the built-in rules")
    )
    names = {asset.name: _asset_words(asset) for asset in plan.assets.all()}
    return PlanCard(
        version=plan.version,
        made_words=words,
        hops=[_hop(hop, plan, names) for hop in hops],
        text=text,
        inputs=inputs_of(mission, plan),
        fixed=why_fixed(mission),
    )


def _hop(hop: Hop, plan: Plan, names: dict[str, str]) -> HopCard:
    steps = sorted(hop.steps.all(), key=lambda step: step.position)
    return HopCard(
        name=hop.name,
        description=hop.description,
        rationale=hop.rationale,
        status=hop.status,
        words=str(HOP_WORDS[Hop.Status(hop.status)]),
        error=hop.error or "",
        inputs=[names[name] for name in hop.inputs if name in names],
        outputs=[names[name] for name in hop.outputs if name in names],
        steps=[_step(step, plan) for step in steps],
    )


def _step(step: ToolStep, plan: Plan) -> StepLine:
    title = step.description or tool_named(step.tool, plan.user).title
    words = ToolStep.Status(step.status).label
    return StepLine(title=title, status=step.status, words=words, error=step.error or "")


def _asset_words(asset: Asset) -> str:
    """What goes in: the words themselves where they are short; else what kind of thing it is."""
    value = asset.value
    said = ", ".join(map(str, value)) if isinstance(value, list) and asset.role == Asset.Role.INPUT else value
    if asset.role == Asset.Role.INPUT and isinstance(said, str) and len(said) <= 80:
        return said
    return asset.description or asset.name.replace("_", " ")
