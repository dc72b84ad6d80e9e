"""The graphs that threads can run, by name and version. Higher layers register theirs."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

from ownyou.lib import queues
from ownyou.lib.errors import OwnYouError

if TYPE_CHECKING:  # LangGraph takes seconds to import; only workers need it
    from langgraph.graph import StateGraph
    from langgraph.graph.state import CompiledStateGraph

    from agency.models import Thread

State = dict[str, Any]


class UnknownGraph(OwnYouError):
    """This kind of work is not known to this version of OwnYou any more."""


@dataclass(frozen=True, slots=True)
class GraphSpec:
    """How one graph is built, started and told of.

    `initial` makes the first state from the subject's rows (ids, numbers and enumerations only); it also
    serves to rebuild a run whose checkpoint is lost. `moved` runs in the transaction that moves the thread
    to a new status and moves the subject (mission, desire, ...) with it.
    """

    name: str
    version: int
    build: Callable[[], StateGraph[Any, Any, Any, Any]]
    initial: Callable[[UUID], State]
    moved: Callable[[Thread, str], None]
    queue: str = queues.MISSIONS
    rebuilds: bool = field(default=True)
    leaves_acts: bool = False
    """Whether the acts and cards of a run that failed go on without it, instead of being closed with it."""
    repeatable: bool = False
    """Whether its way to its first question is cheap to go a second time, and does nothing twice then. It
    leaves one checkpoint, at its end: a worker that dies before begins it again."""
    retired: Callable[[Thread, State], None] | None = None
    """Told of a thread that ended long ago, with its final state, before its checkpoints are deleted."""


_specs: dict[tuple[str, int], GraphSpec] = {}
_compiled: dict[tuple[str, int], CompiledStateGraph[Any, Any, Any, Any]] = {}


def register_graph(spec: GraphSpec) -> None:
    """Make a graph known. Old versions stay registered while threads of them wait."""
    _specs[spec.name, spec.version] = spec
    _compiled.pop((spec.name, spec.version), None)


def spec_of(name: str, version: int) -> GraphSpec:
    """Return a registered graph. Raises `UnknownGraph`."""
    try:
        return _specs[name, version]
    except KeyError:
        raise UnknownGraph(f"“{name}” version {version} is not known any more.") from None


def known(name: str) -> bool:
    """Whether any version of a graph is registered."""
    return any(registered == name for registered, _ in _specs)


def newest(name: str) -> GraphSpec:
    """Return the newest version of a graph. Raises `UnknownGraph`."""
    versions = [version for known, version in _specs if known == name]
    return spec_of(name, max(versions, default=0))


def tell_subject(thread: Thread, to: str) -> None:
    """Let the subject move with its thread. A version that is gone is told of by the newest there is."""
    spec = _told(thread)
    if spec is not None:
        spec.moved(thread, to)


def leaves_acts(thread: Thread) -> bool:
    """Whether what a failed thread did not get to is left to the workers and the person."""
    spec = _told(thread)
    return spec is not None and spec.leaves_acts


def _told(thread: Thread) -> GraphSpec | None:
    versions = [spec for (name, _), spec in _specs.items() if name == thread.graph]
    latest = max(versions, key=lambda one: one.version, default=None)
    return _specs.get((thread.graph, thread.version)) or latest


def compiled(name: str, version: int) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Return the compiled graph; compiled once per process. Its checkpointer can read, not write."""
    from agency.runtime.checkpoints import saver

    key = (name, version)
    if key not in _compiled:
        _compiled[key] = spec_of(name, version).build().compile(checkpointer=saver())
    return _compiled[key]


def graph_of(thread: Thread) -> CompiledStateGraph[Any, Any, Any, Any]:
    """Return the graph of a thread, writing checkpoints with its owner's key. Raises `UnknownGraph`."""
    from agency.runtime.checkpoints import saver

    graph = copy(compiled(thread.graph, thread.version))
    graph.checkpointer = saver(thread.user_id)
    return graph


def load_all() -> None:
    """Load the code of every registered graph, and LangGraph's; touches no service."""
    from agency.runtime import driving  # noqa: F401

    for spec in _specs.values():
        spec.build()


def compile_all() -> None:
    """Compile every registered graph, so that the first task does not wait for it."""
    for name, version in _specs:
        compiled(name, version)
