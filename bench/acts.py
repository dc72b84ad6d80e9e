"""Acts that do nothing, of a person who lets their agent act alone: what is left is the gate and the ledger."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from uuid import UUID

from bench.browser import person

if TYPE_CHECKING:
    from trust.models import Action

TOOL = "bench.nothing"
AGENT = "bench"
PLENTY = 10_000_000
"""Acts a day without asking."""


def autonomous(email: str) -> Any:
    """Make a person whose agent may act on its own here, and the tool that does nothing."""
    from trust.models import TrustScore

    register()
    user, _ = person(email, acts_a_day=PLENTY)
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


def act(user: Any, thread_id: UUID | None = None) -> Action:
    """Propose and perform one act, as a run does."""
    from ownyou.lib.ids import new_id
    from trust import ledger

    words = {"text": "Nothing to do, said in as many words as a note or a short mail would have."}
    step = ledger.Proposal(TOOL, words, key=f"bench:{new_id()}")
    [proposed] = ledger.propose([step], user=user, thread_id=thread_id or new_id())
    return ledger.perform(proposed.pk)
