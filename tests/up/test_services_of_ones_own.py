"""`up` with a PostgreSQL and a Redis of one's own: those are used, none is started, and a backup comes back.

The services of another data folder stand for somebody's own.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg
import pytest
import redis

from ownyou.embedded.accounts import postgres_account
from ownyou.embedded.addressing import EmbeddedAddresses
from ownyou.embedded.own_services import CannotUse, check_own_services
from ownyou.embedded.places import Places
from ownyou.embedded.postgres import find_installation
from ownyou.embedded.programs import Options
from ownyou.embedded.services import running
from tests.plugins.prepared import copy_prepared
from tests.up.run import PROJECT, Run, stop

pytestmark = pytest.mark.timeout(600)


@dataclass(frozen=True)
class Own:
    """A PostgreSQL and a Redis that run, and where `up` may put its own things."""

    addresses: EmbeddedAddresses
    programs: Path
    data: Path

    @property
    def environment(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self.addresses.database_url,
            "DATABASE_OWNER_URL": self.addresses.database_owner_url,
            "REDIS_URL": self.addresses.redis_url,
        }

    def ask(self, statement: str) -> list[tuple[object, ...]]:
        with psycopg.connect(self.addresses.database_owner_url) as connection:
            return connection.execute(statement.encode()).fetchall()


@pytest.fixture(scope="module")
def own() -> Iterator[Own]:
    folder = Path(tempfile.mkdtemp(prefix="ownyou-own-"))
    folder.chmod(0o755)
    (folder / "theirs").mkdir(mode=0o755)
    copy_prepared(folder / "theirs")
    with running(folder / "theirs") as addresses:
        account = postgres_account(Places.of(folder / "theirs").cluster)
        yield Own(addresses, find_installation(account).program("psql").parent, folder / "ours")
    shutil.rmtree(folder, ignore_errors=True)


def test_they_are_used_and_none_is_started_and_sigterm_ends_all_but_them(own: Own, port: int) -> None:
    up = Run.start(own.data, port, **own.environment)
    try:
        up.wait_for("all parts are running")
        assert up.health()[0] == 200
        names = {process.name() for process in up.family()}
        assert not {name for name in names if "postgres" in name or "redis" in name}, names
        assert not Places.of(own.data).cluster.exists()
        assert not Places.of(own.data).redis_socket.exists()
        assert redis.Redis.from_url(own.addresses.redis_url).dbsize() > 0, "heartbeats and queues are theirs"
        with psycopg.connect(own.addresses.database_url) as connection:
            users = connection.execute(
                "SELECT DISTINCT usename FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                " AND backend_type = 'client backend'"
            ).fetchall()
        assert users == [("ownyou_app",)], "programs work as the application, never as the owner"
        assert up.ends_by(lambda pid: os.kill(pid, signal.SIGTERM)) == []
        assert own.ask("SELECT 1") == [(1,)]
    finally:
        stop(up)


def test_what_cannot_be_used_is_named_before_anything_starts(own: Own, port: int) -> None:
    options = Options(own.data, port, "127.0.0.1", 2, False, False, False)
    app, owner = own.addresses.database_url, own.addresses.database_owner_url
    wrong = {
        "DATABASE_URL names cannot be used": {"DATABASE_URL": "postgresql://x@127.0.0.1:9/none"},
        "DATABASE_OWNER_URL names cannot be used": {"DATABASE_OWNER_URL": owner.replace("owner:", "owner:x")},
        "lacks the extension “vector”": {"DATABASE_URL": app.replace("/ownyou?", "/postgres?")},
        "REDIS_URL names cannot be used": {"REDIS_URL": "redis://:secret@127.0.0.1:9/0"},
    }
    for said, changes in wrong.items():
        with pytest.raises(CannotUse, match=said) as raised:
            check_own_services(options, own.environment | changes)
        assert "secret" not in str(raised.value)
    check_own_services(options, own.environment)


def test_the_application_may_write_rows_and_not_change_tables(own: Own) -> None:
    with psycopg.connect(own.addresses.database_url) as connection:
        row = connection.execute(
            "SELECT rolsuper, rolcreatedb, rolcreaterole FROM pg_roles WHERE rolname = current_user"
        ).fetchone()
        assert row == (False, False, False)
        connection.execute("SAVEPOINT before")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("ALTER TABLE trust_user ADD COLUMN more text")
        connection.execute("ROLLBACK TO before")
        connection.execute("DELETE FROM agency_catalogueitem WHERE false")


@pytest.mark.parametrize("page", ["README.md", "deploy/README.md"])
def test_a_backup_is_made_and_restored_by_the_commands_of_the_page(
    own: Own, page: str, tmp_path: Path
) -> None:
    text = (PROJECT / page).read_text()
    dump, *restore = re.findall(r"^ +((?:pg_dump|pg_restore) .*)$", text, re.MULTILINE)
    count = "SELECT count(*) FROM agency_catalogueitem"
    whole = own.ask(count)
    _shell(own, tmp_path, dump)
    with psycopg.connect(own.addresses.database_owner_url) as connection:
        connection.execute("TRUNCATE agency_catalogueitem CASCADE")
    assert own.ask(count) == [(0,)]
    for command in restore:
        _shell(own, tmp_path, command)
    assert own.ask(count) == whole != [(0,)]
    with psycopg.connect(own.addresses.database_url) as connection:
        assert connection.execute(count.encode()).fetchall() == whole, "the application still may"


def _shell(own: Own, folder: Path, command: str) -> None:
    path = f"{own.programs}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, **own.environment, "PATH": path}
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
