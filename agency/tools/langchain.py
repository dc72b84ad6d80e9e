"""Tools as a language model is offered them: LangChain tools whose calls go through the gate.

The model chooses arguments only. For whom a tool runs, and within which run, is closed in; what a tool found
is kept for who asked, and the model is told how it went. What other people wrote never comes back to a model
that has tools.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from uuid import UUID

from ownyou.lib.errors import OwnYouError
from ownyou.lib.text import shorten
from trust import ledger
from trust.activity import Subject
from trust.ledger import Proposal
from trust.ledger.proposing import args_hash
from trust.models import Action, User
from trust.tools import AnyTool, Done, Kind

if TYPE_CHECKING:
    from langchain_core.tools import StructuredTool

MOST_TOLD = 4_000
FAILED = "It did not work. Try something else."
WAITS = "This waits for the person's OK."
S = Action.Status


@dataclass(frozen=True, slots=True)
class Found:
    """What one call found: by which tool, for what, and its result."""

    tool: str
    sentence: str
    result: dict[str, Any]
    tainted: bool


@dataclass(slots=True)
class ToolKit:
    """The tools that a model may call in one run of one person. `found`: what its calls found; `waits`:
    whether something it called needs the person's OK first."""

    user: User
    thread_id: UUID | None
    subject: Subject
    found: list[Found] = field(default_factory=list)
    waits: bool = False

    def tools(self, specs: Iterable[AnyTool]) -> list[StructuredTool]:
        """LangChain tools for these declarations."""
        return [self._tool(spec) for spec in specs]

    def _tool(self, spec: AnyTool) -> StructuredTool:
        from langchain_core.tools import StructuredTool

        def call(**arguments: Any) -> str:
            return self.call(spec, arguments)

        return StructuredTool.from_function(
            func=call, name=name_for_model(spec), description=spec.description, args_schema=spec.arguments
        )

    def call(self, spec: AnyTool, arguments: dict[str, Any]) -> str:
        """Use a tool through the gate: a read runs, all else is proposed. Returns what the model is told."""
        try:
            parsed = spec.parse(arguments)
        except OwnYouError as error:
            return f"It did not work: {error.message}"
        try:
            said = parsed.model_dump(mode="json")
            if spec.kind is Kind.READ:
                done = ledger.read(
                    spec.name, said, user=self.user, thread_id=self.thread_id, subject=self.subject
                )
            else:
                key = f"model:{self.thread_id}:{args_hash(self.user.pk, spec.name, said)}"
                [done] = ledger.act(
                    [Proposal(spec.name, said, key)],
                    user=self.user,
                    thread_id=self.thread_id,
                    subject=self.subject,
                )
        except OwnYouError as error:
            return _failed(spec, error.message)
        return self._told(spec, spec.sentence(parsed), done)

    def _told(self, spec: AnyTool, sentence: str, done: Done[Any] | Action) -> str:
        if isinstance(done, Done):
            return self._kept(spec, sentence, done.result.model_dump(mode="json"), done.tainted)
        if done.status == S.SUCCEEDED:
            return self._kept(spec, sentence, dict(done.result or {}), done.tainted)
        if done.status == S.WAITING:
            self.waits = True
            return WAITS
        return _failed(spec, done.error or done.reason or done.get_status_display())

    def _kept(self, spec: AnyTool, sentence: str, result: dict[str, Any], tainted: bool) -> str:
        """Keep what was found. Other people's text is only counted: it must not ask for the next call."""
        self.found.append(Found(spec.name, sentence, result, tainted))
        text = json.dumps(result, ensure_ascii=False)
        if tainted or spec.untrusted:
            return f"Found: {len(text)} characters. They are kept for the answer."
        return shorten(text, MOST_TOLD)


def _failed(spec: AnyTool, why: str) -> str:
    """What a model is told of a failure: of a tool that returns others' text not in its words, which may be
    theirs as well."""
    return FAILED if spec.untrusted else f"It did not work: {why}"


def name_for_model(spec: AnyTool) -> str:
    """A tool's name as OpenAI's format takes it: letters, digits, underscores and hyphens, 64 at most."""
    return re.sub(r"[^a-zA-Z0-9_-]", "_", spec.name)[:64]
