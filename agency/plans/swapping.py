"""The same plan with another tool in the place of one that was refused (“keep it as a note instead”)."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from agency.plans.by_rules import NoWay, plan_by_rules
from agency.plans.essence import AssetLite, MissionLite, PlanLite
from agency.plans.fitting import Fitting
from agency.plans.toolview import ToolView
from agency.plans.types import fits

SURE = 0.85
"""From this fit on, words ask for a tool."""
AHEAD = 0.15
"""So much more than the tool that fits next, else it is not sure which is meant."""


def tool_meant(words: str, tools: Sequence[ToolView], *, refused: Collection[str]) -> ToolView | None:
    """The tool that words ask for in the place of those `refused`: one that keeps or does something with a
    text. None where they ask for none, or for what was refused itself."""
    found = Fitting(tools).all(words)
    best = max(tools, key=lambda tool: found[tool.name], default=None)
    if best is None or found[best.name] < SURE or best.name in refused or not best.enabled:
        return None
    rivals = [fit for name, fit in found.items() if name in refused]
    if any(found[best.name] - fit < AHEAD for fit in rivals):
        return None
    return best if _keeps_a_text(best) else None


def _keeps_a_text(tool: ToolView) -> bool:
    needs = [tool.takes[name] for name in tool.required if name in tool.takes]
    return tool.keeps and bool(needs) and all(type_.base == "markdown" for type_ in needs)


def swapped(
    plan: PlanLite, tool: ToolView, tools: Sequence[ToolView], *, words: str, done: Collection[str] = ()
) -> PlanLite:
    """The plan made again with the `tools` it used that are left, and with `tool` for what only the others
    made; `words` say what for. What is `done` for good, by the names of what it made, is not done again.
    Raises `NoWay`."""
    left = {one.name for one in tools}
    gone = [step for _hop, step in plan.steps() if step.tool not in left]
    lost = {*done, *(name for step in gone for name in step.makes())}
    mission = plan.mission
    name, type_ = next(iter(tool.gives.items()))
    instead = AssetLite(name=name, type=str(type_.one), description=words)
    outputs = [output for output in mission.outputs if output.name not in lost]
    return plan_by_rules(
        MissionLite(
            name=mission.name,
            goal=mission.goal,
            success_criteria=[],
            inputs=_still_used(plan, gone_ids={step.id for step in gone}, tool=tool),
            outputs=[*(one for one in outputs if one.name != name), instead],
        ),
        [*(one for one in tools if one.name != tool.name), tool],
    )


def reduced(
    plan: PlanLite, refused: Collection[str], tools: Sequence[ToolView], *, done: Collection[str] = ()
) -> PlanLite | None:
    """The plan without the `refused` ones of the `tools` that it used: what they made is not wanted any more;
    where that was all, what they were given is. What is `done` for good, by the names of what it made, is not
    done again. None where nothing is left, or nothing leads there."""
    gone = [step for _hop, step in plan.steps() if step.tool in refused]
    rest = [step for _hop, step in plan.steps() if step.tool not in refused]
    left = [step for step in rest if not set(step.makes()) <= set(done)]
    lost = {*done, *(name for step in gone for name in step.makes())}
    given = {name for step in gone for name in step.uses()} & {name for step in left for name in step.makes()}
    outputs = [output for output in plan.mission.outputs if output.name not in lost]
    outputs = outputs or [asset for asset in plan.assets() if asset.name in given]
    if not outputs:
        return None
    used = {name for step in left for name in step.uses()}
    inputs = [asset for asset in plan.mission.inputs if asset.name in used]
    wanted = plan.mission.model_copy(
        update={"outputs": outputs, "inputs": inputs, "success_criteria": []}, deep=True
    )
    names = {step.tool for step in left}
    try:
        return plan_by_rules(wanted, [tool for tool in tools if tool.name in names])
    except NoWay:
        return None


def _still_used(plan: PlanLite, *, gone_ids: set[str], tool: ToolView) -> list[AssetLite]:
    """The inputs of the steps that are left; where none is, those that the new tool can take."""
    left = [step for _hop, step in plan.steps() if step.id not in gone_ids]
    used = {name for step in left for name in step.uses()}
    needs = [tool.takes[name].one for name in tool.required if name in tool.takes]
    return [
        asset
        for asset in plan.mission.inputs
        if asset.name in used or (not left and any(fits(asset.typed.one, need) for need in needs))
    ]
