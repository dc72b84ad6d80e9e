"""Errands: acts that a page asked for, run by a small graph of their own through the gate."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any
from uuid import UUID

from agency.acting.reflexion import cautious
from agency.models import Thread
from agency.runtime.graphs import GraphSpec, register_graph
from agency.runtime.threads import enqueue_after_commit, start_thread
from ownyou.lib import queues
from ownyou.lib.errors import OwnYouError
from trust import ledger
from trust.activity import Subject
from trust.ledger import Proposal
from trust.models import Action, User

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

GRAPH = "errand"
SUBJECT = "errand"


def start_errand(
    *, user: User, subject: Subject, proposals: Sequence[Proposal]
) -> tuple[Thread, list[Action]]:
    """Propose acts about `subject` and start the run that asks and acts. Call it outside a transaction.

    The thread's own subject is the errand, so that the subject's runs (of a mission) stay its own. Raises
    `NotFound` for an unknown tool, `InvalidInput` for arguments that do not fit; then nothing is started.
    """
    thread = start_thread(user_id=user.pk, graph=GRAPH, subject=Subject(SUBJECT, subject.id), send=False)
    try:
        wanted = [cautious(proposal, user=user) for proposal in proposals]
        acts = ledger.propose(wanted, user=user, thread_id=thread.pk, subject=subject)
    except OwnYouError:
        thread.delete()
        raise
    enqueue_after_commit(thread.pk, thread.queue)
    return thread, acts


def first_card(thread: Thread) -> str:
    """The key of the first card that an errand's run opens or finds."""
    return f"{thread.pk}:ask:0"


def first_state(subject_id: UUID) -> dict[str, Any]:
    """The state that a run starts with; everything else is in rows."""
    return {"asked": 0}


def build() -> StateGraph[Any, Any, Any, Any]:
    """Wire the graph: ask, draft again, act, reflect."""
    from langgraph.graph import END, START, StateGraph

    from agency.acting import nodes
    from agency.acting.state import Acting
    from agency.runtime.nodes import to_next

    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Acting)
    graph.add_node("ask", nodes.ask)
    graph.add_node("redraft", nodes.redraft)
    graph.add_node("act", nodes.act)
    graph.add_node("reflect", nodes.reflect)
    graph.add_edge(START, "ask")
    graph.add_conditional_edges("ask", to_next, {"ask": "ask", "redraft": "redraft", "act": "act"})
    graph.add_edge("redraft", "ask")
    graph.add_conditional_edges("act", to_next, {"ask": "ask", "act": "act", "reflect": "reflect"})
    graph.add_edge("reflect", END)
    return graph


def moved(thread: Thread, to: str) -> None:
    """Leave what a failed errand did not get to to the workers; its acts tell of themselves."""
    if to == Thread.Status.FAILED:
        ledger.disown(thread.pk)


def register() -> None:
    """Make the graph known."""
    register_graph(
        GraphSpec(
            name=GRAPH,
            version=1,
            build=build,
            initial=first_state,
            moved=moved,
            queue=queues.INTERACTIVE,
            leaves_acts=True,
        )
    )
