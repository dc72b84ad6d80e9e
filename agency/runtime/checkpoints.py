"""LangGraph's PostgresSaver in a schema of its own, sealed with the key of the thread's owner."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import get_ident
from typing import Any
from uuid import UUID

import psycopg
from django.conf import settings
from django.db import connections
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    BaseCheckpointSaver,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
)
from langgraph.checkpoint.postgres import PostgresSaver
from langgraph.checkpoint.serde.base import CipherProtocol
from langgraph.checkpoint.serde.encrypted import EncryptedSerializer
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.serde.types import INTERRUPT
from langgraph.types import Interrupt
from psycopg import sql
from psycopg.conninfo import make_conninfo
from psycopg.rows import DictRow, dict_row
from psycopg_pool import ConnectionPool

from ownyou.lib import crypto

SCHEMA = "langgraph"
TABLES = ("checkpoints", "checkpoint_blobs", "checkpoint_writes")
_CONTEXT = "langgraph.checkpoint"


class OwnersCipher(CipherProtocol):
    """AES-256-GCM with the owner's key. The owner stands in the cipher's name: reading needs no context.

    The owner is given, not looked up in a context variable: LangGraph writes what nodes left from threads of
    its own, which have no context. A key that is looked up there takes a connection, which nobody else gives
    back: once as many were lost as the pool has, the worker could do nothing any more.
    """

    def __init__(self, owner: UUID | None) -> None:
        self.owner = owner
        self._home = get_ident()

    def encrypt(self, plaintext: bytes) -> tuple[str, bytes]:
        if self.owner is None:
            raise RuntimeError("a checkpoint is written with nobody's key")
        with self._giving_back():
            return f"oy1.{self.owner.hex}", crypto.encrypt(self.owner, plaintext, context=_CONTEXT)

    def decrypt(self, ciphername: str, ciphertext: bytes) -> bytes:
        if not ciphername.startswith("oy1."):
            raise ValueError(f"unknown cipher {ciphername}")
        with self._giving_back():
            return crypto.decrypt(bytes(ciphertext), context=_CONTEXT)

    @contextmanager
    def _giving_back(self) -> Iterator[None]:
        try:
            yield
        finally:
            if get_ident() != self._home:
                connections.close_all()


def _conninfo(url: str) -> str:
    return make_conninfo(url, options=f"-c search_path={SCHEMA}", application_name="ownyou checkpoints")


class _Connection(psycopg.Connection[DictRow]):
    """A connection that knows when it was last seen to work (monotonic seconds)."""

    worked_at: float = -math.inf


TRUSTED_SECONDS = 1.0
"""A server cannot come back sooner than this; a run reads and writes several times within it."""


def _check(connection: psycopg.Connection[DictRow]) -> None:
    """Try a connection that was not tried just now. Raises `psycopg.OperationalError` for a broken one."""
    assert isinstance(connection, _Connection)
    if time.monotonic() - connection.worked_at > TRUSTED_SECONDS:
        ConnectionPool.check_connection(connection)
        connection.worked_at = time.monotonic()


@lru_cache(maxsize=1)
def pool() -> ConnectionPool[psycopg.Connection[DictRow]]:
    """Return this process's connections for checkpoints. First called after a fork, never at import."""
    url = settings.DATABASE_OWNER_URL if settings.DATABASE_ROLE == "owner" else settings.DATABASE_URL
    return ConnectionPool(
        _conninfo(url),
        min_size=1,
        max_size=4,
        timeout=10,
        open=True,
        check=_check,
        connection_class=_Connection,
        kwargs={"autocommit": True, "prepare_threshold": 0, "row_factory": dict_row},
    )


