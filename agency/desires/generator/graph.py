"""The generator's wiring."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from agency.desires.generator import nodes
from agency.desires.generator.state import Generating
from agency.runtime.nodes import to_next


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Generating)
    for name in ("detect", "take", "log"):
        graph.add_node(name, getattr(nodes, name))
    graph.add_edge(START, "detect")
    graph.add_conditional_edges("detect", to_next, {"take": "take", "end": END})
    graph.add_edge("take", "log")
    graph.add_edge("log", END)
    return graph
