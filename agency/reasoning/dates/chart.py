"""A small bottom-up chart parser: rules over categories, every reading of a stretch of text kept.

The method is the active chart of Kay (1980): a passive edge is a finished piece, an active one has matched
the first elements of some rules and waits for the next.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import product

from .values import Context, Value

MAX_EDGES = 4000  # of one stretch: bounds the work that a hostile text can cause
Build = Callable[..., Value | None]


@dataclass(frozen=True, slots=True)
class Edge:
    start: int
    end: int
    value: Value
    score: float


@dataclass(frozen=True, slots=True)
class Rule:
    """One expansion of a pattern: what categories, which of them are arguments (None: absent)."""

    categories: tuple[str, ...]
    arguments: tuple[int | None, ...]
    build: Build
    weight: float


@dataclass(slots=True)
class Node:
    """A place in the tree of all patterns: rules that are complete here, and what may follow."""

    complete: list[Rule] = field(default_factory=list)
    following: dict[str, Node] = field(default_factory=dict)


@dataclass(slots=True)
class Grammar:
    """Rules in one tree, so that patterns that begin alike are matched once."""

    root: Node = field(default_factory=Node)

    def rule(self, *patterns: str, weight: float = 1.0) -> Callable[[Build], Build]:
        """Add a function for patterns such as "month .of? year|num ord?".

        Words are categories, "?" makes one optional (handed over as None when absent), "|" means either,
        and one with a dot is read but not handed over.
        """

        def add(build: Build) -> Build:
            for pattern in patterns:
                for rule in expand(pattern, build, weight):
                    node = self.root
                    for category in rule.categories:
                        node = node.following.setdefault(category, Node())
                    node.complete.append(rule)
            return build

        return add


def expand(pattern: str, build: Build, weight: float) -> Iterable[Rule]:
    """All concrete rules of a pattern with optional and alternative elements."""
    choices = []
    for element in pattern.split():
        names: list[str | None] = list(element.strip(".?").split("|"))
        choices.append([*names, None] if element.endswith("?") else names)
    taken = [not element.startswith(".") for element in pattern.split()]
    for picked in product(*choices):
        arguments: list[int | None] = []
        place = 0
        for name, wanted in zip(picked, taken, strict=True):
            if wanted:
                arguments.append(None if name is None else place)
            place += name is not None
        categories = tuple(name for name in picked if name is not None)
        if categories:
            yield Rule(categories, tuple(arguments), build, weight)


Partial = tuple[Node, int, tuple[Edge, ...]]  # where in the tree, from which token on, what was matched


class Chart:
    """All edges that a grammar finds over the atoms of one stretch of tokens."""

    def __init__(self, grammar: Grammar, context: Context) -> None:
        self.root = grammar.root
        self.context = context
        self.best: dict[tuple[int, int, Value], float] = {}
        self.passive: dict[int, list[Edge]] = defaultdict(list)
        self.waiting: dict[int, list[Partial]] = defaultdict(list)
        self.agenda: list[Edge] = []

    def parse(self, atoms: Iterable[Edge]) -> list[Edge]:
        self.agenda.extend(atoms)
        while self.agenda and len(self.best) < MAX_EDGES:
            edge = self.agenda.pop()
            key = (edge.start, edge.end, edge.value)
            known = self.best.get(key)
            self.best[key] = edge.score if known is None else max(known, edge.score)
            if known is None:
                self._enter(edge)
        return [Edge(start, end, value, score) for (start, end, value), score in self.best.items()]

    def _enter(self, edge: Edge) -> None:
        category = edge.value.category
        self.passive[edge.start].append(edge)
        first = self.root.following.get(category)
        if first:
            self._advance(first, edge.start, edge.end, (edge,))
        for node, start, matched in tuple(self.waiting[edge.start]):
            following = node.following.get(category)
            if following:
                self._advance(following, start, edge.end, (*matched, edge))

    def _advance(self, node: Node, start: int, end: int, matched: tuple[Edge, ...]) -> None:
        for rule in node.complete:
            self._complete(rule, start, end, matched)
        if not node.following:
            return
        self.waiting[end].append((node, start, matched))
        for edge in tuple(self.passive[end]):
            following = node.following.get(edge.value.category)
            if following:
                self._advance(following, start, edge.end, (*matched, edge))

    def _complete(self, rule: Rule, start: int, end: int, matched: tuple[Edge, ...]) -> None:
        values = [None if at is None else matched[at].value for at in rule.arguments]
        try:
            built = rule.build(self.context, *values)
        except (ValueError, OverflowError):  # a day that no calendar has: "30 February", the year 12000
            return
        if built is not None:
            score = sum(edge.score for edge in matched) + rule.weight
            self.agenda.append(Edge(start, end, built, score))
