"""The addresses of the embedded services, known without starting them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, quote, urlsplit

from ownyou.embedded.places import Places
from ownyou.embedded.secrets import load_or_make

DATABASE = "ownyou"
OWNER_ROLE = "ownyou_owner"
APP_ROLE = "ownyou_app"


@dataclass(frozen=True, slots=True)
class EmbeddedAddresses:
    """URLs of one DATA. Databases in libpq's form with the socket folder as `host`; Redis in redis-py's."""

    database_url: str
    database_owner_url: str
    redis_url: str


def settings_from(data: Path) -> EmbeddedAddresses:
    """The addresses that the services of this data folder have, or will have once `up` starts them."""
    places, secrets = Places.of(data), load_or_make(data)
    return EmbeddedAddresses(
        database_url=database_url(APP_ROLE, secrets.app_password, places.postgres_sockets),
        database_owner_url=database_url(OWNER_ROLE, secrets.owner_password, places.postgres_sockets),
        redis_url=f"unix://{quote(str(places.redis_socket))}?db=0",
    )


def database_url(role: str, password: str, sockets: Path, database: str = DATABASE) -> str:
    """`postgresql://role:password@/database?host=/folder/of/the/socket`, percent-encoded."""
    return f"postgresql://{role}:{quote(password, safe='')}@/{database}?host={quote(str(sockets), safe='')}"


def celery_url(redis_url: str) -> str:
    """A redis-py URL as Celery's broker wants it: `unix://` becomes `redis+socket://`, others stay."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    number = parse_qs(parts.query).get("db", ["0"])[0]
    login = f"{parts.netloc}" if parts.netloc else ""
    return f"redis+socket://{login}{parts.path}?virtual_host={number}"
