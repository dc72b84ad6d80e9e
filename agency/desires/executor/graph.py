"""The executor's wiring."""

from __future__ import annotations

from typing import Any

from langgraph.graph import END, START, StateGraph

from agency.acting import nodes as acting
from agency.desires.executor import nodes
from agency.desires.executor.state import Executing
from agency.runtime.nodes import to_next

WAYS = {
    "execute": ("execute", "ask", "hold", "follow", "log", "end"),
    "ask": ("ask", "redraft", "act"),
    "hold": ("execute",),
    "follow": ("execute",),
}
PLACES = {"act": "execute", "end": END, "log": "reflect"}
"""After an OK the plan goes on: its step performs what was approved. What acts teach is kept at the end."""


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Executing)
    for name in ("load", "context", "execute", "hold", "follow", "log", "update"):
        graph.add_node(name, getattr(nodes, name))
    for name in ("ask", "redraft", "reflect"):
        graph.add_node(name, getattr(acting, name))
    graph.add_edge(START, "load")
    graph.add_edge("load", "context")
    graph.add_edge("context", "execute")
    for name, ways in WAYS.items():
        graph.add_conditional_edges(name, to_next, {way: PLACES.get(way, way) for way in ways})
    graph.add_edge("redraft", "ask")
    graph.add_edge("reflect", "log")
    graph.add_edge("log", "update")
    graph.add_edge("update", END)
    return graph
