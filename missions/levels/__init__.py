"""The graphs of the levels, built when a worker first needs them: LangGraph takes seconds to import."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

SIMPLE = "mission.simple"
COORDINATED = "mission.coordinated"
OPEN = "mission.open"
COMPLEX = "mission.complex"
PART = "mission.part"
VERSION = 1


def first_state(mission_id: UUID) -> dict[str, Any]:
    """The state that a run starts with. Rounds and choices are in rows, so a lost run is rebuilt from it."""
    return {"mission_id": str(mission_id), "asked": 0}


def build_simple() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 1."""
    from missions.levels import simple

    return simple.build()


def build_coordinated() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 2."""
    from missions.levels import coordinated

    return coordinated.build()


def build_open() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of open goals."""
    from missions.levels import open as open_goals

    return open_goals.build()


def build_complex() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of level 3."""
    from missions.levels.complex import wiring

    return wiring.build()


def build_part() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph of one part of a mission of level 3."""
    from missions.levels.complex import coordinating

    return coordinating.build()


def first_part_state(subgoal_id: UUID) -> dict[str, Any]:
    """The state that a part's run starts with."""
    return {"subgoal_id": str(subgoal_id)}
