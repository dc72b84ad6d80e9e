"""A model looks up what a goal needs that no plan reaches, and another question writes the answer from it.

Bounded in turns, calls, time and cost. Who chooses the look-ups has tools and sees no text of others; who
sees that text has no tools. Nothing but reading is offered.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.utils import timezone
from pydantic import BaseModel, ValidationError

from agency.models import ReasoningCall
from agency.reasoning import model
from agency.reasoning.budget import Asker, allowance
from agency.reasoning.engine import reason, save_calls
from agency.reasoning.skill import PROMPTS
from agency.reasoning.skills.answer import Answered, GoalToAnswer, Source, write_answer
from agency.reasoning.standing_in import Why
from agency.tools.langchain import Found, ToolKit
from trust.activity import Subject
from trust.models import ToolSwitch, User
from trust.tools import AnyTool, Kind, tools_of

if TYPE_CHECKING:
    from langchain_core.messages import AIMessage, BaseMessage
    from langchain_core.tools import StructuredTool

log = logging.getLogger(__name__)

SKILL = "look_up"
MOST_TURNS, MOST_CALLS = 4, 8
MOST_SECONDS = 90
MOST_TEXT = 12_000
"""Of one source, for the answer."""


class GoalToLookUp(BaseModel):
    """What is wanted, in the person's words, and what day it is."""

    goal: str
    language: str
    today: str


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What came of it: an answer, or why there is none; `waits`: look-ups that need the person's OK first.

    `written_by`: model, or rules where the model's answer could not be used.
    """

    title: str = ""
    text: str = ""
    sources: tuple[str, ...] = ()
    written_by: str = ""
    waits: bool = False
    problem: Why | None = None


def look_up(goal: str, *, user: User, asker: Asker, subject: Subject) -> LookedUp:
    """Look up and answer. Never raises for what the model says; a repeated run has fewer turns left."""
    kit = ToolKit(user, asker.thread_id, subject)
    problem = _converse(goal, user, asker, kit)
    if kit.waits:
        return LookedUp(waits=True)
    if not kit.found:
        return LookedUp(problem=problem or Why.NOTHING)
    sources = [_source(found) for found in kit.found]
    question = GoalToAnswer(goal=goal, language=user.language, sources=sources)
    reasoned = reason(write_answer, question, asker=asker)
    answer: Answered = reasoned.value
    return LookedUp(
        title=answer.title,
        text=answer.text,
        sources=tuple(dict.fromkeys(source.name for source in sources)),
        written_by="rules" if reasoned.source == "rules" else "model",
    )


def readers(user: User) -> list[AnyTool]:
    """The tools that look something up outside: they only read, cost nothing, and are not switched off."""
    off = set(ToolSwitch.objects.filter(enabled=False).values_list("tool", flat=True))
    return [
        spec
        for spec in tools_of(user)
        if spec.kind is Kind.READ
        and (spec.egress or spec.untrusted)
        and not (spec.costs or spec.private or spec.name in off)
    ]


def _converse(goal: str, user: User, asker: Asker, kit: ToolKit) -> Why | None:
    """Let the model call tools until it has enough; returns why it ended early, None where it did not."""
    from langchain_core.messages import HumanMessage, SystemMessage, ToolMessage

    tools = {tool.name: tool for tool in kit.tools(readers(user))}
    wanted = GoalToLookUp(goal=goal, language=user.language, today=_today(user))
    messages: list[BaseMessage] = [
        SystemMessage((PROMPTS / f"{SKILL}.md").read_text(encoding="utf-8")),
        HumanMessage(f"<data>\n{model.quoted(wanted)}\n</data>"),
    ]
    called: set[str] = set()
    ends = time.monotonic() + MOST_SECONDS
    for _turn in range(_turns_left(asker)):
        if refusal := allowance(asker).refusal:
            return refusal
        if time.monotonic() > ends:
            return Why.LATE
        try:
            said = _turn_of(messages, list(tools.values()), asker)
        except model.ModelFailed as error:
            return error.why
        calls = [*said.tool_calls, *said.invalid_tool_calls]
        if not calls:
            return None
        messages.append(said)
        for call in calls:
            messages.append(ToolMessage(_answer_to(call, tools, called), tool_call_id=call["id"] or ""))
        if kit.waits:
            return None
    return None if kit.found else Why.ENDLESS


def _turns_left(asker: Asker) -> int:
    """A run that goes on after an OK has as many turns again, and no more."""
    spent = ReasoningCall.objects.filter(
        user_id=asker.user_id, thread_id=asker.thread_id, skill=SKILL
    ).count()
    return max(0, min(MOST_TURNS, 2 * MOST_TURNS - spent))


def _turn_of(messages: list[BaseMessage], tools: list[StructuredTool], asker: Asker) -> AIMessage:
    """One answer of the model, its cost noted. Raises `ModelFailed`."""
    usage, started = model.Usage(most_calls=1), time.monotonic()
    try:
        said: AIMessage = model.turn(messages, tools, usage)
        return said
    finally:
        call = ReasoningCall(
            user_id=asker.user_id,
            thread_id=asker.thread_id,
            skill=SKILL,
            source=ReasoningCall.Source.MODEL,
            model=settings.LLM_MODEL,
            model_calls=usage.calls,
            tokens_in=usage.tokens_in,
            tokens_out=usage.tokens_out,
            cost_usd=usage.cost_usd,
            milliseconds=int((time.monotonic() - started) * 1000),
        )
        save_calls([call])


def _answer_to(call: Any, tools: dict[str, StructuredTool], called: set[str]) -> str:
    """Do what the model asked for, or say why not: it may name what does not exist, or repeat itself."""
    name, arguments = str(call.get("name") or ""), call.get("args")
    if name not in tools:
        return f"There is no tool “{name[:64]}”. There are: {', '.join(tools)}."
    if not isinstance(arguments, dict):
        return "The arguments must be one JSON object."
    said = f"{name} {sorted(arguments.items(), key=str)}"
    if said in called:
        return "You asked for exactly this before. Go on with what is kept."
    if len(called) >= MOST_CALLS:
        return "That were enough look-ups. Stop now."
    called.add(said)
    try:
        return str(tools[name].invoke(arguments))
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        return f"These arguments do not fit: {'.'.join(map(str, first['loc']))}: {first['msg']}."


def _source(found: Found) -> Source:
    """What was found, as the question of the answer holds it: its longest text, its own title and link."""
    texts = list(_strings(found.result))
    longest = max((text for _name, text in texts), key=len, default="")
    named = dict(reversed(texts))
    return Source(
        name=named.get("title") or found.sentence, link=named.get("url", ""), text=longest[:MOST_TEXT]
    )


def _strings(value: object, name: str = "") -> list[tuple[str, str]]:
    if isinstance(value, dict):
        return [pair for key, part in value.items() for pair in _strings(part, str(key))]
    if isinstance(value, list):
        joined = "\n".join(" · ".join(text for _n, text in _strings(part, name)) for part in value)
        return [(name, joined)]
    return [(name, value)] if isinstance(value, str) else []


def _today(user: User) -> str:
    return timezone.now().astimezone(user.zone).date().isoformat()
