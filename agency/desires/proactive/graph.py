"""The wiring of the proactive generator, and of the daily review around it."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from langgraph.graph import END, START, StateGraph

from agency.desires.proactive import nodes
from agency.desires.proactive.state import Looking
from agency.runtime.nodes import to_next

LINE = ("notice", "propose", "fade")


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the hourly look."""
    return _wired(first="analyse", last="fade")


def build_review() -> StateGraph[Any, Any, Any, Any]:
    """Wire the daily review: what matters first, a report last."""
    graph = _wired(first="matters", last="report")
    graph.add_edge("matters", "analyse")
    graph.add_edge("fade", "report")
    return graph


def _wired(*, first: str, last: str) -> StateGraph[Any, Any, Any, Any]:
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Looking)
    for name in dict.fromkeys((first, "analyse", *LINE, last)):
        graph.add_node(name, getattr(nodes, name))
    graph.add_edge(START, first)
    graph.add_conditional_edges("analyse", to_next, {"analyse": "analyse", "notice": "notice"})
    for one, other in pairwise(LINE):
        graph.add_edge(one, other)
    graph.add_edge(last, END)
    return graph
