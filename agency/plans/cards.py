"""The hops of a plan as a person sees them: their steps, what goes in and what each makes."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from pydantic import BaseModel

from agency.models import Asset, Hop, Plan, ToolStep
from agency.plans.goal import ONESELF
from agency.plans.titles import Naming, in_order

HOP_WORDS = {
    Hop.Status.PROPOSED: gettext_lazy("planned"),
    Hop.Status.RESOLVED: gettext_lazy("planned"),
    Hop.Status.EXECUTING: gettext_lazy("at it"),
    Hop.Status.COMPLETED: gettext_lazy("done"),
    Hop.Status.FAILED: gettext_lazy("did not work"),
}
LEFT, LEFT_WORDS = "left", gettext_lazy("not done")
"""A hop that ended since the person wanted it so, or did not answer: nothing went wrong."""
NOT_FAILED = frozenset(ToolStep.Status) - {ToolStep.Status.FAILED}
MADE_WORDS = {
    "text": gettext_lazy("a text"),
    "page": gettext_lazy("a page"),
    "pages": gettext_lazy("the pages"),
    "goal": gettext_lazy("the goal"),
}
"""What tools call what they make, in words."""


class StepLine(BaseModel):
    """One tool step: what it does, and how it stands."""

    title: str
    tool: str
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
    added: list[str] = []
    """What goes in besides all that the hop before has made: a drawing shows that once."""
    steps: list[StepLine]


def made_words(plan: Plan) -> str:
    """Who planned it."""
    return _("planned by a language model") if plan.made_by == "model" else _("planned by the built-in rules")


def hop_cards(plan: Plan) -> list[HopCard]:
    """The hops of a plan, in their order."""
    names = {asset.name: _asset_words(asset) for asset in plan.assets.all()}
    naming = Naming(plan.user)
    hops = list(plan.hops.prefetch_related("steps").order_by("position"))
    made = [[], *(hop.outputs for hop in hops)]
    return [_hop(hop, naming, names, before) for hop, before in zip(hops, made, strict=False)]


def _hop(hop: Hop, naming: Naming, names: dict[str, str], before: list[str]) -> HopCard:
    steps = in_order(hop)
    name, description = naming.hop(hop)
    left = hop.status == Hop.Status.FAILED and all(step.status in NOT_FAILED for step in steps)
    return HopCard(
        name=name,
        description=description,
        rationale=hop.rationale,
        status=LEFT if left else hop.status,
        words=str(LEFT_WORDS if left else HOP_WORDS[Hop.Status(hop.status)]),
        error=hop.error or "",
        inputs=[names[name] for name in hop.inputs if name in names],
        outputs=[names[name] for name in hop.outputs if name in names],
        added=[names[name] for name in hop.inputs if name in names and name not in before],
        steps=[_step(step, naming.step(step)) for step in steps],
    )


def _step(step: ToolStep, title: str) -> StepLine:
    words = str(ToolStep.Status(step.status).label)
    return StepLine(title=title, tool=step.tool, status=step.status, words=words, error=step.error or "")


def _asset_words(asset: Asset) -> str:
    """What goes in: the words themselves where they are short; else what kind of thing it is."""
    value = asset.value
    said = ", ".join(map(str, value)) if isinstance(value, list) and asset.role == Asset.Role.INPUT else value
    if asset.role == Asset.Role.INPUT and isinstance(said, str) and len(said) <= 80:
        return _("you") if said == ONESELF else said
    return asset.description or str(MADE_WORDS.get(asset.name) or asset.name.replace("_", " "))
