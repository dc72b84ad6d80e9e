"""Asking, waiting, and what follows when no answer came."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext as _
from langgraph.types import interrupt

from missions.levels import unbuilt
from missions.levels.asking_desk import Answered
from missions.levels.desk import Desk
from missions.levels.state import State, node
from missions.models import Mission
from trust.decisions import Question, clarification
from trust.models import Decision


def wait_for(desk: Desk, step: str, question: Callable[[], Question]) -> Answered:
    """Ask the question of this step once, wait, and return how it ended. Raises `Stopped` when cancelled."""
    decision = desk.asked(step) or desk.ask(question(), step=step)
    interrupt({"decision": str(decision)})
    return desk.answer(decision)


def step_of(state: State, name: str, number: int) -> str:
    """Name one asking: of which node, in which round (or after how many answers), asked how often."""
    again = state.get("again", 0)
    return f"{name}:{number}:{again}" if again else f"{name}:{number}"


def asked_anew(state: State, name: str) -> State:
    """Go to a node that asks, and let it ask as a step of its own."""
    return {"next": name, "again": state.get("again", 0) + 1}


def unanswered(desk: Desk, state: State, answer: Answered, *, back: str) -> State:
    """Go on from a question that ended without an answer; `back` is the node that asked it.

    One that was replaced is asked anew. One whose time is over does nothing of what was asked: its default is
    to leave it there; without a default the person is told, and may have it asked again.
    """
    if answer.status == Decision.Status.SUPERSEDED:
        return asked_anew(state, back)
    if answer.on_expiry == Decision.OnExpiry.DEFAULT:
        return abandon(desk, _("No answer came in time, so nothing was chosen"))
    return {"next": "ask_again", "back": back}


@node
def ask_again(desk: Desk, state: State) -> State:
    """Say that no answer came in time, and offer to ask again. This question waits as long as it takes."""
    step = f"late:{state.get('again', 0)}"
    answer = wait_for(desk, step, lambda: _late(desk.mission))
    if not answer.given:
        return unanswered(desk, state, answer, back="ask_again")
    if answer.verdict == Decision.Verdict.REJECT or unbuilt.is_no(answer.text):
        return abandon(desk)
    return asked_anew(state, state["back"])


def _late(mission: Mission) -> Question:
    return clarification(
        _("No answer came in time. Shall I ask again?"),
        domain=mission.mission_type or "missions",
        why=_("Nothing was done meanwhile. What was found is kept."),
        suggestions=[_("Ask again"), unbuilt.STOP],
    )


def abandon(desk: Desk, words: str = "") -> State:
    """End the mission without a result."""
    desk.move(Mission.Status.ABANDONED, words or _("Stopped, as you wished"), key="abandoned")
    return {"next": "end"}
