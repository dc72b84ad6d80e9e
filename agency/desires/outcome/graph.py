"""The outcome reviewer: its nodes and wiring."""

from __future__ import annotations

from typing import Any, TypedDict

from django.utils.translation import gettext as _
from langgraph.graph import END, START, StateGraph
from langgraph.types import interrupt

from agency.desires.desk import OutcomeDesk, S, outcome_node
from agency.desires.escalating import AGAIN, LEAVE
from agency.models import DesireOutcome
from agency.runtime.nodes import to_next
from trust.decisions import is_answer
from trust.models import Decision

V = DesireOutcome.Verdict


class Assessing(TypedDict, total=False):
    """What the checkpoint keeps."""

    desire_id: str
    next: str
    asked: int


@outcome_node
def load(desk: OutcomeDesk, state: Assessing) -> Assessing:
    """See that the execution has ended."""
    return {}


@outcome_node
def judge(desk: OutcomeDesk, state: Assessing) -> Assessing:
    """Judge the execution against its contract."""
    return {"next": desk.judge()}


@outcome_node
def carry_out(desk: OutcomeDesk, state: Assessing) -> Assessing:
    """Do what follows from the verdict."""
    desk.carry_out(state["next"])
    return {"next": "ask" if desk.desire.stage == S.ESCALATED else "end"}


@outcome_node
def ask(desk: OutcomeDesk, state: Assessing) -> Assessing:
    """Ask the person what is to follow, and wait."""
    number = state.get("asked", 0)
    asked = desk.ask_what_now(number)
    interrupt({"decision": str(asked)})
    decision = desk.answer(asked)
    said = str((decision.answer or {}).get("text", ""))
    if decision.status != Decision.Status.ANSWERED:
        return {"next": "ask", "asked": number + 1}
    if decision.verdict == Decision.Verdict.REJECT or is_answer(said, LEAVE):
        desk.move(S.ABANDONED, _("Left there, as you wished. What was found is kept."), key="left")
        return {"next": "end"}
    if not is_answer(said, AGAIN):
        desk.loop_back(said)
        return {"next": "end"}
    if desk.retry():
        return {"next": "end"}
    return {"next": "ask", "asked": number + 1}


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph: load, judge, then what follows."""
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Assessing)
    for node in (load, judge, carry_out, ask):
        graph.add_node(node.__name__, node)
    graph.add_edge(START, "load")
    graph.add_edge("load", "judge")
    graph.add_conditional_edges("judge", to_next, dict.fromkeys(V.values, "carry_out"))
    graph.add_conditional_edges("carry_out", to_next, {"ask": "ask", "end": END})
    graph.add_conditional_edges("ask", to_next, {"ask": "ask", "end": END})
    return graph
