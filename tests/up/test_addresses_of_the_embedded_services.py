from __future__ import annotations

from pathlib import Path

import pytest
from psycopg.conninfo import conninfo_to_dict

from ownyou.embedded import celery_url, settings_from
from ownyou.embedded.places import SOCKET_PATH_LIMIT, Places


def test_the_two_roles_have_addresses_of_their_own(tmp_path: Path) -> None:
    addresses = settings_from(tmp_path)
    app, owner = (conninfo_to_dict(url) for url in (addresses.database_url, addresses.database_owner_url))
    assert (app["user"], owner["user"]) == ("ownyou_app", "ownyou_owner")
    assert app["password"] != owner["password"]
    assert app["host"] == owner["host"] == str(Places.of(tmp_path).postgres_sockets)


def test_asking_for_them_starts_and_makes_nothing_but_the_secrets(tmp_path: Path) -> None:
    settings_from(tmp_path / "var")
    assert {file.name for file in (tmp_path / "var").iterdir()} <= {"secrets.json", "secrets.json.lock"}


def test_a_long_data_folder_gets_short_sockets(tmp_path: Path) -> None:
    places = Places.of(tmp_path / ("x" * 120))
    assert len(str(places.postgres_sockets / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT
    assert len(str(places.redis_socket)) <= SOCKET_PATH_LIMIT


@pytest.mark.parametrize(
    ("redis", "celery"),
    [
        ("unix:///data/run/redis.sock?db=0", "redis+socket:///data/run/redis.sock?virtual_host=0"),
        ("unix:///data/redis.sock?db=3", "redis+socket:///data/redis.sock?virtual_host=3"),
        ("redis://:secret@example.org:6379/1", "redis://:secret@example.org:6379/1"),
    ],
)
def test_celery_gets_its_own_spelling(redis: str, celery: str) -> None:
    assert celery_url(redis) == celery
