"""Level 2: plan, search side by side, aggregate, rank, present, ask, complete."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph
from langgraph.types import Send

from missions.levels import nodes
from missions.levels.nodes import State

type Ways = dict[Hashable, str]


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 2."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    graph.add_node("understand", nodes.understand)
    graph.add_node("clarify", nodes.clarify)
    graph.add_node("offer_nearest", nodes.offer_nearest)
    graph.add_node("plan", nodes.plan)
    graph.add_node("search", nodes.search)
    graph.add_node("aggregate", nodes.aggregate)
    graph.add_node("rank", nodes.rank)
    graph.add_node("present", nodes.present)
    graph.add_node("ask_why", nodes.ask_why)
    graph.add_node("complete", nodes.complete)
    graph.add_edge(START, "understand")
    understood: Ways = {
        "go": "plan",
        "clarify": "clarify",
        "offer_nearest": "offer_nearest",
        "end": END,
    }
    graph.add_conditional_edges("understand", _next, understood)
    graph.add_conditional_edges("clarify", _next, {"understood": "plan", "clarify": "clarify", "end": END})
    graph.add_conditional_edges("offer_nearest", _next, {"understand": "understand", "end": END})
    graph.add_conditional_edges("plan", fan_out, ["search", "aggregate"])
    graph.add_edge("search", "aggregate")
    graph.add_conditional_edges("aggregate", _next, {"plan": "plan", "rank": "rank"})
    graph.add_edge("rank", "present")
    answered: Ways = {
        "complete": "complete",
        "again": "plan",
        "ask_why": "ask_why",
        "end": END,
    }
    graph.add_conditional_edges("present", _next, answered)
    graph.add_conditional_edges("ask_why", _next, {"again": "plan", "end": END})
    graph.add_edge("complete", END)
    return graph


def fan_out(state: State, config: RunnableConfig) -> list[Send] | str:
    """One search for each source, side by side."""
    names = nodes.desk_of(state, config).sources()
    return [Send("search", {**state, "source": name}) for name in names] or "aggregate"


def _next(state: State) -> str:
    return state["next"]
