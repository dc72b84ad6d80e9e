"""Checks of one tool step: its tool, what goes in and what becomes of its results."""

from __future__ import annotations

from collections.abc import Mapping

from agency.plans.essence import AssetField, LiteralValue, ToAsset
from agency.plans.faults import Fault
from agency.plans.mapping import Given, Unfit, given_by, misfit
from agency.plans.order import Order, Place
from agency.plans.toolview import ToolView
from agency.plans.types import fits

Views = Mapping[str, ToolView]


def check_step(order: Order, place: Place, views: Views) -> list[Fault]:
    """Return what is wrong with the step at `place`."""
    return _Check(order, place, views).faults()


class _Check:
    def __init__(self, order: Order, place: Place, views: Views) -> None:
        self.order, self.place, self.views = order, place, views
        self.hop, self.step = order.hops[place.hop], order.step_at(place)

    def faults(self) -> list[Fault]:
        view = self.views.get(self.step.tool)
        if view is None:
            return [self._fault("tool", f"there is no tool “{self.step.tool}”.")]
        if not view.enabled:
            return [self._fault("tool", f"“{self.step.tool}” is switched off here.")]
        missing = [
            self._fault(f"parameter {name}", "it must be given.")
            for name in sorted(view.required - self.step.parameters.keys())
        ]
        turns: dict[str, str] = {}
        wrong = [fault for name in self.step.parameters for fault in self._parameter(view, name, turns)]
        lists = sorted(set(turns.values()))
        if len(lists) > 1:
            message = f"it would run over two lists at once ({', '.join(lists)}); one is possible."
            wrong.append(self._fault(f"parameter {list(turns)[-1]}", message))
        results = [fault for name in self.step.results for fault in self._result(view, name, bool(turns))]
        return [*missing, *wrong, *results, *self._of_results()]

    def _fault(self, field: str, message: str) -> Fault:
        return Fault(self.hop.name, self.step.id, field, message)

    def _parameter(self, view: ToolView, name: str, turns: dict[str, str]) -> list[Fault]:
        """Faults of one mapping; notes in `turns` which list the step would take turns with."""
        field, mapping = f"parameter {name}", self.step.parameters[name]
        if name not in view.parameters.get("properties", {}):
            return [self._fault(field, f"“{view.name}” has no such parameter.")]
        if isinstance(mapping, LiteralValue):
            message = _literal(view, name, mapping)
        else:
            message = self._reach(mapping.state_asset) or self._fit(view, name, mapping, turns)
        return [self._fault(field, message)] if message else []

    def _reach(self, name: str) -> str:
        """Why an asset is not there when the step runs; empty when it is."""
        if name not in self.order.declared:
            return f"there is no asset “{name}”."
        if name in self.hop.inputs:
            return ""  # whether the hop can have it is said at the hop
        maker = self.order.maker(name)
        if maker is None or maker.hop != self.place.hop:
            return f"“{name}” is not among the inputs of this hop."
        if maker < self.place:
            return ""
        if maker == self.place or self.place in self.order.needs(maker):
            return f"it goes round in a circle: “{name}” is made from what this step makes."
        return f"“{name}” is made only later, in step {self.order.step_at(maker).id}."

    def _fit(self, view: ToolView, name: str, mapping: AssetField, turns: dict[str, str]) -> str:
        try:
            given = given_by(self.order, mapping, self.views)
        except Unfit as error:
            return str(error)
        if message := misfit(view, name, given):
            return message
        if mapping.signature and not view.json_of(name) & {"string"}:
            return "only a text can be signed."
        if given.many and not view.wants_list(name):
            turns[name] = mapping.state_asset
        return self._value(view, name, mapping, given)

    def _value(self, view: ToolView, name: str, mapping: AssetField, given: Given) -> str:
        """Check values that are known already against the tool's own schema."""
        asset = self.order.inputs.get(mapping.state_asset)
        if asset is None or asset.value is None or mapping.path or view.wants_list(name):
            return ""
        values = asset.value if given.many and isinstance(asset.value, list) else [asset.value]
        refusals = (view.refusal(name, value) for value in values)
        refusal = next((refusal for refusal in refusals if refusal), "")
        return f"the value of “{asset.name}” does not fit: {refusal}." if refusal else ""

    def _result(self, view: ToolView, name: str, in_turns: bool) -> list[Fault]:
        field, mapping = f"result {name}", self.step.results[name]
        if name not in view.results.get("properties", {}):
            return [self._fault(field, f"“{view.name}” has no such result.")]
        if not isinstance(mapping, ToAsset):
            return []
        message = self._made(view, name, mapping.state_asset, in_turns)
        return [self._fault(field, message)] if message else []

    def _made(self, view: ToolView, result: str, name: str, in_turns: bool) -> str:
        asset = self.order.declared.get(name)
        if asset is None:
            return f"there is no asset “{name}”."
        if name in self.order.inputs:
            return f"“{name}” is an input and cannot be made."
        if self.step.makes().count(name) > 1 or self.order.maker(name) != self.place:
            return f"“{name}” is made more than once."
        gives = view.gives.get(result)
        if gives is None:
            return ""
        if not fits(gives.one, asset.typed.one):
            return f"it is {gives.one}, but “{name}” is declared as {asset.type}."
        if (gives.many or in_turns) != asset.is_collection:
            comes = "a list comes" if gives.many or in_turns else "one comes"
            declared = "a collection" if asset.is_collection else "one thing"
            return f"{comes}, but “{name}” is declared as {declared}."
        return ""

    def _of_results(self) -> list[Fault]:
        if self.step.results and not self.step.makes():
            return [self._fault("results", "all of them are thrown away.")]
        return [] if self.step.results else [self._fault("results", "none of them becomes an asset.")]


def _literal(view: ToolView, name: str, mapping: LiteralValue) -> str:
    wanted = view.takes.get(name)
    if wanted is not None and wanted.base == "config":
        return "a credential must come from a config asset, not stand in the plan."
    refusal = view.refusal(name, mapping.value)
    return f"the value does not fit: {refusal}." if refusal else ""
