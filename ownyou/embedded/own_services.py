"""Whether a PostgreSQL and a Redis of one's own can be used, said before anything is started on them."""

from __future__ import annotations

from collections.abc import Mapping

import psycopg
import redis

from ownyou.embedded.errors import CannotStart
from ownyou.embedded.programs import Options

CONNECT_SECONDS = 5
HAS_VECTOR = "SELECT count(*) FROM pg_extension WHERE extname = 'vector'"


class CannotUse(CannotStart):
    """What was configured does not answer, or is not as OwnYou needs it; the message names the variable."""


def check_own_services(options: Options, environment: Mapping[str, str]) -> None:
    """Look whether what `environment` names can be used. Raises `CannotUse`."""
    if not options.embeds_postgres:
        for name in ("DATABASE_URL", "DATABASE_OWNER_URL"):
            if url := environment.get(name):
                _check_postgres(name, url)
    if not options.embeds_redis:
        _check_redis(environment["REDIS_URL"])


def _check_postgres(name: str, url: str) -> None:
    try:
        with psycopg.connect(url, connect_timeout=CONNECT_SECONDS) as connection:
            row = connection.execute(HAS_VECTOR).fetchone()
    except psycopg.Error as error:
        raise CannotUse(f"The database that {name} names cannot be used: {_first_line(error)}") from error
    if not row or not row[0]:
        raise CannotUse(
            f"The database that {name} names lacks the extension “vector”. Its superuser can add it: "
            "CREATE EXTENSION vector (see deploy/postgresql.sql)."
        )


def _check_redis(url: str) -> None:
    try:
        redis.Redis.from_url(
            url, socket_timeout=CONNECT_SECONDS, socket_connect_timeout=CONNECT_SECONDS
        ).ping()
    except (redis.RedisError, ValueError) as error:
        raise CannotUse(f"The Redis that REDIS_URL names cannot be used: {_first_line(error)}") from error


def _first_line(error: Exception) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]
