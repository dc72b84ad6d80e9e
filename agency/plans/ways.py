"""Searching backwards: which tools, from which assets, make what is wanted, and what that would cost.

A way is what is at hand, or one use of a tool whose parameters have ways of their own. Costs are in steps:
a use is 1, and more when it changes the world, costs money, is risky, failed lately, or fits the goal badly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from agency.plans.essence import AssetLite
from agency.plans.fitting import ASKED_FOR, Fitting
from agency.plans.toolview import ToolView
from agency.plans.types import TEXT, TITLE, WORDS, Type
from trust.tools import Risk

DEEPEST = 5
BADLY_FITTING, CHANGES_THE_WORLD, COSTS_MONEY, NOT_REPEATABLE = 2.0, 3.0, 0.5, 0.3
SHORTENS, SHORTER = 1.5, 0.8
"""For a tool that leaves things out, where the words do not fit it so well that they ask for that."""
FAILED_LATELY = 0.5
"""For each time, at most three: a tool that just failed comes after one that fits about as well, not after
one that fits badly."""
IN_TURNS, LIST_OF_ONE, LOOSE_SENSE, ONE_WAS_WANTED = 0.4, 0.3, 0.5, 1.0
RISKY = {Risk.NONE: 0.0, Risk.LOW: 0.1, Risk.MEDIUM: 0.3, Risk.HIGH: 1.0, Risk.CRITICAL: 2.0}


@dataclass(frozen=True, slots=True)
class Have:
    """An asset that is at hand."""

    asset: AssetLite
    cost: float = 0.0

    @property
    def many(self) -> bool:
        return self.asset.typed.many


@dataclass(frozen=True, slots=True)
class Say:
    """A value that the planner writes itself."""

    value: JsonValue
    cost: float = 0.0
    many: bool = False


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a tool for one of its results. `many`: a list comes. `failures` is how much of the cost
    comes from what failed lately; `instead_of`: tools that would have been taken had they not."""

    tool: ToolView
    result: str
    parameters: dict[str, Have | Say | Use]
    cost: float
    many: bool
    failures: float = 0.0
    instead_of: tuple[ToolView, ...] = ()

    def failing(self) -> Iterator[ToolView]:
        """The tools of this way that failed lately."""
        if self.tool.failures:
            yield self.tool
        for way in self.parameters.values():
            if isinstance(way, Use):
                yield from way.failing()

    def given(self) -> Iterator[AssetLite]:
        """The assets at hand that it goes back to."""
        for way in self.parameters.values():
            if isinstance(way, Have):
                yield way.asset
            elif isinstance(way, Use):
                yield from way.given()


type Way = Have | Say | Use


@dataclass(frozen=True, slots=True)
class Hint:
    """The words that say how something is to be made, and those that no tool further up has answered for."""

    words: str
    left: str


@dataclass(slots=True)
class Missing:
    """What stood in the way of the nearest tool: its parameter, of this type."""

    tool: ToolView | None
    name: str
    type: Type
    fit: float


