"""Level 1: execute, present, ask."""

from __future__ import annotations

from typing import Any

from langgraph.graph import StateGraph

from missions.levels import searching
from missions.levels.wiring import graph_of


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 1."""
    graph = graph_of(searching.execute, begins="execute")
    graph.add_edge("execute", "present")
    return graph
