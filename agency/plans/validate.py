"""Whether a plan could run: checked before anything of it does.

A step over a list: where a list (an array or set) is mapped into a parameter that takes one thing, the step
runs once for each element, and its results become lists in the same order; results that are lists themselves
are joined into one. Two parameters may take turns only with the same list. One thing in a parameter that
takes a list counts as a list of one. A path on a list is of each element.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pydantic import JsonValue

from agency.plans.essence import AssetLite, HopLite, PlanLite
from agency.plans.faults import Fault
from agency.plans.order import Order, Place
from agency.plans.schema import json_type
from agency.plans.step_checks import check_step
from agency.plans.toolview import ToolView, views_of
from trust.tools import AnyTool


def validate(plan: PlanLite, tools: Iterable[AnyTool | ToolView]) -> list[Fault]:
    """Return what is wrong with a plan, in the order of the plan; empty when it could run."""
    order, views = Order(plan), views_of(tools)
    faults = [*_of_assets(plan), *_of_names(plan)]
    for number, hop in enumerate(plan.hops):
        faults += _of_hop(order, number, hop)
        for index in range(len(hop.steps)):
            faults += check_step(order, Place(number, index), views)
    faults += _of_outputs(order)
    return faults or _of_idle_steps(order)


def _of_assets(plan: PlanLite) -> list[Fault]:
    faults = [
        Fault("", "", f"asset {name}", "is declared more than once.")
        for name, times in Counter(asset.name for asset in plan.assets()).items()
        if times > 1
    ]
    for asset in plan.mission.inputs:
        if asset.typed.base == "config" and asset.value is not None:
            faults.append(_input(asset, "is a credential: its value stays in the vault, not in a plan."))
        elif asset.typed.base != "config" and asset.value is None:
            faults.append(_input(asset, "has no value."))
        elif wrong := value_misfit(asset):
            faults.append(_input(asset, wrong))
    for asset in plan.assets():
        if asset.value is not None and asset not in plan.mission.inputs:
            faults.append(Fault("", "", f"asset {asset.name}", "has a value, but only inputs come with one."))
    return faults


def _input(asset: AssetLite, message: str) -> Fault:
    return Fault("", "", f"input {asset.name}", message)


def value_misfit(asset: AssetLite) -> str:
    """What is wrong with the value of an input, by its type."""
    if asset.value is None:
        return ""
    found = json_type(asset.value)
    if asset.is_collection:
        wanted = "object" if asset.collection_type == "map" else "array"
        if found != wanted:
            return f"is a collection ({asset.collection_type}), but its value is {found}."
        wrong = next(
            (part for part in _parts(asset.value) if json_type(part) not in asset.typed.kind.json), None
        )
        return "" if wrong is None else f"holds {json_type(wrong)} where {asset.type} is declared."
    return "" if found in asset.typed.kind.json else f"is declared as {asset.type}, but its value is {found}."


def _parts(value: JsonValue) -> list[JsonValue]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else [value]


def _of_names(plan: PlanLite) -> list[Fault]:
    hops = Counter(hop.name for hop in plan.hops)
    steps = Counter(step.id for _, step in plan.steps())
    return [Fault(name, "", "name", "another hop has it too.") for name, n in hops.items() if n > 1] + [
        Fault(hop.name, step.id, "id", "another step has it too.")
        for hop, step in plan.steps()
        if steps[step.id] > 1
    ]


def _of_hop(order: Order, number: int, hop: HopLite) -> list[Fault]:
    used = {name for step in hop.steps for name in step.uses()}
    made = {name for step in hop.steps for name in step.makes()}
    faults = [
        Fault(hop.name, "", f"input {name}", wrong)
        for name in hop.inputs
        if (wrong := _input_fault(order, number, name, used))
    ]
    for name in hop.outputs:
        if name not in order.declared:
            faults.append(Fault(hop.name, "", f"output {name}", "there is no such asset."))
        elif name not in made:
            faults.append(Fault(hop.name, "", f"output {name}", "no step of this hop makes it."))
    faults += [
        Fault(hop.name, "", f"intermediate {asset.name}", "no step of this hop makes it.")
        for asset in hop.intermediates
        if asset.name not in made
    ]
    return faults


def _input_fault(order: Order, number: int, name: str, used: set[str]) -> str:
    if name not in order.declared:
        return "there is no such asset."
    if name not in order.inputs:
        maker = order.maker(name)
        if maker is None:
            return "no step makes it."
        if maker.hop == number:
            return "this hop makes it itself."
        if maker.hop > number:
            return order.too_early(number, name)
        if name not in order.hops[maker.hop].outputs:
            return f"it stays inside hop “{order.hops[maker.hop].name}”, which does not list it as an output."
    return "" if name in used else "no step of this hop uses it."


def _of_outputs(order: Order) -> list[Fault]:
    return [
        Fault("", "", f"output {asset.name}", wrong)
        for asset in order.plan.mission.outputs
        if (wrong := _output_fault(order, asset.name))
    ]


def _of_idle_steps(order: Order) -> list[Fault]:
    """Steps whose results lead to nothing; told only of a plan that is right otherwise."""
    wanted = {asset.name for asset in order.plan.mission.outputs}
    wanted |= {name for _, step in order.plan.steps() for name in step.uses()}
    return [
        Fault(hop.name, step.id, "results", "nothing needs what it makes.")
        for hop, step in order.plan.steps()
        if not set(step.makes()) & wanted
    ]


def _output_fault(order: Order, name: str) -> str:
    maker = order.maker(name)
    if maker is None:
        return "no step makes it."
    if name not in order.hops[maker.hop].outputs:
        return f"hop “{order.hops[maker.hop].name}” makes it, but does not list it as an output."
    return ""