@dataclass(slots=True)
class Search:
    """Looks for the cheapest way. `at_hand` is in the order in which things came to be."""

    tools: Mapping[str, ToolView]
    fitting: Fitting
    title: str
    at_hand: list[AssetLite] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)

    def best(self, wanted: Type, hint: str, *, final: bool = False) -> Way | None:
        """The cheapest way to an asset that is wanted at the end (`final`: it may take an act)."""
        self.missing = []
        uses = list(self._uses(wanted, Hint(hint, hint), frozenset(), final))
        return _cheapest(uses, lambda use: use.cost + ONE_WAS_WANTED * (use.many > wanted.many))

    def _make(self, wanted: Type, hint: Hint, above: frozenset[str], user: ToolView, name: str) -> Way | None:
        """The cheapest way to what a parameter of `user` takes."""
        ways: list[Way] = [
            *self._had(wanted, user, name),
            *(self._uses(wanted, hint, above, False) if len(above) < DEEPEST else ()),
        ]
        if wanted.base == "string" and wanted.sense == TITLE:
            ways.append(Say(self.title, cost=LOOSE_SENSE))
        return _cheapest(ways, lambda way: way.cost)

    def _had(self, wanted: Type, user: ToolView, name: str) -> Iterator[Have]:
        for age, asset in enumerate(reversed(self.at_hand)):
            looseness = _looseness(asset.typed, wanted, name, asset.name)
            if looseness is not None and not _refused(user, name, asset):
                yield Have(asset, cost=looseness + 0.01 * age)

    def _uses(self, wanted: Type, hint: Hint, above: frozenset[str], final: bool) -> Iterator[Use]:
        for tool in self.tools.values():
            if not tool.enabled or tool.name in above:
                continue
            for result in tool.produces:
                gives = tool.gives.get(result)
                if gives is None or not _makes(gives, wanted):
                    continue
                use = self._use(tool, result, gives, hint, above, final)
                if use is not None:
                    yield use

    def _use(
        self, tool: ToolView, result: str, gives: Type, hint: Hint, above: frozenset[str], final: bool
    ) -> Use | None:
        if tool.when_asked and self.fitting.of(tool.name, hint.left) < ASKED_FOR:
            return None
        fit = self.fitting.of(tool.name, hint.words)
        within = Hint(hint.words, self.fitting.without(hint.left, tool.name))
        ways: dict[str, Way] = {}
        for name, wanted in tool.takes.items():
            way = self._parameter(tool, name, wanted, within, above | {tool.name})
            if way is not None:
                ways[name] = way
            elif name in tool.required:
                self.missing.append(Missing(tool, name, wanted, fit))
        lists = {name for name, way in ways.items() if way.many and not tool.wants_list(name)}
        if not tool.required <= ways.keys() or len(lists) > 1:
            return None
        cost = _cost(tool, ways, fit, final) + (CHANGES_THE_WORLD * tool.acts + IN_TURNS) * bool(lists)
        cost += SHORTENS * (tool.shortens and fit < SHORTER)
        failures = FAILED_LATELY * tool.failures + sum(_failures(way) for way in ways.values())
        return Use(tool, result, ways, cost, gives.many or bool(lists), failures)

    def _parameter(
        self, tool: ToolView, name: str, wanted: Type, hint: Hint, above: frozenset[str]
    ) -> Way | None:
        if name in tool.required:
            way = self._make(wanted, hint, above, tool, name)
            if isinstance(way, Use) and wanted.many and not way.many:
                return replace(way, cost=way.cost + LIST_OF_ONE)
            return way
        if name not in tool.consumes:
            return None
        fitting = (way for way in self._had(wanted, tool, name) if way.cost < LOOSE_SENSE)
        had = min(fitting, key=lambda way: way.cost, default=None)
        return Say(self.title) if had is None and wanted.sense == TITLE else had


def _cost(tool: ToolView, ways: Mapping[str, Way], fit: float, final: bool) -> float:
    badness = 1.0 - min(max((fit - 0.3) / 0.7, 0.0), 1.0)
    cost = 1.0 + BADLY_FITTING * badness + sum(way.cost for way in ways.values())
    cost += RISKY[tool.risk_with({})] + COSTS_MONEY * tool.costs + FAILED_LATELY * tool.failures
    if tool.acts:
        cost += (0.0 if final else CHANGES_THE_WORLD) + (0.0 if tool.idempotent else NOT_REPEATABLE)
    return cost


def _failures(way: Way) -> float:
    return way.failures if isinstance(way, Use) else 0.0


def _cheapest[W: Way](ways: Sequence[W], cost: Callable[[W], float]) -> W | None:
    """The way that costs least, with what it stands in for: what would cost less, had nothing failed."""
    taken = min(ways, key=cost, default=None)
    if not isinstance(taken, Use) or not any(_failures(way) for way in ways):
        return taken
    hoped = min(ways, key=lambda way: cost(way) - _failures(way))
    if not isinstance(hoped, Use) or hoped is taken:
        return taken
    failing = {tool.name: tool for tool in hoped.failing()}
    still = {tool.name for tool in taken.failing()}
    instead_of = tuple(tool for name, tool in failing.items() if name not in still)
    return replace(taken, instead_of=instead_of)


def _makes(gives: Type, wanted: Type) -> bool:
    """Whether a tool's result can be planned for what is wanted: the very type, no looser fit."""
    return gives.base == wanted.base and gives.sense == wanted.sense


def _looseness(given: Type, wanted: Type, parameter: str, asset: str) -> float | None:
    """How loosely an asset at hand fits a parameter: 0 exactly; None not at all."""
    text = {given.base, wanted.base} <= {"string", "markdown"}
    if given.base != wanted.base and not text:
        return None
    if given.sense == wanted.sense:
        return 0.0 if given.base == wanted.base else 0.05
    if wanted.base == "markdown":
        return 0.1 if given.sense == TEXT else None
    if parameter in (asset, given.sense):
        return 0.0
    words = given.base == "string" and given.sense in WORDS and wanted.sense in WORDS
    return LOOSE_SENSE if words else None


def _refused(user: ToolView, name: str, asset: AssetLite) -> bool:
    """Whether the tool would not take the value that is known already."""
    if asset.value is None or user.wants_list(name):
        return False
    values = asset.value if asset.typed.many and isinstance(asset.value, list) else [asset.value]
    return any(user.refusal(name, value) for value in values)
