"""Recalled memory kept in Redis for five minutes, encrypted with the person's key, dropped on every write.

Each person has a generation: a random mark that every write renews. An entry carries the generation it was
computed under and counts only while that is still the present one, so one MGET answers "is it there, and is
it fresh". A person who wrote nothing for ten minutes has no mark; what was computed before is gone by then.
Redis is never needed: without it, recall reads the database.

Beside it waits, for a minute and sealed likewise, the vector of a question that one process has read and
another will ask.
"""

from __future__ import annotations

import json
import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, cast
from uuid import UUID

import redis
from django.db import transaction

from ownyou.lib import crypto, live

log = logging.getLogger(__name__)
ENTRY_SECONDS = 300
GENERATION_SECONDS = 600
VECTOR_SECONDS = 60
"""How long a question's vector waits for the process that is to search with it."""
_CONTEXT, _VECTOR = "memory.recall", "memory.vector"
_MARK = 8


@dataclass(frozen=True, slots=True)
class Lookup:
    """The answer of `look_up`: what was kept (None: nothing fresh) and what `keep` needs."""

    kept: list[Any] | None
    generation: bytes | None
    """None: Redis did not answer."""
    vector: bytes | None = None
    """The question's vector, where another process has handed it on."""


def entry_name(user_id: UUID, question: Sequence[object]) -> str:
    """Return the Redis key of a question: a keyed hash, so that it tells nobody what was asked."""
    digest = crypto.keyed_hash(user_id, json.dumps(question, default=str), purpose="memory.recall")
    return f"ownyou:recall:{user_id.hex}:{digest.hex()}"


def vector_name(user_id: UUID, model: str, text: str) -> str:
    """Return the Redis key of a question's vector, a keyed hash as well."""
    digest = crypto.keyed_hash(user_id, f"{model}\0{text}", purpose="memory.vector")
    return f"ownyou:vector:{user_id.hex}:{digest.hex()}"


def look_up(user_id: UUID, name: str, vector: str) -> Lookup:
    """Return what is kept under `name`, if it is of the present generation, and under the name of a `vector`
    what was handed on. One round trip."""
    try:
        found = live.connection().mget(_generation_name(user_id), name, vector)
    except redis.RedisError as error:
        log.warning("recall cache not read: %s", type(error).__name__)
        return Lookup(None, None)
    generation, entry, sealed = cast(list[bytes | None], found)
    generation = generation or bytes(_MARK)
    if entry is None or entry[:_MARK] != generation:
        handed = crypto.decrypt(sealed, context=_VECTOR) if sealed else None
        return Lookup(None, generation, handed)
    return Lookup(json.loads(crypto.decrypt(entry[_MARK:], context=_CONTEXT)), generation)


def hand_on(user_id: UUID, name: str, vector: bytes) -> None:
    """Keep a vector for the process that searches with it, sealed as all here. One round trip."""
    try:
        live.connection().set(name, crypto.encrypt(user_id, vector, context=_VECTOR), ex=VECTOR_SECONDS)
    except redis.RedisError as error:
        log.warning("vector not handed on: %s", type(error).__name__)


def keep(user_id: UUID, name: str, found: Lookup, answer: list[Any]) -> None:
    """Keep `answer` under the generation that was present before it was computed. One round trip."""
    if found.generation is None:
        return
    sealed = crypto.encrypt(user_id, json.dumps(answer, ensure_ascii=False).encode(), context=_CONTEXT)
    try:
        live.connection().set(name, found.generation + sealed, ex=ENTRY_SECONDS)
    except redis.RedisError as error:
        log.warning("recall cache not written: %s", type(error).__name__)


def drop(user_id: UUID | None) -> None:
    """Make everything kept for a person stale once the transaction has committed.

    A write inside a larger transaction does so at once as well, for those who read on inside of it.
    """
    if user_id is None:
        return
    writing = transaction.get_connection()
    if writing.in_atomic_block:
        transaction.on_commit(partial(_renew, user_id))
    if writing.savepoint_ids or not writing.in_atomic_block:
        _renew(user_id)


def _renew(user_id: UUID) -> None:
    try:
        live.connection().set(_generation_name(user_id), os.urandom(_MARK), ex=GENERATION_SECONDS)
    except redis.RedisError as error:
        log.warning("recall cache not dropped: %s", type(error).__name__)


def _generation_name(user_id: UUID) -> str:
    return f"ownyou:recall:{user_id.hex}"
