"""One node that waits for a person, bare and as the product's: when it runs again, it says at what time.

Clocks: `time.perf_counter` is the machine's monotonic clock, the same in all processes.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any
from uuid import UUID

from langchain_core.runnables import RunnableConfig
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt

from agency.acting import nodes
from agency.acting.errands import first_state
from agency.acting.state import Acting
from agency.models import Thread
from agency.runtime.graphs import GraphSpec, register_graph
from bench.pipeline.cards import push
from bench.pipeline.graph import State, saver
from ownyou.lib import queues

GRAPH = "bench_waiting"


def hold(state: State) -> State:
    """Wait, bare."""
    interrupt({"run": state["run"]})
    push(state["user"], state["run"], "again", repr(time.perf_counter()))
    return {}


@lru_cache(maxsize=1)
def bare() -> Any:
    """Return the bare graph, compiled once per process."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    graph.add_node("hold", hold)
    graph.add_edge(START, "hold")
    graph.add_edge("hold", END)
    return graph.compile(checkpointer=saver())


def begin(state: State) -> None:
    """Run the bare graph until it waits, and say so."""
    bare().invoke(state, _config(state["run"]), durability="sync")
    push(state["user"], state["run"], "waits", "")


def let_go(run: str) -> None:
    """Let the bare graph go on."""
    bare().invoke(Command(resume="yes"), _config(run), durability="sync")


def _config(run: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": run}}


def ask(state: Acting, config: RunnableConfig) -> Acting:
    """Ask for an OK as every run of the product does."""
    given: Acting = nodes.ask(state, config)
    at = repr(time.perf_counter())
    thread = Thread.objects.only("user_id").get(pk=UUID(config["configurable"]["thread_id"]))
    push(thread.user_id.hex, str(thread.pk), "again", at)
    return given


def build() -> StateGraph[Any, Any, Any, Any]:
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Acting)
    graph.add_node("ask", ask)
    graph.add_edge(START, "ask")
    graph.add_edge("ask", END)
    return graph


def register() -> None:
    """Make the product's graph of one node known."""
    register_graph(
        GraphSpec(
            name=GRAPH,
            version=1,
            build=build,
            initial=first_state,
            moved=lambda thread, to: None,
            queue=queues.INTERACTIVE,
        )
    )
