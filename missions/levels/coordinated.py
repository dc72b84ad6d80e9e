"""Level 2: plan, search side by side, aggregate, rank, present, ask."""

from __future__ import annotations

from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.graph import StateGraph
from langgraph.types import Send

from agency.runtime.nodes import to_next
from missions.levels import searching, understanding
from missions.levels.state import State, desk_of
from missions.levels.wiring import graph_of

AFTER_PLAN = ("search", "remember", "aggregate")


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 2."""
    nodes = (searching.plan, searching.search, searching.remember, searching.aggregate, searching.rank)
    begin = understanding.then(searching.planned)
    graph = graph_of(begin, *nodes, begins="plan", begun=after_understanding, to=AFTER_PLAN)
    graph.add_conditional_edges("plan", fan_out, list(AFTER_PLAN))
    graph.add_edge("search", "aggregate")
    graph.add_edge("remember", "aggregate")
    graph.add_conditional_edges("aggregate", to_next, {"plan": "plan", "present": "present", "rank": "rank"})
    graph.add_edge("rank", "present")
    return graph


def after_understanding(state: State, config: RunnableConfig) -> list[Send] | str:
    """Where nothing had to be asked, the search is planned already."""
    return fan_out(state, config) if state["next"] == "search" else to_next(state)


def fan_out(state: State, config: RunnableConfig) -> list[Send] | str:
    """One search for each source, side by side, and beside them, the first time, a look into memory."""
    desk = desk_of(state, config)
    searches = [Send("search", {**state, "source": name}) for name in desk.sources()]
    recalls = [Send("remember", state)] if desk.mission.round == 0 else []
    return [*searches, *recalls] or "aggregate"
