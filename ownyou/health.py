"""`GET /healthz`: whether the parts that OwnYou needs are there, in a form that machines read.

The details are sentences of ours, never an exception's text: those carry addresses and passwords.
"""

from __future__ import annotations

import logging
import shutil
import time
from collections.abc import Callable
from typing import Any, TypedDict

import psycopg
import redis
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse
from django.views.decorators.http import require_safe
from langgraph.checkpoint.postgres import PostgresSaver
from psycopg import sql

from ownyou import heartbeats
from ownyou.embedded.places import Places
from ownyou.lib import queues

logger = logging.getLogger(__name__)

CONNECT_SECONDS = 2
STATEMENT_MILLISECONDS = 250
LEAST_FREE = 32 * 2**20
"""Bytes on the disk of the embedded database; its log alone grows in files of half of that."""


class Check(TypedDict):
    """One entry of the answer; `ms` is how long finding out took."""

    ok: bool
    detail: str
    ms: float


class Unhealthy(Exception):
    """A part is not as it should be; the text is shown."""


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """`{"status": "ok" | "down", "database": {...}, ...}`, 200 or 503."""
    checks = {name: run_check(check) for name, check in CHECKS.items()}
    healthy = all(check["ok"] for check in checks.values())
    body = {"status": "ok" if healthy else "down", **checks}
    response = JsonResponse(body, status=200 if healthy else 503)
    response["Cache-Control"] = "no-store"
    # Asked every second or so: Django would log each 503 as an error.
    vars(response)["_has_been_logged"] = True
    return response


def run_check(check: Callable[[], str]) -> Check:
    """Time one check and turn what it raises into a sentence."""
    began = time.perf_counter()
    try:
        ok, detail = True, check()
    except Unhealthy as error:
        ok, detail = False, str(error)
    except (psycopg.Error, redis.RedisError) as error:
        logger.warning("health: %s failed with %s", check.__name__, type(error).__name__)
        ok, detail = False, "cannot be reached"
    return Check(ok=ok, detail=detail, ms=round((time.perf_counter() - began) * 1000, 1))


def check_database() -> str:
    """Whether it answers and, of the embedded one, whether its disk has room: a database that reads but can
    keep nothing is down for whoever wants something kept."""
    with _fresh_connection() as database:
        database.execute("SELECT 1 FROM django_migrations LIMIT 1")
    if settings.EMBEDDED and (free := _free_bytes()) < LEAST_FREE:
        raise Unhealthy(f"answers, but its disk is full: {free // 2**20} MB are left")
    return "answers"


def _free_bytes() -> int:
    """What is free on the disk of the embedded database, for who is not root."""
    cluster = Places.of(settings.DATA).cluster
    return shutil.disk_usage(cluster if cluster.exists() else settings.DATA).free


def check_checkpointer() -> str:
    """Whether LangGraph's tables are there, as new as the library, and ours to use."""
    with _fresh_connection() as database:
        found = database.execute(_CHECKPOINT_TABLES).fetchone()
        if found is None:
            raise Unhealthy("not set up; run manage.py setup_checkpoints")
        latest = database.execute(
            sql.SQL("SELECT max(v) FROM {}").format(sql.Identifier(str(found[0]), "checkpoint_migrations"))
        ).fetchone()
    if latest is None or latest[0] is None or int(str(latest[0])) < len(PostgresSaver.MIGRATIONS) - 1:
        raise Unhealthy("older than the library; run manage.py setup_checkpoints")
    return "set up"


def check_redis() -> str:
    heartbeats.connection().ping()
    return "answers"


def check_worker() -> str:
    signs = heartbeats.connection().mget([heartbeats.worker_key(queue) for queue in queues.ALL])
    silent = [queue for queue, sign in zip(queues.ALL, signs, strict=True) if not sign]
    if silent:
        raise Unhealthy(f"no worker for {', '.join(silent)}")
    return f"works on {', '.join(queues.ALL)}"


def check_beat() -> str:
    if not heartbeats.connection().exists(heartbeats.BEAT_KEY):
        raise Unhealthy("gives no sign of life")
    return "ticks"


def _fresh_connection() -> psycopg.Connection[tuple[Any, ...]]:
    """A connection beside Django's pool: a full pool must not make the check wait or lie."""
    database = connection.settings_dict
    return psycopg.connect(
        dbname=database["NAME"],
        user=database["USER"] or None,
        password=database["PASSWORD"] or None,
        host=database["HOST"] or None,
        port=database["PORT"] or None,
        connect_timeout=CONNECT_SECONDS,
        options=f"-c statement_timeout={STATEMENT_MILLISECONDS}",
        autocommit=True,
    )


_CHECKPOINT_TABLES = """
SELECT n.nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE c.relname = 'checkpoint_migrations' AND c.relkind = 'r' AND has_table_privilege(c.oid, 'SELECT')
"""

CHECKS: dict[str, Callable[[], str]] = {
    "database": check_database,
    "redis": check_redis,
    "worker": check_worker,
    "beat": check_beat,
    "checkpointer": check_checkpointer,
}
