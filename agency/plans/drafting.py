"""From ways to tool steps: names for what is made, each step once."""

from __future__ import annotations

from dataclasses import dataclass, field

from agency.plans.essence import (
    AssetField,
    AssetLite,
    Discard,
    LiteralValue,
    MissionLite,
    ToAsset,
    ToolStepLite,
)
from agency.plans.fitting import Fitting
from agency.plans.toolview import ToolView
from agency.plans.types import Type
from agency.plans.ways import Have, Say, Use, Way
from ownyou.lib.text import key_of


@dataclass(slots=True)
class DraftStep:
    """A tool step with what it makes, for which output it is done, and instead of which tools that failed."""

    lite: ToolStepLite
    tool: ToolView
    output: AssetLite
    instead_of: tuple[ToolView, ...] = ()


@dataclass(slots=True)
class Draft:
    """The steps of a plan while it is made, in the order in which they run."""

    mission: MissionLite
    steps: list[DraftStep] = field(default_factory=list)
    made: dict[str, AssetLite] = field(default_factory=dict)

    def add(self, output: AssetLite, way: Use) -> None:
        """Add the steps that make an output of the mission. One that comes as a list becomes a list."""
        output.is_collection, output.collection_type = way.many, "array" if way.many else None
        self._write(way, output, output)

    def assets(self) -> list[AssetLite]:
        """What the steps so far make."""
        return list(self.made.values())

    def _write(self, way: Use, output: AssetLite, result: AssetLite | None = None) -> AssetLite:
        """Write a use, after those that it needs, and return the asset that its result becomes."""
        parameters = {name: self._mapping(part, output) for name, part in way.parameters.items()}
        known = next((step for step in self.steps if _same(step.lite, way.tool.name, parameters)), None)
        if known is not None and result is None:
            mapping = known.lite.results[way.result]
            if isinstance(mapping, ToAsset):
                return self.made[mapping.state_asset]
        asset = result or self._new_asset(way)
        self.made[asset.name] = asset
        lite = ToolStepLite(
            id=self._free(way.tool.name.rpartition(".")[2], {step.lite.id for step in self.steps}),
            tool=way.tool.name,
            description=way.tool.title,
            parameters=parameters,
            results={name: Discard() for name in way.tool.results.get("properties", {})}
            | {way.result: ToAsset(state_asset=asset.name)},
        )
        self.steps.append(DraftStep(lite, way.tool, output, way.instead_of))
        return asset

    def _mapping(self, way: Way, output: AssetLite) -> AssetField | LiteralValue:
        if isinstance(way, Say):
            return LiteralValue(value=way.value)
        asset = way.asset if isinstance(way, Have) else self._write(way, output)
        return AssetField(state_asset=asset.name)

    def _new_asset(self, way: Use) -> AssetLite:
        type_ = way.tool.gives[way.result]
        return AssetLite(
            name=self._free(way.result + "s" * way.many, self._taken()),
            type=str(type_.one),
            is_collection=way.many,
            collection_type="array" if way.many else None,
        )

    def _taken(self) -> set[str]:
        return {asset.name for asset in (*self.mission.inputs, *self.mission.outputs)} | self.made.keys()

    def _free(self, name: str, taken: set[str]) -> str:
        name = identifier(name)
        number = next(n for n in range(1, 1000) if (name if n == 1 else f"{name}_{n}") not in taken)
        return name if number == 1 else f"{name}_{number}"

    def use_the_rest(self, fitting: Fitting) -> None:
        """Give numbers and switches that were said to the step that can use them and fits their words."""
        used = {name for step in self.steps for name in step.lite.uses()}
        for asset in self.mission.inputs:
            if asset.name in used or asset.typed.base not in ("number", "boolean"):
                continue
            places = [(step, name) for step in self.steps for name in _open_for(step, asset)]
            if places:
                step, name = max(places, key=lambda p: fitting.of(p[0].tool.name, asset.description))
                step.lite.parameters[name] = AssetField(state_asset=asset.name)
        used = {name for step in self.steps for name in step.lite.uses()}
        kept = [asset for asset in self.mission.inputs if asset.name in used]
        self.mission = self.mission.model_copy(update={"inputs": kept})


def identifier(name: str) -> str:
    """`name` as an asset or step may be called."""
    plain = "_".join(key_of(name).encode("ascii", "ignore").decode().split())[:60]
    return plain if plain[:1].isalpha() else f"a_{plain}".rstrip("_")


def _same(step: ToolStepLite, tool: str, parameters: dict[str, AssetField | LiteralValue]) -> bool:
    return step.tool == tool and step.parameters == parameters


def _open_for(step: DraftStep, asset: AssetLite) -> list[str]:
    """The parameters of a step that are free and take an asset's value."""
    return [
        name
        for name, wanted in step.tool.takes.items()
        if name not in step.lite.parameters
        and wanted == Type(asset.typed.base, wanted.sense)
        and not step.tool.refusal(name, asset.value)
    ]
