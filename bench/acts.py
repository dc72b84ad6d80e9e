"""Acts that do nothing, of a person whose agent may act alone: what is left is the gate and the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from bench.browser import person

if TYPE_CHECKING:
    from trust.ledger import Proposal
    from trust.models import Action

TOOL = "bench.nothing"
AGENT = "bench"
A_DAY = 40
"""Acts of one person: fewer than may run without asking in a day."""


def autonomous(email: str) -> Any:
    """Make a person whose agent may act on its own here."""
    from trust.models import TrustScore

    user, _ = person(email)
    TrustScore.objects.get_or_create(user=user, agent=AGENT, kind="write", defaults={"level": 3})
    return user


def register() -> None:
    """Make the tool known in this process: it writes nothing, and could take that back."""
    from pydantic import BaseModel

    from trust.tools import Done, Errand, Kind, ToolSpec, register_tool

    class Words(BaseModel):
        text: str

    def run(errand: Errand, words: Words) -> Done[Words]:
        return Done(words, receipt="Nothing was done.", inverse={})

    def undo(errand: Errand, words: Words, inverse: object) -> str:
        return "Nothing was taken back."

    register_tool(
        ToolSpec(
            name=TOOL,
            title="Do nothing",
            agent=AGENT,
            kind=Kind.WRITE,
            description="Does nothing.",
            arguments=Words,
            result=Words,
            run=run,
            undo=undo,
        )
    )


def act(user: Any, thread_id: UUID) -> Action:
    """Let one act happen, as a step of a plan does."""
    from trust import ledger

    [done] = ledger.act([proposal()], user=user, thread_id=thread_id)
    return done


def proposal() -> Proposal:
    """Propose nothing, in as many words as a note would have."""
    from ownyou.lib.ids import new_id
    from trust.ledger import Proposal

    words = {"text": "Nothing to do, said in as many words as a note or a short mail would have."}
    return Proposal(TOOL, words, key=f"bench:{new_id()}")
