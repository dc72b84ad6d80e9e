"""What the graphs keep between nodes, and how a node gets its desk.

A node that asks does nothing before `interrupt()` but derive: LangGraph runs it again from its first line
when the answer is there. State holds ids, numbers and enumerations only; a person's words stay in rows.
"""

from __future__ import annotations

from typing import TypedDict
from uuid import UUID

from langchain_core.runnables import RunnableConfig

from agency.runtime.nodes import with_desk
from missions.levels.desk import Desk


class State(TypedDict, total=False):
    """What the checkpoint keeps: the mission, its round, where to go next, and how often things were asked.

    The row's round moves on before the checkpoint's does. A node that runs again because the worker died in
    between sees that (`moved_on`), and does not move it twice.
    """

    mission_id: str
    next: str
    source: str
    round: int
    asked: int
    """How many answers about the goal were taken in."""
    stuck: int
    """How many answers in a row did not help with what was asked."""
    again: int
    """How often a question had to be asked anew. Only grows, so that each asking has a step of its own."""
    back: str
    """The node whose question went unanswered."""
    refused: bool
    unclear: bool
    """The last words were not understood."""
    beyond: bool
    """They took an option by a number that none has."""


def desk_of(state: State, config: RunnableConfig) -> Desk:
    """The desk of the run that LangGraph's config names."""
    return Desk(UUID(state["mission_id"]), UUID(config["configurable"]["thread_id"]))


node = with_desk(desk_of, language_of=lambda desk: desk.user.language)
"""Gives a node of a mission's graph its desk."""


def moved_on(desk: Desk, state: State) -> bool:
    """Whether this node ran before and has begun the next round already."""
    return desk.mission.round > state.get("round", desk.mission.round)
