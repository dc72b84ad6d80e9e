"""Level 1: execute, present, ask, complete."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from langgraph.graph import END, START, StateGraph

from missions.levels import nodes
from missions.levels.nodes import State

type Ways = dict[Hashable, str]


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 1."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    graph.add_node("understand", nodes.understand)
    graph.add_node("clarify", nodes.clarify)
    graph.add_node("offer_nearest", nodes.offer_nearest)
    graph.add_node("execute", nodes.execute)
    graph.add_node("present", nodes.present)
    graph.add_node("ask_why", nodes.ask_why)
    graph.add_node("complete", nodes.complete)
    graph.add_edge(START, "understand")
    understood: Ways = {
        "go": "execute",
        "clarify": "clarify",
        "offer_nearest": "offer_nearest",
        "end": END,
    }
    graph.add_conditional_edges("understand", _next, understood)
    graph.add_conditional_edges("clarify", _next, {"understood": "execute", "clarify": "clarify", "end": END})
    graph.add_conditional_edges("offer_nearest", _next, {"understand": "understand", "end": END})
    graph.add_edge("execute", "present")
    answered: Ways = {
        "complete": "complete",
        "again": "execute",
        "ask_why": "ask_why",
        "end": END,
    }
    graph.add_conditional_edges("present", _next, answered)
    graph.add_conditional_edges("ask_why", _next, {"again": "execute", "end": END})
    graph.add_edge("complete", END)
    return graph


def _next(state: State) -> str:
    return state["next"]
