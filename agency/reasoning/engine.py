"""`reason(skill, question)`: cache, budget, model, validation, and rules behind it all."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.core.cache import cache
from django.db.models import F
from pydantic import BaseModel, ValidationError
from redis import RedisError

from agency.models import ReasoningCall, Thread
from agency.reasoning import model
from agency.reasoning.budget import Asker, allowance
from agency.reasoning.skill import Skill
from agency.reasoning.standing_in import Why
from ownyou.lib import crypto
from ownyou.lib.errors import KeyLost
from ownyou.lib.prepared import insert_all

log = logging.getLogger(__name__)
CACHE_SECONDS = 24 * 3600
AWAY = frozenset({Why.LATE, Why.UNREACHABLE})
AWAY_SECONDS = 60
_collected: ContextVar[list[ReasoningCall] | None] = ContextVar("reasoning_calls", default=None)


@dataclass(frozen=True, slots=True)
class Reasoned[Reply: BaseModel]:
    """An answer and where it came from: "model", "rules" or "cache"; `fallback` says why rules answered, a
    `Why`."""

    value: Reply
    source: str
    fallback: str = ""


def reason[Q: BaseModel, R: BaseModel](skill: Skill[Q, R], question: Q, *, asker: Asker) -> Reasoned[R]:
    """Answer a question. Always answers: where the model cannot, the rules do."""
    started = time.monotonic()
    call = ReasoningCall(user_id=asker.user_id, thread_id=asker.thread_id, skill=skill.name)
    if not model.configured():
        result = Reasoned(skill.rules(question), "rules", Why.NO_MODEL)
    else:
        result = _cached(skill, question, asker) or _by_model(skill, question, asker, call)
    _note(call, question, result, int((time.monotonic() - started) * 1000))
    return result


def _by_model[Q: BaseModel, R: BaseModel](
    skill: Skill[Q, R], question: Q, asker: Asker, call: ReasoningCall
) -> Reasoned[R]:
    allowed = allowance(asker, skill.spares)
    if allowed.refusal:
        return Reasoned(skill.rules(question), "rules", allowed.refusal)
    if (why := _was_away(asker)) is not None:
        return Reasoned(skill.rules(question), "rules", why)
    usage = model.Usage(most_calls=allowed.calls)
    try:
        reply = model.ask(skill, question, usage)
    except model.ModelFailed as error:
        log.warning("%s: the model failed: %s", skill.name, error.message)
        _note_away(asker, error.why)
        result = Reasoned(skill.rules(question), "rules", error.why)
    else:
        result = Reasoned(reply, "model")
        _keep(skill, question, asker, reply)
    call.model, call.model_calls = settings.LLM_MODEL, usage.calls
    call.tokens_in, call.tokens_out, call.cost_usd = usage.tokens_in, usage.tokens_out, usage.cost_usd
    return result


def _note(call: ReasoningCall, question: BaseModel, result: Reasoned[Any], milliseconds: int) -> None:
    call.source, call.fallback, call.milliseconds = result.source, str(result.fallback), milliseconds
    if result.source != "rules":
        call.asked = question.model_dump(mode="json", exclude_none=True)
        call.answered = result.value.model_dump(mode="json", exclude_none=True)
    waiting = _collected.get()
    if waiting is not None and not call.model_calls:
        waiting.append(call)
    else:
        save_calls([call])


@contextmanager
def collected_calls() -> Iterator[list[ReasoningCall]]:
    """Keep the calls of this context unsaved; the caller saves them with its own rows (`save_calls`).

    Calls that cost money are saved at once all the same: a cap must count them even if the caller dies.
    """
    calls: list[ReasoningCall] = []
    token = _collected.set(calls)
    try:
        yield calls
    finally:
        _collected.reset(token)


def save_calls(calls: list[ReasoningCall]) -> None:
    """Save calls in one statement, and add what they cost to their threads."""
    if not calls:
        return
    insert_all(calls)
    count_costs(calls)
    calls.clear()


def count_costs(calls: list[ReasoningCall]) -> None:
    """Add what calls cost to their threads; nothing where no model was asked."""
    for thread_id in {call.thread_id for call in calls if call.thread_id and call.model_calls}:
        mine = [call for call in calls if call.thread_id == thread_id]
        Thread.objects.filter(pk=thread_id).update(
            cost_usd=F("cost_usd") + sum((call.cost_usd for call in mine), Decimal(0)),
            model_calls=F("model_calls") + sum(call.model_calls for call in mine),
        )


def _away_key(asker: Asker) -> str:
    return f"reason-away:{settings.LLM_BASE_URL}|{settings.LLM_MODEL}|{asker.thread_id or asker.user_id}"


def _was_away(asker: Asker) -> Why | None:
    """Why the model did not answer this run a moment ago: it waits for it once, not at each question."""
    try:
        said = cache.get(_away_key(asker))
    except RedisError:
        return None
    return Why(said) if said else None


def _note_away(asker: Asker, why: Why) -> None:
    if why in AWAY:
        with suppress(RedisError):
            cache.set(_away_key(asker), why.value, AWAY_SECONDS)


def _cache_key[Q: BaseModel](skill: Skill[Q, Any], question: Q, asker: Asker) -> str:
    model_name = f"{settings.LLM_BASE_URL}|{settings.LLM_MODEL}"
    text = f"{model_name}|{skill.name}|{skill.version}|{question.model_dump_json()}"
    return "reason:" + crypto.keyed_hash(asker.user_id, text, purpose="reason-cache").hex()


def _cached[Q: BaseModel, R: BaseModel](skill: Skill[Q, R], question: Q, asker: Asker) -> Reasoned[R] | None:
    try:
        sealed = cache.get(_cache_key(skill, question, asker))
        if sealed is None:
            return None
        text = crypto.decrypt(sealed, context="reason-cache")
        return Reasoned(skill.shape_for(question).model_validate_json(text), "cache")
    except (RedisError, KeyLost, ValidationError):
        return None


def _keep[Q: BaseModel, R: BaseModel](skill: Skill[Q, R], question: Q, asker: Asker, reply: R) -> None:
    sealed = crypto.encrypt(asker.user_id, reply.model_dump_json().encode(), context="reason-cache")
    try:
        cache.set(_cache_key(skill, question, asker), sealed, CACHE_SECONDS)
    except RedisError:
        log.warning("an answer could not be cached")
