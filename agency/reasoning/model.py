"""The language model: any OpenAI-compatible endpoint, through langchain-openai."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Any

import httpx
from django.conf import settings
from pydantic import BaseModel, ValidationError

from agency.reasoning.lean_schema import schema_of
from agency.reasoning.skill import Skill
from agency.reasoning.standing_in import Why
from ownyou.lib.deadline import Deadline, finish_within
from ownyou.lib.errors import OwnYouError

MOST_REPAIRED = 4_000
MOST_OF_A_TURN = 800
"""Tokens of one answer that calls tools."""
type Said = tuple[str, str]
"""Who says it (system, human, ai), and what."""

_THOUGHT = re.compile(r"<(think|thinking|thought|reasoning)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_TAIL_OF_THOUGHT = re.compile(r"\A.*</(?:think|thinking|thought|reasoning)>", re.DOTALL | re.IGNORECASE)
"""Some servers leave the opening tag to the prompt's template."""
_BRACE = re.compile(r"[{}]")
MOST_OBJECTS = 50
MOST_READ = 100_000
"""Characters of a text that may be an answer; more is none."""
MOST_TOKENS = 1_000_000
"""Tokens that one answer can have cost."""
MOST_COST = Decimal(9_999)
"""US dollars that one question can have cost, as a row holds them."""


class ModelFailed(OwnYouError):
    """The language model gave no usable answer."""

    # The message goes into logs: it names kinds of failure, never what was said.

    def __init__(self, why: Why, kind: str = "") -> None:
        super().__init__(f"{why.value} ({kind})" if kind else why.value)
        self.why = why


@dataclass(slots=True)
class Usage:
    """What one question took: calls (of `most_calls` allowed), tokens, money."""

    most_calls: int = 2
    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0

    @property
    def cost_usd(self) -> Decimal:
        """Price by the configured rates (US dollars a million tokens)."""
        total = self.tokens_in * settings.LLM_PRICE_IN + self.tokens_out * settings.LLM_PRICE_OUT
        return min(Decimal(str(total)) / 1_000_000, MOST_COST)


def configured() -> bool:
    """Tell whether a language model is configured."""
    return bool(settings.LLM_BASE_URL and settings.LLM_MODEL)


@lru_cache(maxsize=4)
def _client(base_url: str, name: str, key: str, timeout: float, most_tokens: int) -> Any:
    from langchain_openai import ChatOpenAI

    return ChatOpenAI(
        base_url=base_url,
        model=name,
        api_key=key or "none",
        temperature=0,
        timeout=httpx.Timeout(timeout, connect=min(timeout, 5.0)),
        max_retries=0,
        max_completion_tokens=most_tokens,
    )


def ask[Q: BaseModel, R: BaseModel](skill: Skill[Q, R], question: Q, usage: Usage) -> R:
    """Ask the model; give it one chance to repair an answer that does not fit. Raises `ModelFailed`."""
    messages: list[Said] = [
        ("system", skill.prompt()),
        ("human", f"<data>\n{quoted(question)}\n</data>"),
    ]
    shape = skill.shape_for(question)
    text = _call(skill, shape, messages, usage)
    reply, wrong = _read(skill, shape, question, text)
    if reply is None and usage.calls < usage.most_calls:
        again = ("human", f"That answer cannot be used: {wrong} Answer again, as JSON only.")
        messages += [("ai", text[:MOST_REPAIRED]), again]
        reply, wrong = _read(skill, shape, question, _call(skill, shape, messages, usage))
    if reply is None:
        raise ModelFailed(Why.UNFIT)
    return reply


def turn(messages: list[Any], tools: list[Any], usage: Usage) -> Any:
    """Ask the model for its next message, with tools that it may call. Raises `ModelFailed`."""
    client = _client(
        settings.LLM_BASE_URL,
        settings.LLM_MODEL,
        settings.LLM_API_KEY,
        settings.LLM_TIMEOUT,
        MOST_OF_A_TURN + settings.LLM_THINKING_TOKENS,
    ).bind_tools(tools)
    return _invoked(client, messages, usage)


