"""A plan in parts, bare: a graph that starts three others side by side, the first of which asks.

The shape of a mission of level 3 from its goal to its first question: understand, decompose and supervise in
the mission's own run; begin, search, reflect and choose in the run of each part.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from bench.pipeline.cards import show
from bench.pipeline.graph import State, saver, step

PARTS = 3
PLAN = ("understand", "decompose")
PART = ("begin", "search", "reflect")


def supervise(state: State) -> State:
    """Start the parts, and wait for them."""
    from bench.pipeline import tasks

    for number in range(PARTS):
        tasks.drive_part.apply_async(args=(state["user"], state["run"], state["text"], number), retry=False)
    interrupt({"children": PARTS})
    return {}


def part_step(name: str) -> Any:
    """Make a node of a part that shows its card."""

    def run(state: State) -> State:
        show(state["user"], state["run"], f"{name} {state['source']}", f"{name}: {state['text']}")
        return {}

    return run


def choose(state: State) -> State:
    """Show the card that waits for a person, and wait."""
    show(state["user"], state["run"], f"choose {state['source']}", f"choose: {state['text']}")
    interrupt({"run": state["run"]})
    return {}


@lru_cache(maxsize=1)
def plan() -> Any:
    """The bare graph of the whole, compiled once per process."""
    return _line({**{name: step(name) for name in PLAN}, "supervise": supervise})


@lru_cache(maxsize=1)
def part() -> Any:
    """The bare graph of a part, compiled once per process."""
    return _line({**{name: part_step(name) for name in PART}, "choose": choose})


def _line(nodes: dict[str, Any]) -> Any:
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    for name, node in nodes.items():
        graph.add_node(name, node)
    names = list(nodes)
    for here, there in zip([START, *names], [*names, END], strict=True):
        graph.add_edge(here, there)
    return graph.compile(checkpointer=saver())


def drive_plan(state: State) -> None:
    """Run until it waits for its parts."""
    plan().invoke(state, _config(state["run"]), durability="sync")


def drive_part(state: State) -> None:
    """Run a part to its question."""
    part().invoke(state, _config(f"{state['run']} {state['source']}"), durability="sync")


def _config(thread: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": thread}}
