"""What nodes of graphs share: a desk for each, connections given back, and the way to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from typing import Any, Protocol

from django.db import connections
from django.utils.translation import override
from langchain_core.runnables import RunnableConfig

from agency.runtime.current import beside_the_driver


class Node(Protocol):
    """A node as LangGraph calls it."""

    __name__: str

    def __call__(self, state: Any, config: RunnableConfig) -> Any: ...


def with_desk[D, S](
    desk_of: Callable[[S, RunnableConfig], D], *, language_of: Callable[[D], str] | None = None
) -> Callable[[Callable[[D, S], S]], Node]:
    """A decorator that gives a node the desk of its run, and writes in the person's language.

    LangGraph runs parallel nodes in pool threads, whose connections nobody else returns.
    """

    def node(work: Callable[[D, S], S]) -> Node:
        def run(state: S, config: RunnableConfig) -> S:
            try:
                desk = desk_of(state, config)
                with override(language_of(desk)) if language_of else nullcontext():
                    return work(desk, state)
            finally:
                if beside_the_driver():
                    connections.close_all()

        run.__name__ = work.__name__
        run.__doc__ = work.__doc__
        return run

    return node


def to_next(state: Mapping[str, Any]) -> str:
    """The way that the last node named in `next`."""
    return str(state["next"])
