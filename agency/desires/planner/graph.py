"""The planner's wiring."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from langgraph.graph import END, START, StateGraph

from agency.desires.planner import nodes
from agency.desires.planner.state import Planning
from agency.runtime.nodes import to_next

LINE = ("enrich", "catalogue", "policies", "remember", "generate")
REVIEWS = ("update", "align", "safe", "verdict")
WAYS = {
    "load": ("enrich", "verdict"),
    "generate": ("tell", "validate", "end"),
    "tell": ("generate", "end"),
    "validate": ("update", "end"),
    "verdict": ("queue", "begin"),
    "queue": ("begin", "enrich", "queue"),
}


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Planning)
    for name in ("load", *LINE, "tell", "validate", *REVIEWS, "queue", "begin"):
        graph.add_node(name, getattr(nodes, name))
    graph.add_edge(START, "load")
    for line in (LINE, REVIEWS):
        for first, second in pairwise(line):
            graph.add_edge(first, second)
    for name, ways in WAYS.items():
        graph.add_conditional_edges(name, to_next, {way: END if way == "end" else way for way in ways})
    graph.add_edge("begin", END)
    return graph