class RunsSaver(PostgresSaver):
    """Reads once what a run asks for twice: where it stands, and the same again to go on from there.

    One run has one saver, and only the worker that claimed the run writes its checkpoints; what was looked at
    is given away once, since LangGraph changes what it is given, and dropped by every write.
    """

    _read: CheckpointTuple | None = None
    _empty = False

    def knows_nothing(self) -> None:
        """Say that nothing was written of this run yet: it is not looked for until something is."""
        self._empty = True

    def look_at(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the newest checkpoint to who changes nothing of it, and keep it for who reads it next."""
        self._read = self.get_tuple(config)
        return self._read

    def get_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """Return the newest checkpoint, or the one that `config` names."""
        kept, self._read = self._read, None
        if self._empty:
            return None
        asks_newest = not get_checkpoint_id(config)
        if kept is not None and asks_newest and _place(kept.config) == _place(config):
            return kept
        return super().get_tuple(config)

    def put(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,
    ) -> RunnableConfig:
        """Store a checkpoint."""
        self._read, self._empty = None, False
        return super().put(config, checkpoint, metadata, new_versions)

    def put_writes(
        self, config: RunnableConfig, writes: Sequence[tuple[str, Any]], task_id: str, task_path: str = ""
    ) -> None:
        """Store what a node left."""
        self._read, self._empty = None, False
        super().put_writes(config, writes, task_id, task_path)

    def delete_thread(self, thread_id: str) -> None:
        """Delete all checkpoints of a run."""
        self._read = None
        super().delete_thread(thread_id)


def _place(config: RunnableConfig) -> tuple[str, str]:
    facts = config["configurable"]
    return str(facts["thread_id"]), str(facts.get("checkpoint_ns", ""))


def saver(owner: UUID | None = None) -> PostgresSaver:
    """Return a checkpointer that seals with the key of `owner`; without one it reads and deletes only."""
    serializer = EncryptedSerializer(OwnersCipher(owner), JsonPlusSerializer(allowed_msgpack_modules=None))
    return PostgresSaver(pool(), serde=serializer) if owner is None else RunsSaver(pool(), serde=serializer)


def close_pool() -> None:
    """Close this process's checkpoint connections (end of a process or of a test session)."""
    if pool.cache_info().currsize:
        pool().close()
    pool.cache_clear()


def set_up(owner_url: str, app_role: str) -> None:
    """Create or migrate the checkpoint tables as the owner and let the application role use them.

    Runs in autocommit (the saver's migrations create indexes concurrently). Safe to run again.
    """
    with psycopg.connect(owner_url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE SCHEMA IF NOT EXISTS {}").format(sql.Identifier(SCHEMA)))
    with psycopg.connect(
        _conninfo(owner_url), autocommit=True, prepare_threshold=0, row_factory=dict_row
    ) as connection:
        PostgresSaver(connection).setup()
        for statement in (
            "GRANT USAGE ON SCHEMA {schema} TO {role}",
            "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {schema} TO {role}",
        ):
            connection.execute(
                sql.SQL(statement).format(schema=sql.Identifier(SCHEMA), role=sql.Identifier(app_role))
            )


def final_state(thread_id: UUID) -> dict[str, Any]:
    """What the last checkpoint of a thread holds; empty where there is none."""
    kept = saver().get_tuple(config_of(thread_id))  # type: ignore[arg-type]
    values = kept.checkpoint["channel_values"] if kept else {}
    return {name: value for name, value in values.items() if not name.startswith(("__", "branch:"))}


def interrupts_of(saver: BaseCheckpointSaver[Any], config: RunnableConfig) -> tuple[Interrupt, ...]:
    """What a run waits for by its newest checkpoint. The state that LangGraph could be asked for says the
    same, and is worked out again by it as it goes on from there."""
    saved = saver.look_at(config) if isinstance(saver, RunsSaver) else saver.get_tuple(config)
    writes = (saved.pending_writes if saved else None) or []
    return tuple(one for _task, channel, asked in writes if channel == INTERRUPT for one in asked)


def delete_thread(thread_id: UUID) -> None:
    """Delete all checkpoints of a thread."""
    saver().delete_thread(str(thread_id))


def config_of(thread_id: UUID) -> dict[str, Any]:
    """Return LangGraph's config of a thread: ids only, since it is stored as plain JSON."""
    return {"configurable": {"thread_id": str(thread_id)}}