def _invoked(client: Any, messages: list[Any], usage: Usage) -> Any:
    from langchain_core.messages import AIMessage

    usage.calls += 1
    try:
        message = finish_within(Deadline.after(settings.LLM_TIMEOUT), lambda: client.invoke(messages))
    except Exception as error:  # the client raises many kinds; each means: no answer
        raise ModelFailed(_why(error), type(error).__name__) from error
    metadata = getattr(message, "usage_metadata", None) or {}
    usage.tokens_in += _counted(metadata.get("input_tokens"))
    usage.tokens_out += _counted(metadata.get("output_tokens"))
    if not isinstance(message, AIMessage):
        raise ModelFailed(Why.BROKEN, "role")
    return message


def _counted(tokens: object) -> int:
    """What an endpoint says it used, as far as that is a number that can be."""
    return min(max(int(tokens), 0), MOST_TOKENS) if isinstance(tokens, int | float) else 0


def _why(error: Exception) -> Why:
    """What an error of the openai client means, by the tree of its exceptions."""
    import openai

    if isinstance(error, TimeoutError | openai.APITimeoutError):
        return Why.LATE
    if isinstance(error, openai.APIConnectionError):
        return Why.UNREACHABLE
    refused = isinstance(error, openai.APIStatusError) and 400 <= error.status_code < 500
    return Why.REFUSED if refused else Why.BROKEN


def quoted(question: BaseModel) -> str:
    """Return the question as JSON in which no text can close the tag that it stands in."""
    return question.model_dump_json(exclude_none=True).replace("<", "\\u003c")


def _call(skill: Skill[Any, Any], shape: type[BaseModel], messages: list[Said], usage: Usage) -> str:
    client = _client(
        settings.LLM_BASE_URL,
        settings.LLM_MODEL,
        settings.LLM_API_KEY,
        settings.LLM_TIMEOUT,
        skill.most_tokens + settings.LLM_THINKING_TOKENS,
    ).bind(
        response_format={
            "type": "json_schema",
            "json_schema": {"name": skill.name, "schema": schema_of(shape), "strict": False},
        }
    )
    message = _invoked(client, messages, usage)
    if message.additional_kwargs.get("refusal"):
        raise ModelFailed(Why.REFUSED, "refusal")
    return message.content if isinstance(message.content, str) else json.dumps(message.content)


def _read[Q: BaseModel, R: BaseModel](
    skill: Skill[Q, R], shape: type[R], question: Q, text: str
) -> tuple[R | None, str]:
    reply, wrong = None, "it is not JSON."
    for found in reversed(objects_in(text)):  # what is thought aloud stands before the answer
        try:
            if _speaks_of_something_else(found, shape):
                wrong = f"it has none of the fields {', '.join(shape.model_fields)}."
                continue
            reply = shape.model_validate_json(found)
            break
        except ValidationError as error:
            first = error.errors()[0]
            wrong = f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}."
    if reply is None:
        return None, wrong
    missing = skill.check(question, reply)
    return (reply, "") if not missing else (None, " ".join(missing))


def _speaks_of_something_else(text: str, shape: type[BaseModel]) -> bool:
    """Whether an object has fields, and none that was asked for: with defaults it would pass as "nothing"."""
    said = json.loads(text)
    return bool(said) and not set(said) & set(shape.model_fields)


def objects_in(text: str) -> list[str]:
    """Return the outermost JSON objects of a model's text, in order, without those it only thought of."""
    if len(text) > MOST_READ:
        return []
    said = _TAIL_OF_THOUGHT.sub("", _THOUGHT.sub("", text))
    decoder = json.JSONDecoder()
    found: list[str] = []
    at = said.find("{")
    while at >= 0 and len(found) < MOST_OBJECTS:
        try:
            _, end = decoder.raw_decode(said, at)
            found.append(said[at:end])
        except (ValueError, RecursionError):
            end = _closing(said, at)
        at = said.find("{", end)
    return found


def _closing(text: str, at: int) -> int:
    """Where braces that hold no JSON end: a piece of an object that was cut off is no answer."""
    depth = 0
    for brace in _BRACE.finditer(text, at):
        depth += 1 if brace.group() == "{" else -1
        if depth == 0:
            return brace.end()
    return len(text)
