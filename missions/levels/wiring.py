"""What all levels are wired with: understanding before the search, choosing after it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from langgraph.graph import END, START, StateGraph

from agency.runtime.nodes import Node, to_next
from missions.levels import asking, choosing, understanding
from missions.levels.state import State

NODES: tuple[Node, ...] = (
    understanding.understand,
    understanding.clarify,
    understanding.offer_nearest,
    choosing.present,
    choosing.ask_why,
    asking.ask_again,
)
WAYS = {
    "understand": ("go", "clarify", "offer_nearest", "end"),
    "clarify": ("go", "clarify", "ask_again", "end"),
    "offer_nearest": ("understand", "offer_nearest", "ask_again", "end"),
    "present": ("again", "clarify", "present", "ask_why", "ask_again", "end"),
    "ask_why": ("again", "clarify", "ask_why", "ask_again", "end"),
    "ask_again": ("clarify", "offer_nearest", "present", "ask_why", "ask_again", "end"),
}
"""Where each node may go, by the names in its `next`; "go" and "again" both begin a search."""


type Way = Callable[..., Any]
"""Tells where a run goes after a node, by what the node returned."""


def graph_of(
    *own: Node, begins: str, begun: Way = to_next, to: tuple[str, ...] = ("present",)
) -> StateGraph[Any, Any, Any, Any]:
    """Return a graph with a level's own nodes and the shared ones, of which it may bring its own kind. The
    level wires `begins` to "present". Where its `understand` begins the search itself, `begun` tells which
    of `to` it goes to then."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    for name, one in {one.__name__: one for one in (*NODES, *own)}.items():
        graph.add_node(name, one)
    graph.add_edge(START, "understand")
    places: dict[str, str] = {"go": begins, "again": begins, "end": END}
    for name, ways in WAYS.items():
        leads: dict[Hashable, str] = {way: places.get(way, way) for way in ways}
        if name == "understand":
            graph.add_conditional_edges(name, begun, leads | {way: way for way in to})
        else:
            graph.add_conditional_edges(name, to_next, leads)
    return graph
