"""Tools that exist in tests only: they write down what they were asked to do, and fail when told to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest
from pydantic import BaseModel, Field, JsonValue

from trust.ledger import Proposal
from trust.models import Decision
from trust.tools import Done, Errand, Kind, Settled, ToolSpec, register_tool, unregister_tool


class Letter(BaseModel):
    """Arguments of the tools here."""

    to: str = Field(min_length=1)
    text: str = "hello"
    amount: float = 0


class Sent(BaseModel):
    number: int


@dataclass
class PostOffice:
    """The world behind the tools: what was sent, taken back, and what goes wrong next."""

    sent: list[tuple[str, str]] = field(default_factory=list)
    taken_back: list[Mapping[str, JsonValue]] = field(default_factory=list)
    trouble: Exception | None = None
    undo_trouble: Exception | None = None
    price: int = 10
    settled: Settled = Settled.DONE
    names: list[str] = field(default_factory=list)

    def send(self, errand: Errand, letter: Letter) -> Done[Sent]:
        if self.trouble is not None:
            raise self.trouble
        self.sent.append((letter.to, letter.text))
        number = len(self.sent)
        return Done(Sent(number=number), receipt=f"Sent to {letter.to}", inverse={"number": number})

    def undo(self, errand: Errand, letter: Letter, inverse: Mapping[str, JsonValue]) -> str:
        if self.undo_trouble is not None:
            raise self.undo_trouble
        self.taken_back.append(inverse)
        return f"Taken back from {letter.to}"

    def prices(self, errand: Errand, letter: Letter) -> dict[str, JsonValue]:
        return {"price": self.price}

    def settle(self, errand: Errand, letter: Letter) -> Settled:
        return self.settled

    def tool(self, name: str = "post.send", **changes: Any) -> ToolSpec[Letter, Sent]:
        """Register a tool of this office."""
        declared: dict[str, Any] = {
            "title": "Send a letter",
            "agent": "post",
            "kind": Kind.SEND,
            "description": "Sends a letter.",
            "arguments": Letter,
            "result": Sent,
            "run": self.send,
            "describe": lambda letter: f"Send a letter to {letter.to}",
            "scope": lambda letter: {"recipient": letter.to},
        }
        spec = ToolSpec(name=name, **(declared | changes))
        register_tool(spec)
        self.names.append(name)
        return spec


@pytest.fixture
def post() -> Iterator[PostOffice]:
    """A post office with the tool `post.send`, which asks, cannot be undone and is not idempotent."""
    office = PostOffice()
    office.tool()
    yield office
    for name in office.names:
        unregister_tool(name)


@pytest.fixture
def proposal() -> Callable[..., Proposal]:
    """Makes proposals of a letter, each with a key of its own unless told one."""
    made = 0

    def make(to: str = "Ada", *, tool: str = "post.send", key: str = "", **changes: Any) -> Proposal:
        nonlocal made
        made += 1
        letter = {"to": to} | changes.pop("more", {})
        return Proposal(tool=tool, arguments=letter, key=key or f"step:{made}", **changes)

    return make


@pytest.fixture
def say() -> Callable[..., Decision]:
    """Answers a decision."""
    from trust import decisions
    from trust.decisions import Answer

    def answer(decision: Decision, verdict: str, *acts: dict[str, Any], text: str = "") -> Decision:
        given = Answer(Decision.Verdict(verdict), acts=acts, text=text)
        return decisions.answer(user=decision.user, decision_id=decision.pk, given=given)

    return answer
