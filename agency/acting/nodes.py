"""The nodes around the gate. They work on the acts that were proposed for their thread.

`ask -> redraft -> ask` and `ask -> act -> ask` are loops of edges: each node run opens at most one card and
interrupts at most once, and what was said is read from the rows. So a node that runs again finds the same.
"""

from __future__ import annotations

from typing import TypedDict
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from langchain_core.runnables import RunnableConfig
from langgraph.types import interrupt

from agency.acting.desk import GOING_ON, ActingDesk
from agency.acting.drafting import Wanted, redrafted
from agency.acting.state import Acting
from agency.runtime.nodes import with_desk
from trust.approvals import card_before, history_of
from trust.models import Action, Decision

S = Action.Status


class Preview(TypedDict):
    """Which preview a card is, and what it says of those before it."""

    attempt: int
    history: list[object]
    why: str


UNCHANGED = gettext_noop(
    "Your words changed nothing here. Say it in other words, or change the details by hand."
)


def _desk_of(state: Acting, config: RunnableConfig) -> ActingDesk:
    return ActingDesk(UUID(config["configurable"]["thread_id"]))


node = with_desk(_desk_of, language_of=lambda desk: desk.user.language)


@node
def ask(desk: ActingDesk, state: Acting) -> Acting:
    """Ask for an OK where one is needed, on one card for all acts; go on when it is answered or over."""
    number = state.get("asked", 0)
    step = f"ask:{number}"
    decision = desk.asked(step)
    if decision is None:
        waiting = desk.waiting()
        if not waiting:
            return {"next": "act"}
        decision = desk.ask(waiting, step=step, **_preview_after(desk, waiting, state))
    interrupt({"decision": str(decision.pk)})
    if decision.status == Decision.Status.OPEN:  # woken by something else
        return {"next": "ask"}
    if decision.verdict == Decision.Verdict.REFINE:
        return {"next": "redraft", "asked": number + 1, "refined": str(decision.pk)}
    return {"next": "act", "asked": number + 1, "refined": ""}


def _preview_after(desk: ActingDesk, waiting: list[Action], state: Acting) -> Preview:
    """The next preview after words; the same one again where the world moved since it was approved."""
    if state.get("refined"):
        refined = desk.decision(state["refined"])
        why = desk.notes(refined) or (_(UNCHANGED) if desk.unchanged(refined) else "")
        return {"attempt": refined.attempt + 1, "history": history_of(refined), "why": why}
    before = card_before(waiting)
    if before is None:
        return {"attempt": 1, "history": [], "why": ""}
    return {"attempt": before.attempt, "history": list(before.history), "why": ""}


@node
def redraft(desk: ActingDesk, state: Acting) -> Acting:
    """Work the person's words into the acts and propose them anew."""
    decision = desk.decision(state["refined"])
    for action in desk.replaced_by_words(decision):
        if action.successor_id is None:
            wanted = Wanted(words=decision.comment or "", now=decision.answered_at or decision.created_at)
            fresh = redrafted(action, wanted, asker=desk.asker())
            desk.redraft(action, fresh.arguments, notes=" ".join(fresh.notes))
    return {"next": "ask"}


@node
def act(desk: ActingDesk, state: Acting) -> Acting:
    """Do what was approved, in order. What is held back or in another hand is waited for."""
    for action in desk.acts():
        if action.status == S.APPROVED:
            desk.perform(action)
    acts = desk.acts()
    if any(action.status == S.WAITING for action in acts):  # the world moved
        return {"next": "ask", "refined": ""}
    going_on = [str(action.pk) for action in acts if action.status in GOING_ON]
    if going_on:
        interrupt({"acts": going_on})
        return {"next": "act"}
    return {"next": "reflect"}


@node
def reflect(desk: ActingDesk, state: Acting) -> Acting:
    """Keep what approvals, noes, edits and failures teach, for the agent's next run."""
    desk.reflect()
    return {"next": "end"}
