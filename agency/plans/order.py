"""Who makes which asset in a plan, and what needs what."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from agency.plans.essence import AssetLite, PlanLite, ToolStepLite


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A step's place: the numbers of its hop and of itself in it."""

    hop: int
    step: int


class Order:
    """The order of a plan's steps and assets."""

    def __init__(self, plan: PlanLite) -> None:
        self.plan = plan
        self.hops = plan.hops
        self.inputs = {asset.name: asset for asset in plan.mission.inputs}
        self.declared: dict[str, AssetLite] = {}
        for asset in plan.assets():
            self.declared.setdefault(asset.name, asset)

    def places(self) -> Iterator[tuple[Place, ToolStepLite]]:
        for number, hop in enumerate(self.hops):
            for index, step in enumerate(hop.steps):
                yield Place(number, index), step

    def step_at(self, place: Place) -> ToolStepLite:
        return self.hops[place.hop].steps[place.step]

    @cached_property
    def _makers(self) -> dict[str, Place]:
        makers: dict[str, Place] = {}
        for place, step in self.places():
            for name in step.makes():
                makers.setdefault(name, place)
        return makers

    def maker(self, name: str) -> Place | None:
        """The first step that makes an asset."""
        return self._makers.get(name)

    def needs(self, place: Place) -> set[Place]:
        """Every step whose results a step needs, also by way of others."""
        found: set[Place] = set()
        waiting = [place]
        while waiting:
            for name in self.step_at(waiting.pop()).uses():
                maker = self.maker(name)
                if maker is not None and maker not in found:
                    found.add(maker)
                    waiting.append(maker)
        return found

    def too_early(self, number: int, name: str) -> str:
        """What is wrong when hop `number` takes an asset that is made in a later hop."""
        maker = self._makers[name]
        mine = {place for place, _ in self.places() if place.hop == number}
        if self.needs(maker) & mine:
            return "it goes round in a circle: to make it, what this hop makes is needed."
        return f"it is made only later, in hop “{self.hops[maker.hop].name}”."
