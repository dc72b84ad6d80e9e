"""Five nodes, the fourth of which waits for a person; and the same with three fetches side by side."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise
from typing import Any, TypedDict

import psycopg
from django.conf import settings
from django.db import connection
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, Send, interrupt
from psycopg.conninfo import make_conninfo
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool

from agency.runtime.checkpoints import SCHEMA
from bench.pipeline.cards import show
from bench.pipeline.sources import SECONDS, SOURCES

STEPS = ("read", "search", "rank", "wait", "done")


class State(TypedDict, total=False):
    """All that the checkpoint keeps."""

    user: str
    run: str
    text: str
    source: int


def step(name: str) -> Callable[[State], State]:
    """Make a node that shows its card."""

    def run(state: State) -> State:
        show(state["user"], state["run"], name, f"{name}: {state['text']}")
        return {}

    return run


def wait(state: State) -> State:
    """Show the card that waits for a person, and wait."""
    show(state["user"], state["run"], "wait", f"wait: {state['text']}")
    interrupt({"run": state["run"]})
    return {}


def fetch(state: State) -> State:
    """Do what a source of 200 ms does, and show its card."""
    connection.close()
    time.sleep(SECONDS)
    try:
        show(state["user"], state["run"], f"fetch {state['source']}", f"fetched: {state['text']}")
    finally:
        connection.close()
    return {}


def fan_out(state: State) -> list[Send]:
    return [Send("fetch", {**state, "source": number}) for number in range(SOURCES)]


@lru_cache(maxsize=1)
def saver() -> PostgresSaver:
    """Return this process's checkpointer, on two connections of its own."""
    conninfo = make_conninfo(settings.DATABASE_URL, options=f"-c search_path={SCHEMA}")
    pool = ConnectionPool(
        conninfo,
        min_size=1,
        max_size=2,
        open=True,
        connection_class=psycopg.Connection[DictRow],
        kwargs={"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row},
    )
    return PostgresSaver(pool)


@lru_cache(maxsize=2)
def compiled(wide: bool) -> Any:
    """Return the graph, compiled once per process."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    for name in STEPS:
        node: Any = wait if name == "wait" else step(name)
        graph.add_node(name, node)
    graph.add_edge(START, "read")
    graph.add_edge("read", "search")
    if wide:
        graph.add_node("fetch", fetch)
        graph.add_conditional_edges("search", fan_out, ["fetch"])
        graph.add_edge("fetch", "rank")
    else:
        graph.add_edge("search", "rank")
    graph.add_edge("rank", "wait")
    graph.add_edge("wait", "done")
    graph.add_edge("done", END)
    return graph.compile(checkpointer=saver())


def chain(nodes: int) -> Callable[[str], None]:
    """Return what runs a graph of so many nodes in a row, the last of which waits for a person."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(State)
    names = [f"step {number}" for number in range(nodes - 1)] + ["wait"]
    for name in names:
        node: Any = wait if name == "wait" else step(name)
        graph.add_node(name, node)
    for one, other in pairwise([START, *names, END]):
        graph.add_edge(one, other)
    made = graph.compile(checkpointer=saver())
    from bench.pipeline.models import Run  # known once Django is set up

    def run(user: str) -> None:
        kept = Run.objects.create(user_id=user, text="bare")
        state: State = {"user": user, "run": str(kept.pk), "text": kept.text}
        made.invoke(state, _config(state["run"]), durability="sync")

    return run


def drive(state: State, *, wide: bool) -> None:
    """Run to the card that waits."""
    compiled(wide).invoke(state, _config(state["run"]), durability="sync")


def resume(run: str, *, wide: bool) -> None:
    """Run from there to the end."""
    compiled(wide).invoke(Command(resume="yes"), _config(run), durability="sync")


def _config(run: str) -> dict[str, Any]:
    return {"configurable": {"thread_id": run}}
