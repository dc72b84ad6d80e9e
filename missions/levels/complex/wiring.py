"""Level 3: understand, take apart, supervise the parts, draft, review, deliver."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from agency.runtime.nodes import Node, to_next
from missions.levels import asking, understanding
from missions.levels.complex import planning, reviewing
from missions.levels.state import State

NODES: tuple[Node, ...] = (
    understanding.understand,
    understanding.clarify,
    understanding.offer_nearest,
    asking.ask_again,
    planning.decompose,
    planning.supervise,
    planning.rescue,
    reviewing.synthesise,
    reviewing.review,
    reviewing.deliver,
)
WAYS = {
    "understand": ("go", "clarify", "offer_nearest", "end"),
    "clarify": ("go", "clarify", "ask_again", "end"),
    "offer_nearest": ("understand", "offer_nearest", "ask_again", "end"),
    "decompose": ("supervise",),
    "supervise": ("supervise", "rescue", "synthesise"),
    "rescue": ("supervise", "rescue", "ask_again", "end"),
    "synthesise": ("review",),
    "review": ("deliver", "supervise", "review", "ask_again", "end"),
    "ask_again": ("clarify", "offer_nearest", "rescue", "review", "ask_again", "end"),
}
"""Where each node may go, by the names in its `next`."""


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 3."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    for one in NODES:
        graph.add_node(one.__name__, one)
    graph.add_edge(START, "understand")
    places: dict[str, str] = {"go": "decompose", "end": END}
    for name, ways in WAYS.items():
        graph.add_conditional_edges(name, to_next, {way: places.get(way, way) for way in ways})
    graph.add_edge("deliver", END)
    return graph
