"""Level 2: plan, search side by side, aggregate, rank, present, ask, complete."""

from __future__ import annotations

from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.graph import StateGraph
from langgraph.types import Send

from agency.runtime.nodes import to_next
from missions.levels import searching
from missions.levels.state import State, desk_of
from missions.levels.wiring import graph_of


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 2."""
    graph = graph_of(searching.plan, searching.search, searching.aggregate, searching.rank, begins="plan")
    graph.add_conditional_edges("plan", fan_out, ["search", "aggregate"])
    graph.add_edge("search", "aggregate")
    graph.add_conditional_edges("aggregate", to_next, {"plan": "plan", "rank": "rank"})
    graph.add_edge("rank", "present")
    return graph


def fan_out(state: State, config: RunnableConfig) -> list[Send] | str:
    """One search for each source, side by side."""
    names = desk_of(state, config).sources()
    return [Send("search", {**state, "source": name}) for name in names] or "aggregate"
