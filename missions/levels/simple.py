"""Level 1: execute, present, ask."""

from __future__ import annotations

from typing import Any

from langgraph.graph import StateGraph

from missions.levels import searching, understanding
from missions.levels.wiring import graph_of


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 1. "execute" is the way back to a search, from answers and wishes in words."""
    graph = graph_of(understanding.then(searching.executed), searching.execute, begins="execute")
    graph.add_edge("execute", "present")
    return graph
